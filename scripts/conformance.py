"""Holds the WebSocket implementation to the Autobahn test suite, strictly.

    scripts/conformance.py --server PROGRAM           every case, in clear and by TLS, with each way to compress
    scripts/conformance.py --server PROGRAM --quick   what fits into half a minute
    scripts/conformance.py --server PROGRAM --record  every case once, written down as what is expected

PROGRAM is a built chatos-bench; its `serve` is the code that serves rooms. Fixtures/conformance/expected.txt has
the result of every case. A case with another result fails the run, and so does one that was to run and did not.
"""

import argparse
import collections
import contextlib
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXPECTED = ROOT / "Fixtures/conformance/expected.txt"
RUNS = ROOT / ".setup/autobahn/runs"
AUTOBAHN = ROOT / "scripts/autobahn.sh"
TLS = ["--certificate", str(ROOT / "Fixtures/tls/server.pem"), "--key", str(ROOT / "Fixtures/tls/server.key")]

# INFORMATIONAL is what the suite calls a case in which the RFC allows whatever the server did.
STRICT = {"OK", "INFORMATIONAL"}

# A suite sleeps more than it works, so several share the server. Its own patience of a second is for a machine
# that does nothing else.
SUITES = 4
PATIENCE = {"openHandshakeTimeout": 10, "closeHandshakeTimeout": 5, "serverConnectionDropTimeout": 5}
START_SECONDS = 10
RUN_SECONDS = 1800

Run = collections.namedtuple("Run", "name arguments scheme cases")
Result = collections.namedtuple("Result", "behavior close")


def in_sections(*sections):
    return lambda case: int(case.split(".")[0]) in sections


# Of the sections on compression, that with the messages of each kind and size below 1 KiB, and one above 64 KiB.
def is_quick(case):
    section, group, number = (case.split(".") + ["0"])[:3]
    if section == "12":
        return int(number) in {1, 3, 8}
    if section == "13":
        return int(number) in {1, 3}
    return True


QUICK = [Run("quick", ["--compression", "dedicated"], "ws", is_quick)]
FULL = [
    Run("dedicated", ["--compression", "dedicated"], "ws", lambda case: True),
    Run("shared", ["--compression", "shared"], "ws", lambda case: True),
    Run("tls", ["--compression", "dedicated", *TLS], "wss", in_sections(1, 2, 3, 4, 5, 6, 7)),
]


class Broken(Exception):
    """The run says nothing about the server."""


def order(case):
    return [int(part) for part in case.split(".")]


def read_expected():
    expected = {}
    for line in EXPECTED.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            case, behavior, close = line.split()
            expected[case] = Result(behavior, close)
    lax = [case for case, result in expected.items() if not set(result) <= STRICT]
    if lax:
        raise Broken(f"expected.txt expects what is not strict of {' '.join(lax)}")
    return expected


def write_expected(results):
    lines = ["# What each case of the Autobahn test suite must come to: case, behavior, behavior when closing.\n"]
    lines += [f"{case} {results[case].behavior} {results[case].close}\n" for case in sorted(results, key=order)]
    EXPECTED.write_text("".join(lines), encoding="utf-8")


def cases_of_suite():
    """Every case of the suite, asked of itself: an expectation for a case that is gone is found so."""
    program = """
from autobahntestsuite.case import Cases, CaseCategories, CaseSubCategories, CaseSetname, CaseBasename
from autobahntestsuite.caseset import CaseSet
cases = CaseSet(CaseSetname, CaseBasename, Cases, CaseCategories, CaseSubCategories)
print(" ".join(cases.parseSpecCases({"cases": ["*"], "exclude-cases": []})))
"""
    asked = subprocess.run([AUTOBAHN, "python", "-c", program], capture_output=True, text=True, check=False)
    if asked.returncode != 0:
        raise Broken(f"the suite is not installed (scripts/setup.sh test): {asked.stderr.strip()[-300:]}")
    return asked.stdout.split()


@contextlib.contextmanager
def serving(program, arguments, folder):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with open(folder / "server.log", "wb") as log:
        server = subprocess.Popen(
            [program, "serve", "--listen", f"127.0.0.1:{port}", *arguments], stdout=log, stderr=log)
        try:
            wait_for(server, port)
            yield port
            if server.poll() is not None:
                raise Broken(f"the server ended by itself, with {server.returncode}; see {folder}/server.log")
        finally:
            server.terminate()
            server.wait()


def wait_for(server, port):
    deadline = time.monotonic() + START_SECONDS
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        if server.poll() is not None or time.monotonic() > deadline:
            raise Broken("the server did not start")
        time.sleep(0.02)


def start_suite(folder, url, cases):
    folder.mkdir(parents=True)
    spec = {
        "outdir": "reports",
        "servers": [{"agent": "chatos", "url": url, "options": PATIENCE}],
        "cases": cases,
        "exclude-cases": [],
        "exclude-agent-cases": {},
    }
    (folder / "spec.json").write_text(json.dumps(spec, indent=2), encoding="utf-8")
    # Its results are in its report; what it prints is kept for when there is none.
    with open(folder / "wstest.log", "wb") as log:
        command = [AUTOBAHN, "run", "-m", "fuzzingclient", "-s", "spec.json"]
        return subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)


def read_report(folder):
    """The results of one suite; none where it wrote no report, which then are missing."""
    try:
        report = json.loads((folder / "reports/index.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return {case: Result(it["behavior"], it["behaviorClose"]) for case, it in report.get("chatos", {}).items()}


def perform(run, program, cases):
    folder = RUNS / run.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # Dealt out in turn, since the long ones lie together.
    shares = [share for share in (cases[i::SUITES] for i in range(SUITES)) if share]
    results = {}
    with serving(program, run.arguments, folder) as port:
        url = f"{run.scheme}://localhost:{port}/echo"
        suites = []
        try:
            for number, share in enumerate(shares):
                suites.append(start_suite(folder / str(number), url, share))
            deadline = time.monotonic() + RUN_SECONDS
            for suite in suites:
                suite.wait(max(0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired as late:
            raise Broken(f"{run.name}: the suite did not end within {RUN_SECONDS} s") from late
        finally:
            for suite in suites:
                suite.terminate()
                suite.wait()
        for number in range(len(shares)):
            results.update(read_report(folder / str(number)))
    return results


def failures(run, cases, expected, results):
    lines = []
    for case in cases:
        if case not in results:
            lines.append(f"{case} did not run")
        elif results[case] != expected[case]:
            now, then = results[case], expected[case]
            lines.append(f"{case} is {now.behavior}, {now.close} on closing; expected {then.behavior}, {then.close}")
    return [f"FAILED: {run.name}: {line}" for line in lines]


def report(run, results, seconds):
    counts = collections.Counter()
    for result in results.values():
        # The worse of the two, which is never OK where one of them is not.
        counts[result.close if result.behavior in STRICT and result.close not in STRICT else result.behavior] += 1
    said = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    print(f"conformance: {run.name}: {len(results)} cases in {seconds:.0f} s: {said}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", required=True, help="a built chatos-bench")
    parser.add_argument("--quick", action="store_true", help="what fits into half a minute")
    parser.add_argument("--record", action="store_true", help="write down what is expected")
    options = parser.parse_args()

    known = cases_of_suite()
    expected = {} if options.record else read_expected()
    if not options.record and set(known) != set(expected):
        raise Broken(f"expected.txt and the suite differ in {' '.join(sorted(set(known) ^ set(expected)))}")
    runs = FULL[:1] if options.record else QUICK if options.quick else FULL
    ran, failed = 0, []
    for run in runs:
        cases = [case for case in sorted(known, key=order) if run.cases(case)]
        start = time.monotonic()
        results = perform(run, options.server, cases)
        report(run, results, time.monotonic() - start)
        if options.record:
            write_expected(results)
            read_expected()
            continue
        ran += len(cases)
        failed += failures(run, cases, expected, results)
    print(*failed, sep="\n" if failed else "")
    print(f"{ran - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as broken:
        print(f"conformance: {broken}", file=sys.stderr)
        sys.exit(2)
