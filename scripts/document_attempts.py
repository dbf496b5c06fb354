"""Messages about a document that are made to do harm, and what each kind may cost a hub; document_probes.py sends them."""

import pycrdt

number = pycrdt.write_var_uint
update_message = pycrdt.create_update_message


class Bounds:
    """What an attempt may cost."""

    def __init__(self, cpu_s=2.0, memory_mib=64, delay_s=0.5):
        self.cpu_s = cpu_s
        self.memory_mib = memory_mib
        self.delay_s = delay_s


# --- Updates, by hand -------------------------------------------------------------------------------------


def text(value):
    value = value.encode()
    return number(len(value)) + value


def block(client, clock, *structs, count=None):
    """An update of one client's structs, without deletions."""
    return b"\x01" + number(count or len(structs)) + number(client) + number(clock) + b"".join(structs) + b"\x00"


def first(value="x"):
    """A text at the beginning of a root."""
    return b"\x04\x01" + text("text") + text(value)


def after(client, clock, value="x"):
    return b"\x84" + number(client) + number(clock) + text(value)


def collected(length):
    return b"\x00" + number(length)


def nested(parent=None):
    """An array in a root, or in the item of a given id."""
    head = b"\x07\x01" + text("array") if parent is None else b"\x07\x00" + number(parent[0]) + number(parent[1])
    return head + b"\x00"


def deletion(client, *ranges):
    pairs = b"".join(number(clock) + number(length) for clock, length in ranges)
    return b"\x00\x01" + number(client) + number(len(ranges)) + pairs


def states(*entries):
    """An awareness message."""
    body = b"".join(number(client) + number(clock) + text(state) for client, clock, state in entries)
    body = number(len(entries)) + body
    return b"\x01" + number(len(body)) + body


def valid():
    doc = pycrdt.Doc(client_id=77)
    doc.get("text", type=pycrdt.Text).insert(0, "a text with 😀 in it")
    doc.get("map", type=pycrdt.Map)["key"] = {"a": [1, 2.5, None, True, "x"]}
    doc.get("array", type=pycrdt.Array).extend([1, "two", 3.5])
    return doc.get_update()


# --- The attempts: each gives the messages that one document is sent ----------------------------------------


def random_bytes(chance):
    for _ in range(3000):
        yield chance.randbytes(chance.randrange(1, 200))
    for _ in range(3000):
        yield update_message(chance.randbytes(chance.randrange(200)))


def truncations(_):
    whole = valid()
    for end in range(len(whole)):
        yield update_message(whole[:end])


def changed_bytes(chance):
    whole = valid()
    for _ in range(5000):
        bytes_ = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            bytes_[chance.randrange(len(bytes_))] = chance.randrange(256)
        yield update_message(bytes(bytes_))


def endless_numbers(_):
    for _ in range(20):
        yield b"\xff" * 400_000
        yield update_message(b"\xff" * 400_000)
        yield b"\x00\x02" + b"\xff" * 8 + b"\x0f"


def announced_structs(_):
    for _ in range(1000):
        yield update_message(b"\x01" + number(32 << 20) + number(7) + b"\x00" + b"\x00")


def late_clocks(_):
    for _ in range(500):
        yield update_message(block(7, 2**53 - 1, first()))
        yield update_message(block(7, 0, collected(2**53 - 1)))
        yield update_message(block(2**53 - 1, 2**32 - 1, first("xx")))


def deep_values(_):
    for _ in range(20):
        yield update_message(block(7, 0, b"\x08\x01" + text("array") + b"\x01" + b"\x75\x01" * 200_000))


def own_origin(_):
    for _ in range(1000):
        yield update_message(block(7, 3, after(7, 3)))
        yield update_message(block(7, 0, nested((7, 5))))


def parents_in_a_circle(_):
    one = b"\x01" + number(9) + b"\x00" + nested((8, 0))
    two = b"\x01" + number(8) + b"\x00" + nested((9, 0))
    for _ in range(1000):
        yield update_message(b"\x02" + one + two + b"\x00")


def others_ids(_):
    """Structs under the id of a member that is there."""
    for index in range(2000):
        yield update_message(block(VICTIM, 1 + index % 50, first("forged")))
        yield update_message(block(VICTIM, 1, collected(1_000_000)))


def waiting_updates(_):
    for index in range(20_000):
        yield update_message(block(100 + index % 200, 5 + index, after(77_777, 1_000_000)))


def waiting_deletions(_):
    for index in range(4000):
        yield update_message(deletion(88_888, (index * 4, 1)))


def deleted_ranges(_):
    """A million of what is not there, and of what is."""
    for client in (99_999, 5):
        if client == 5:
            for part in range(5):
                yield update_message(block(5, part * 400_000, first("ab" * 200_000)))
        for part in range(10):
            start = part * 100_000
            yield update_message(deletion(client, *((2 * (start + i), 1) for i in range(100_000))))


def one_place_in_one_update(_):
    """The dearest order, all at once."""
    clients = sorted(range(1000, 33_000), reverse=True)
    yield update_message(
        number(len(clients)) + b"".join(b"\x01" + number(client) + b"\x00" + first() for client in clients) + b"\x00"
    )


def nested_types(_):
    depth = 55_000
    for start in range(0, depth, 50_000):
        structs = [nested((5, clock - 1) if clock else None) for clock in range(start, min(start + 50_000, depth))]
        yield update_message(block(5, start, *structs))
    yield update_message(deletion(5, (0, 1)))


def awareness_ids(_):
    for message in range(100):
        yield states(*((1 + message * 1000 + i, 1, '{"name":"x"}') for i in range(1000)))
    for client in range(100_000):
        yield states((client, 1, "{}"))


def awareness_states(_):
    for clock in range(10_000):
        yield states((5, clock + 1, '{"caret":%d}' % clock))
    for clock in range(100):
        yield states((6, clock + 1, '"' + "x" * 200_000 + '"'))


def large_contents(_):
    for part in range(40):
        yield update_message(block(5, part * 500_000, first("x" * 500_000)))


def far_ahead(_):
    """Collected structs as long as a client's history may be."""
    for client in range(250):
        yield update_message(block(1000 + client, 0, collected(2**32 - 1)))


ATTEMPTS = [
    (random_bytes, Bounds()),
    (truncations, Bounds()),
    (changed_bytes, Bounds()),
    (endless_numbers, Bounds()),
    (announced_structs, Bounds()),
    (late_clocks, Bounds()),
    (deep_values, Bounds()),
    (own_origin, Bounds()),
    (parents_in_a_circle, Bounds()),
    (others_ids, Bounds()),
    (waiting_updates, Bounds(cpu_s=8)),
    (waiting_deletions, Bounds()),
    (deleted_ranges, Bounds(cpu_s=8, memory_mib=256, delay_s=1)),
    (one_place_in_one_update, Bounds()),
    (nested_types, Bounds(memory_mib=128)),
    (awareness_ids, Bounds(cpu_s=8)),
    (awareness_states, Bounds(cpu_s=4, memory_mib=128)),
    (large_contents, Bounds(cpu_s=4, memory_mib=256, delay_s=1)),
    (far_ahead, Bounds()),
]

# The client id of a member that is there and has written something.
VICTIM = 4242
