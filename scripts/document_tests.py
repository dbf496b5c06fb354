"""Runs the tests in Tests/Documents: documents of a real hub, edited by stock clients of Yjs.

Arguments and environment are those of browser_tests.py.
"""

import sys

import browser_tests

if __name__ == "__main__":
    sys.exit(browser_tests.main("Documents"))
