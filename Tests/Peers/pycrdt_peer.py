"""Documents of pycrdt, edited and asked about by lines of JSON: the other side of the interop tests."""

import json
import sys

from pycrdt import Array, Doc, Map, Text, XmlElement, XmlFragment, XmlText

docs = {}
KINDS = {"text": Text, "map": Map, "array": Array}


class Replica:
    def __init__(self, client):
        self.doc = Doc(client_id=client)
        self.updates = []
        self.is_remote = False
        self.roots = {
            "text": self.doc.get("text", type=Text),
            "map": self.doc.get("map", type=Map),
            "array": self.doc.get("array", type=Array),
            "xml": self.doc.get("xml", type=XmlFragment),
        }
        self.subscription = self.doc.observe(self.note)

    def note(self, event):
        if not self.is_remote:
            self.updates.append(event.update.hex())


def value(plain):
    if isinstance(plain, dict) and "hex" in plain:
        return bytes.fromhex(plain["hex"])
    return plain


def units(text):
    return len(text.encode("utf-16-le")) // 2


def length(text):
    return sum(units(run) if isinstance(run, str) else 1 for run, _ in text.diff())


def offset(text, at):
    """The place in UTF-8 bytes of one in UTF-16 units; before a pair that it lies in."""
    place = 0
    for run, _ in text.diff():
        if not isinstance(run, str):
            if at == 0:
                return place
            at -= 1
            place += 1
            continue
        for character in run:
            size = units(character)
            if at < size:
                return place
            at -= size
            place += len(character.encode())
    return place


def part(text, edit):
    whole = length(text)
    start = edit["at"] % (whole + 1)
    return offset(text, start), offset(text, min(start + edit["length"], whole))


def edit_text(text, edit):
    op = edit["op"]
    if op == "insert":
        at = offset(text, edit["at"] % (length(text) + 1))
        text.insert(at, edit["text"], edit.get("attributes"))
    elif op == "embed":
        text.insert_embed(offset(text, edit["at"] % (length(text) + 1)), edit["value"], {})
    else:
        start, end = part(text, edit)
        if end <= start:
            return
        if op == "delete":
            del text[start:end]
        else:
            text.format(start, end, edit["attributes"])


def edit_map(shared, edit):
    if edit["op"] == "set":
        shared[edit["key"]] = value(edit["value"])
    elif edit["op"] == "nest":
        shared[edit["key"]] = KINDS[edit["kind"]]()
    elif edit["key"] in shared:
        del shared[edit["key"]]


def edit_array(array, edit):
    count = len(array)
    if edit["op"] == "insert":
        at = edit["at"] % (count + 1)
        for index, one in enumerate(edit["values"]):
            array.insert(at + index, value(one))
    elif edit["op"] == "nest":
        array.insert(edit["at"] % (count + 1), KINDS[edit["kind"]]())
    elif count > 0:
        at = edit["at"] % count
        del array[at : min(at + edit["length"], count)]


def edit_xml(xml, edit):
    children = xml.children
    count = len(children)
    op = edit["op"]
    if op == "element":
        children.insert(edit["at"] % (count + 1), XmlElement(edit["name"]))
    elif op == "text":
        children.insert(edit["at"] % (count + 1), XmlText())
    elif count > 0:
        at = edit["at"] % count
        child = children[at]
        if op == "delete":
            del children[at]
        elif op == "attribute" and isinstance(child, XmlElement):
            child.attributes[edit["key"]] = edit["text"]
        elif op == "inner" and isinstance(child, XmlText):
            child.insert(0, edit["text"])
        elif op == "inner" and isinstance(child, XmlElement):
            child.children.insert(0, XmlElement(edit["key"]))


EDITORS = {"text": edit_text, "map": edit_map, "array": edit_array, "xml": edit_xml}


def target(replica, edit):
    if "in" not in edit:
        return replica.roots[edit["type"]]
    shared = replica.roots["map"]
    found = shared[edit["in"]] if edit["in"] in shared else None
    return found if isinstance(found, KINDS[edit["type"]]) else None


def edit(command):
    replica = docs[command["r"]]
    with replica.doc.transaction():
        for one in command["edits"]:
            found = target(replica, one)
            if found is not None:
                EDITORS[one["type"]](found, one)
    updates, replica.updates = replica.updates, []
    return {"updates": updates}


def runs(text):
    joined = []
    for run, attributes in text.diff():
        attributes = {key: plain(one) for key, one in (attributes or {}).items()}
        last = joined[-1] if joined else None
        if isinstance(run, str) and last and isinstance(last["i"], str) and last["a"] == attributes:
            last["i"] += run
        else:
            joined.append({"i": run if isinstance(run, str) else {"e": plain(run)}, "a": attributes})
    return joined


def plain(one):
    if isinstance(one, float) and one.is_integer():
        return int(one)
    if isinstance(one, dict):
        return {key: plain(member) for key, member in one.items()}
    if isinstance(one, list):
        return [plain(element) for element in one]
    return one


def dump(one):
    if isinstance(one, XmlElement):
        return {"n": one.tag, "a": dict(iter(one.attributes)), "c": [dump(child) for child in one.children]}
    if isinstance(one, XmlFragment):
        return {"c": [dump(child) for child in one.children]}
    if isinstance(one, (Text, XmlText)):
        return {"text": runs(one)}
    if isinstance(one, Array):
        return {"array": [dump(one[index]) for index in range(len(one))]}
    if isinstance(one, Map):
        return {"map": {key: dump(one[key]) for key in one.keys()}}
    if isinstance(one, (bytes, bytearray)):
        return {"hex": one.hex()}
    return {"v": plain(one)}


def apply(command):
    replica = docs[command["r"]]
    replica.is_remote = True
    try:
        replica.doc.apply_update(bytes.fromhex(command["update"]))
    finally:
        replica.is_remote = False
    return {}


def full(command):
    vector = bytes.fromhex(command["vector"]) if "vector" in command else None
    return {"update": docs[command["r"]].doc.get_update(vector).hex()}


def state(command):
    replica = docs[command["r"]]
    return {
        "vector": replica.doc.get_state().hex(),
        "dump": {name: dump(root) for name, root in replica.roots.items()},
    }


def new(command):
    docs[command["r"]] = Replica(command["client"])
    return {}


def drop(command):
    del docs[command["r"]]
    return {}


COMMANDS = {"new": new, "edit": edit, "apply": apply, "full": full, "state": state, "drop": drop}


def main():
    for line in sys.stdin:
        command = json.loads(line)
        try:
            answer = COMMANDS[command["do"]](command)
        except Exception as error:  # noqa: BLE001 - told to the test, which fails by it
            answer = {"error": repr(error)}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


main()
