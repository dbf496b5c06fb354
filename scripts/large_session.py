"""Passes a large session file through the command line: import, verify, export, and the same compressed.

Each step must need no more memory for a large file than for a small one (case F15); the export must be the import
again.
It prints what each step took, and ends with 1 when one of the two does not hold.
"""

import argparse
import gzip
import hashlib
import os
import subprocess
import sys
import tempfile
import time

CHATOS = os.environ.get("CHATOS", ".build/release/chatos")
# Memory that a step may take above that for the small file: noise of the allocator.
ALLOWED_GROWTH = 24 << 20
AUTHORS = 50


def write_session(path, size):
    """Writes a session without a chain, about as large: mostly chat, some named ops, few of them current."""
    names = [f"author {number}" for number in range(AUTHORS)]
    authors = ",".join(f'"{name}":{{"id":"id-{name}","name":"{name}"}}' for name in names)
    written = ops = 0
    with open(path, "w", encoding="utf-8") as file:
        file.write(
            '{"format":"chatos-session","version":1,"room":"large","epoch":"e","started":1700000000000,'
            f'"authors":{{{authors}}}}}\n'
        )
        while written < size:
            ops += 1
            filling = hashlib.sha256(str(ops).encode()).hexdigest() * 3
            if ops % 100 == 0:
                op = f'{{"type":"upgrade","name":"tool {ops // 100 % 200}","script":"{filling}"}}'
            else:
                op = f'{{"type":"comment","body":"{filling}"}}'
            written += file.write(f'[{ops},{ops * 7},"o","{names[ops % AUTHORS]}",{op}]\n')
    return ops


def run(label, arguments, results):
    """Runs a command to its end and notes its time and its largest memory."""
    start = time.monotonic()
    process = subprocess.Popen([CHATOS, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    if status != 0:
        sys.exit(f"`chatos {' '.join(arguments)}` ended with {os.waitstatus_to_exitcode(status)}")
    results[label] = (seconds, usage.ru_maxrss * 1024)


def without_room(path):
    """The digest of an export, its room's name and epoch aside."""
    digest = hashlib.sha256()
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        header = file.readline()
        head, rest = header.split(b'"room":"', 1)
        digest.update(head + rest[rest.index(b'"started"'):])
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()


def passes(folder, size):
    """All steps for a file of that size; what each took."""
    results = {}
    source, first, packed = (f"{folder}/{name}" for name in ("source.ndjson", "first.ndjson", "second.ndjson.gz"))
    ops = write_session(source, size)
    data = ["--data", f"{folder}/data"]
    run("import", ["import", source, "--room", "one", *data], results)
    run("verify the log", ["verify", "one", *data], results)
    run("export", ["export", "one", "--output", first, *data], results)
    run("verify the file", ["verify", "--file", first], results)
    run("import of the export", ["import", first, "--room", "two", *data], results)
    run("export compressed", ["export", "two", "--output", packed, *data], results)
    run("verify compressed", ["verify", "--file", packed], results)
    print(f"{os.path.getsize(first) >> 20} MB, {ops:,} ops:")
    for label, (seconds, memory) in results.items():
        print(f"  {label:22}{seconds:8.1f} s {memory / 2**20:8.1f} MB")
    same = without_room(first) == without_room(packed)
    print(f"  the export of the import {'is the same' if same else 'DIFFERS'}")
    return results, same


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mb", type=int, default=1024, help="the size of the large file [1024]")
    size = parser.parse_args().mb << 20
    isGood = True
    with tempfile.TemporaryDirectory() as small_folder:
        small, same = passes(small_folder, 16 << 20)
        isGood = isGood and same
    with tempfile.TemporaryDirectory() as large_folder:
        large, same = passes(large_folder, size)
        isGood = isGood and same
    for label, (_, memory) in large.items():
        growth = memory - small[label][1]
        if growth > ALLOWED_GROWTH:
            print(f"`{label}` takes {growth >> 20} MB more for the large file")
            isGood = False
    sys.exit(0 if isGood else 1)


if __name__ == "__main__":
    main()
