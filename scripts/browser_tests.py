"""Runs the tests in Tests/Browser: real pages of a real hub, in a real browser. document_tests.py runs others alike.

Arguments, if any, choose tests by a part of their names. CHATOS names the program to test, which is otherwise
the debug build. JOBS says how many processes share the tests (2), each with whole classes; what the later ones have
to say is shown when the first is done. A run that found nothing to run has failed, and one that takes too long is
ended with the stack of every thread: a page that hangs its driver must not hang the build.
"""

import faulthandler
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT_SECONDS = 600


class TimedResult(unittest.TextTestResult):
    """Prints each test's name and time, since these are the slow ones."""

    def startTest(self, test):
        self.started = time.monotonic()
        super().startTest(test)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.stream.writeln(f"    {time.monotonic() - self.started:.1f} s")


def each(suite):
    """The tests of a suite, which is suites within suites."""
    for entry in suite:
        if isinstance(entry, unittest.TestSuite):
            yield from each(entry)
        else:
            yield entry


def share(suite, number, jobs):
    """What one of several processes runs: whole classes, the largest dealt out first, to who has the fewest."""
    classes = {}
    for test in each(suite):
        classes.setdefault(type(test), []).append(test)
    shares = [[] for _ in range(jobs)]
    for tests in sorted(classes.values(), key=len, reverse=True):
        min(shares, key=len).extend(tests)
    return unittest.TestSuite(shares[number])


def main(folder="Browser") -> int:
    jobs = int(os.environ.get("JOBS", 2))
    if jobs > 1 and "SHARE" not in os.environ:
        return all_shares(jobs)
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
    if loader.errors:
        print("\n".join(loader.errors), file=sys.stderr)
        return 1
    if suite.countTestCases() == 0:
        print("no tests found; a suite that is not there has not passed", file=sys.stderr)
        return 1
    mine = share(suite, int(os.environ.get("SHARE", 0)), jobs)
    result = unittest.TextTestRunner(verbosity=2, resultclass=TimedResult).run(mine)
    return 0 if result.wasSuccessful() else 1


def all_shares(jobs) -> int:
    """Runs each share in a process of its own, the first before everybody's eyes."""
    environments = [os.environ | {"SHARE": str(number)} for number in range(jobs)]
    command = [sys.executable, *sys.argv]
    with tempfile.TemporaryDirectory() as folder:
        outputs = [open(pathlib.Path(folder) / str(number), "w+") for number in range(1, jobs)]
        others = [
            subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
            for environment, output in zip(environments[1:], outputs)
        ]
        codes = [subprocess.call(command, env=environments[0])]
        for process, output in zip(others, outputs):
            codes.append(process.wait())
            output.seek(0)
            print(output.read(), end="", flush=True, file=sys.stderr)
            output.close()
    return max(abs(code) for code in codes)


if __name__ == "__main__":
    sys.exit(main())
