"""Writes what `bench/run.sh` measured into the README, between its markers: report.py FOLDER README"""

import json
import pathlib
import sys

BEGIN, END = "<!-- bench -->", "<!-- /bench -->"


def number(value, places=0):
    return "-" if value is None else f"{value:,.{places}f}"


def milliseconds(nanoseconds):
    return f"{number(nanoseconds / 1e6, 1)} ms"


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


def members(result):
    """What a delivery costs, by how many loops share the members."""
    values = []
    for server in result["servers"]:
        rates = sorted(run["per_second"] for run in server["runs"])
        values.append(f"{server['name']} {cost(server['median_ns'])}, {number(rates[len(rates) // 2])}/s")
    yield f"{result['scenario']}, wherever the kernel runs them, per delivery: {'; '.join(values)}"


def stalled(result):
    with_one, without = result["stalled"]["servers"]
    peaks = [max(run["peak_bytes"] for run in server["runs"]) / 2**20 for server in (with_one, without)]
    ratio = result["p99"]
    yield (f"{result['stalled']['scenario']}: the others' 99th percentile is"
           f" {number(ratio['median'], 2)} ({number(ratio['lower'], 2)}–{number(ratio['upper'], 2)}) of that where"
           f" all read; the hub has {number(peaks[0], 1)} MiB at most, against {number(peaks[1], 1)} MiB;"
           f" {result['dropped']} of {len(with_one['runs'])} that stalled were dropped")


def idle(result):
    place = "a member of a room" if result["rooms"] else "a connection outside a room"
    tls = " over TLS" if result["scenario"].startswith("wss") else ""
    values = "; ".join(f"{server['name']} {number(server['private_bytes'])} B" for server in result["servers"])
    count = number(result["servers"][0]["connections"])
    yield f"memory for {place}{tls}, of {count} that are held, idle, and answer at the end: {values}"


def join(result):
    """The shortest and the longest history, for each kind of newcomer."""
    kinds = {}
    for entry in result["entries"]:
        kinds.setdefault(entry["kind"], []).append(entry)
    for kind, entries in kinds.items():
        times = "; ".join(
            f"{number(entry['ops'])} ops {milliseconds(entry['p50_ns'])} (99 %: {milliseconds(entry['p99_ns'])})"
            for entry in entries)
        yield f"{result['scenario']}, {kind}, until ready: {times}"


def history(result):
    yield (f"looking back in a log of {number(result['ops'])} ops: the state at any op in"
           f" {milliseconds(result['seek_p50_ns'])} (99 %: {milliseconds(result['seek_p99_ns'])});"
           f" {number(result['verified_ops_per_s'])} ops a second verified,"
           f" {number(result['compacted_ops_per_s'])} compacted")


def rooms(result):
    for server in result["servers"]:
        sizes = dict(enumerate(server["resident_bytes"]))
        shown = [*range(min(6, len(sizes))), *range(max(6, len(sizes) - 2), len(sizes))]
        values = ", ".join(number(sizes[place] / 2**20, 1) + (" ..." if place + 1 not in shown else "")
                           for place in shown).removesuffix(" ...")
        yield (f"{result['scenario']}: {values} MiB resident before and after each of {len(sizes) - 1} rounds")


def ops(result):
    for server in result["servers"]:
        held = [rate for rate in server["rates"] if rate["held"]]
        runs = {rate["rate"]: rate["run"] for rate in held}
        best = max(runs, default=None)
        if best is None:
            yield f"{result['scenario']}: no rate is held"
            continue
        shown = {min(runs, key=lambda rate: abs(rate - 20_000)), best}
        values = "; ".join(
            f"at {number(rate)}/s median {milliseconds(runs[rate]['latency_ns']['p50'])},"
            f" 99 % {milliseconds(runs[rate]['latency_ns']['p99'])},"
            f" most {milliseconds(runs[rate]['latency_ns']['max'])}" for rate in sorted(shown))
        yield (f"{result['scenario']}, in an open loop, fsync included: {number(best)}/s is the highest rate held"
               f" with 99 % below 100 ms, {number(best / result['log_alone_per_s'] * 100)} % of the"
               f" {number(result['log_alone_per_s'])}/s that the log alone takes; acknowledged {values}")


def log(result):
    groups = ", ".join(f"{number(group['appends_per_s'])} by {group['group']}" for group in result["groups"])
    yield f"the log's appends a second, fsync included, by how many go into a commit: {groups}"


def frames(result):
    sizes = ", ".join(f"{number(size['size'])} B {cost(size['median_ns'])}"
                      for size in result["sizes"] if size["kind"] in ("ASCII", "bytes"))
    yield f"a frame taken in, checked and encoded, without a socket: {sizes}"


def docs(result):
    values = "; ".join(
        f"{entry['name']} {number(entry['apply_s'] * 1e3, 1)} ms, loaded whole in"
        f" {number(entry['load_s'] * 1e3, 2)} ms, {number(entry['encoded_bytes'])} B,"
        f" {number(entry['memory_bytes'] / 1e6, 1)} MB" for entry in result["implementations"])
    yield f"documents, {number(result['updates'])} updates applied one by one, CPU: {values}"


def compressed(result):
    run = result["servers"][0]["runs"][0]
    yield (f"{result['scenario']}: {number(run['wire_to_plain'], 2)} of the plain bytes on the wire,"
           " seen by receivers that inflate and compare what comes")


# By the word in a file's name that stands for the scenario; the others are rows of the table.
LINES = {"latency": latency, "compressed": compressed, "members": members, "stalled": stalled, "idle": idle,
         "join": join, "history": history, "rooms": rooms, "log": log, "ops": ops, "frames": frames,
         "docs": docs}
TABLE_TOO = {"compressed"}


def word(name):
    return next((part for part in name.split("-") if part in LINES), None)


def others(results):
    for name, result in results.items():
        if word(name):
            yield from LINES[word(name)](result)


def section(files):
    contents = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}
    machine = next(iter(contents.values()))["machine"]
    results = {name: content["result"] for name, content in contents.items()}
    main = [paired(result) for name, result in results.items()
            if "unit" in result and not name.endswith("peers") and word(name) in (None, *TABLE_TOO)]
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
