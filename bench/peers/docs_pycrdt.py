"""The documents scenario of chatos-bench, done by pycrdt: docs_pycrdt.py TRACE RESULT."""

import resource
import struct
import sys
import time

from pycrdt import Doc


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


trace, result = sys.argv[1:]
with open(trace, "rb") as file:
    data = file.read()
updates = []
at = 0
while at < len(data):
    (length,) = struct.unpack_from("<I", data, at)
    updates.append(data[at + 4 : at + 4 + length])
    at += 4 + length

before = resident()
doc = Doc()
start = time.process_time()
for update in updates:
    doc.apply_update(update)
apply = time.process_time() - start
memory = max(0, resident() - before)
encoded = doc.get_update()
loaded = Doc()
start = time.process_time()
loaded.apply_update(encoded)
load = time.process_time() - start
with open(result, "w") as file:
    file.write(f"{apply} {load} {len(encoded)} {memory}")
