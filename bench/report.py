"""Writes what `bench/run.sh` measured into the README, between its markers: report.py FOLDER README"""

import json
import pathlib
import sys

BEGIN, END = "<!-- bench -->", "<!-- /bench -->"


def number(value, places=0):
    return "-" if value is None else f"{value:,.{places}f}"


def cost(value):
    """Nanoseconds, as long as they are few."""
    if value < 10_000:
        return f"{number(value)} ns"
    return f"{number(value / 1000, 1 if value < 100_000 else 0)} µs"


def paired(result):
    first, *others = result["servers"]
    spread = f"{cost(first['quarter_ns'])} to {cost(first['three_quarters_ns'])}"
    cells = [f"{result['scenario']}, per {result['unit']}", f"**{cost(first['median_ns'])}** ({spread})"]
    ratios = {ratio["over"]: ratio for ratio in result["ratios"]}
    for name in ("C hub", "raw C"):
        other = next((server for server in others if server["name"] == name), None)
        if not other:
            cells.append("")
            continue
        ratio = ratios[name]
        cells.append(
            f"{cost(other['median_ns'])}; {number(ratio['median'], 2)}"
            f" ({number(ratio['lower'], 2)}–{number(ratio['upper'], 2)})"
        )
    return cells


def table(head, rows):
    if not rows:
        return []
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines] + [""]


def peers(result):
    ratios = {ratio["over"]: ratio["median"] for ratio in result["ratios"]}
    for server in result["servers"]:
        name = server["name"]
        times = number(1 / ratios[name], 1) if name in ratios else "1"
        yield [name, cost(server["median_ns"]), times]


def latency(result):
    for server in result["servers"]:
        run = server["runs"][0]["latency_ns"]
        values = ", ".join(f"{name} {number(run[key] / 1e6, 2)} ms" for name, key in
                           (("median", "p50"), ("99 %", "p99"), ("99.9 %", "p999")))
        yield f"{result['scenario']}, fsync included, in an open loop: {values}"


def others(results):
    for name, result in results.items():
        if name.endswith("latency"):
            yield from latency(result)
        elif "-idle" in name:
            place = "a member of a room" if result["rooms"] else "a connection outside a room"
            values = "; ".join(f"{server['name']} {number(server['private_bytes'])} B" for server in result["servers"])
            yield f"memory for {place}, of {number(result['servers'][0]['connections'])} that are idle: {values}"
        elif name.endswith("join"):
            for entry in result["entries"]:
                yield (f"{result['scenario']}: a {entry['kind']} has {number(entry['envelopes'])} envelopes"
                       f" in {number(entry['p50_ns'] / 1e6, 1)} ms" if entry["kind"] == "newcomer" else
                       f"the same, {entry['kind']}: {number(entry['envelopes'])} envelopes"
                       f" in {number(entry['p50_ns'] / 1e6, 1)} ms")
        elif name.endswith("log"):
            groups = ", ".join(f"{number(group['appends_per_s'])} by {group['group']}" for group in result["groups"])
            yield f"the log's appends a second, fsync included, by how many go into a commit: {groups}"
        elif name.endswith("frames"):
            sizes = ", ".join(f"{number(size['size'])} B {cost(size['median_ns'])}"
                              for size in result["sizes"] if size["kind"] in ("ASCII", "bytes"))
            yield f"a frame taken in, checked and encoded, without a socket: {sizes}"


def section(files):
    contents = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}
    machine = next(iter(contents.values()))["machine"]
    results = {name: content["result"] for name, content in contents.items()}
    main = [paired(result) for name, result in results.items()
            if "unit" in result and not name.endswith(("latency", "peers"))]
    pairs = max(len(server["runs"]) for result in results.values() if "unit" in result
                for server in result["servers"])
    lines = [
        f"Server CPU by the kernel's accounts, on {machine['processor']}, {machine['cores']} cores, {machine['kernel']},"
        f" {machine['date']}: medians of {pairs} runs in turns, with their quarters; beside them a minimal hub in C and"
        " a raw echo without WebSocket (`bench/baseline`), with the median ratio of ours to them and its 95 % interval.",
        "",
    ]
    lines += table(["scenario", "ChatOS", "C hub; ratio", "raw C; ratio"], main)
    lines += [f"- {line}" for line in others(results)] + [""]
    for name, result in results.items():
        if name.endswith("peers"):
            lines += table([result["scenario"], "per message", "times ours"], list(peers(result)))
    lines += ["`make bench` writes this anew; `LONG=1 make bench` takes its time."]
    return "\n".join(lines)


def main():
    files = sorted(pathlib.Path(sys.argv[1]).glob("*.json"))
    readme = pathlib.Path(sys.argv[2])
    text = readme.read_text(encoding="utf-8")
    if not files or text.count(BEGIN) != 1 or text.count(END) != 1:
        sys.exit(f"report: no results, or {readme} has not one pair of markers {BEGIN} {END}")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    readme.write_text(f"{before}{BEGIN}\n{section(files)}\n{END}{after}", encoding="utf-8")


main()
