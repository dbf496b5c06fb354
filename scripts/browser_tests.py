"""Runs the tests in Tests/Browser: real pages of a real hub, in a real browser. document_tests.py runs others alike.

Arguments, if any, choose tests by a part of their names. CHATOS names the program to test, which is otherwise
the debug build. A run that found nothing to run has failed, and one that takes too long is ended with the stack
of every thread: a page that hangs its driver must not hang the build.
"""

import faulthandler
import os
import pathlib
import sys
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT_SECONDS = 900


class TimedResult(unittest.TextTestResult):
    """Prints each test's name and time, since these are the slow ones."""

    def startTest(self, test):
        self.started = time.monotonic()
        super().startTest(test)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.stream.writeln(f"    {time.monotonic() - self.started:.1f} s")


def main(folder="Browser") -> int:
    tests = ROOT / "Tests" / folder
    faulthandler.dump_traceback_later(LIMIT_SECONDS, exit=True)
    os.environ.setdefault("CHATOS", str(ROOT / ".build" / "debug" / "chatos"))
    (ROOT / "artefacts").mkdir(exist_ok=True)
    if not tests.is_dir():
        print(f"there is no folder {tests}", file=sys.stderr)
        return 1
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{part}*" for part in sys.argv[1:]] or None
    suite = loader.discover(str(tests), pattern="*.py", top_level_dir=str(tests))
    result = unittest.TextTestRunner(verbosity=2, resultclass=TimedResult).run(suite)
    if result.testsRun == 0:
        print("no tests found; a suite that is not there has not passed", file=sys.stderr)
        return 1
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
