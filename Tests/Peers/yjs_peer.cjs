// Documents of Yjs, edited and asked about by lines of JSON: the other side of the interop tests.
'use strict'
const Y = require('yjs')
const readline = require('readline')

const docs = new Map()
const hex = bytes => Buffer.from(bytes).toString('hex')
const bytes = text => new Uint8Array(Buffer.from(text, 'hex'))
const kinds = { text: Y.Text, map: Y.Map, array: Y.Array }

function make ({ r, client, gc }) {
  const doc = new Y.Doc({ gc: gc !== false })
  doc.clientID = client
  const entry = { doc, updates: [] }
  doc.on('update', (update, origin) => { if (origin !== 'remote') entry.updates.push(hex(update)) })
  for (const type of ['text', 'map', 'array']) root(doc, type)
  doc.getXmlFragment('xml')
  docs.set(r, entry)
}

function root (doc, type) {
  return type === 'text' ? doc.getText('text') : type === 'map' ? doc.getMap('map') : doc.getArray('array')
}

function target (doc, edit) {
  if (edit.in === undefined) return root(doc, edit.type)
  const found = doc.getMap('map').get(edit.in)
  return found instanceof kinds[edit.type] ? found : undefined
}

const value = plain =>
  plain !== null && typeof plain === 'object' && 'hex' in plain ? bytes(plain.hex) : plain

// A position that is not inside a surrogate pair, unless that is wanted.
function border (text, at, cuts) {
  if (cuts) return at
  let index = 0
  for (const run of text.toDelta()) {
    const length = typeof run.insert === 'string' ? run.insert.length : 1
    if (at < index + length) {
      const code = typeof run.insert === 'string' ? run.insert.charCodeAt(at - index) : 0
      return code >= 0xDC00 && code <= 0xDFFF ? at - 1 : at
    }
    index += length
  }
  return at
}

function part (text, edit) {
  const start = border(text, edit.at % (text.length + 1), edit.cuts)
  const end = border(text, Math.min(start + edit.length, text.length), edit.cuts)
  return [start, end - start]
}

const place = (text, edit) => border(text, edit.at % (text.length + 1), edit.cuts)
const texts = {
  insert: (text, edit) => text.insert(place(text, edit), edit.text, edit.attributes ?? undefined),
  embed: (text, edit) => text.insertEmbed(place(text, edit), edit.value, {}),
  delete: (text, edit) => {
    const [start, length] = part(text, edit)
    if (length > 0) text.delete(start, length)
  },
  format: (text, edit) => {
    const [start, length] = part(text, edit)
    if (length > 0) text.format(start, length, edit.attributes)
  }
}
const maps = {
  set: (map, edit) => map.set(edit.key, value(edit.value)),
  nest: (map, edit) => map.set(edit.key, new kinds[edit.kind]()),
  remove: (map, edit) => map.delete(edit.key)
}
const arrays = {
  insert: (array, edit) => array.insert(edit.at % (array.length + 1), edit.values.map(value)),
  nest: (array, edit) => array.insert(edit.at % (array.length + 1), [new kinds[edit.kind]()]),
  delete: (array, edit) => {
    if (array.length === 0) return
    const at = edit.at % array.length
    array.delete(at, Math.min(edit.length, array.length - at))
  }
}
const xmls = {
  element: (xml, edit) => xml.insert(edit.at % (xml.length + 1), [new Y.XmlElement(edit.name)]),
  text: (xml, edit) => xml.insert(edit.at % (xml.length + 1), [new Y.XmlText()]),
  attribute: (xml, edit) => {
    const child = xml.length > 0 ? xml.get(edit.at % xml.length) : null
    if (child instanceof Y.XmlElement) child.setAttribute(edit.key, edit.text)
  },
  inner: (xml, edit) => {
    const child = xml.length > 0 ? xml.get(edit.at % xml.length) : null
    if (child instanceof Y.XmlText) child.insert(0, edit.text)
    else if (child instanceof Y.XmlElement) child.insert(0, [new Y.XmlElement(edit.key)])
  },
  delete: (xml, edit) => { if (xml.length > 0) xml.delete(edit.at % xml.length, 1) }
}

function edit ({ r, edits }) {
  const { doc } = docs.get(r)
  doc.transact(() => {
    for (const one of edits) {
      if (one.type === 'xml') xmls[one.op](doc.getXmlFragment('xml'), one)
      else {
        const found = target(doc, one)
        if (found !== undefined) ({ text: texts, map: maps, array: arrays })[one.type][one.op](found, one)
      }
    }
  })
}

function runs (text) {
  const runs = []
  for (const { insert, attributes = {} } of text.toDelta()) {
    const last = runs[runs.length - 1]
    const given = JSON.stringify(Object.entries(attributes).sort())
    if (typeof insert === 'string' && last?.given === given && typeof last.i === 'string') last.i += insert
    else runs.push({ i: typeof insert === 'string' ? insert : { e: insert }, a: attributes, given })
  }
  return runs.map(({ i, a }) => ({ i, a }))
}

function dump (value) {
  if (value instanceof Y.XmlElement) {
    return { n: value.nodeName, a: value.getAttributes(), c: value.toArray().map(dump) }
  }
  if (value instanceof Y.XmlFragment) return { c: value.toArray().map(dump) }
  if (value instanceof Y.Text) return { text: runs(value) }
  if (value instanceof Y.Array) return { array: value.toArray().map(dump) }
  if (value instanceof Y.Map) {
    return { map: Object.fromEntries([...value.entries()].map(([key, one]) => [key, dump(one)])) }
  }
  if (value instanceof Uint8Array) return { hex: hex(value) }
  return { v: value }
}

const commands = {
  new: command => { make(command); return {} },
  edit: command => {
    edit(command)
    const entry = docs.get(command.r)
    const updates = entry.updates
    entry.updates = []
    return { updates }
  },
  apply: ({ r, update }) => { Y.applyUpdate(docs.get(r).doc, bytes(update), 'remote'); return {} },
  full: ({ r, vector }) => ({
    update: hex(Y.encodeStateAsUpdate(docs.get(r).doc, vector === undefined ? undefined : bytes(vector)))
  }),
  state: ({ r }) => {
    const { doc } = docs.get(r)
    const vector = hex(Y.encodeStateVector(doc))
    const content = { xml: doc.getXmlFragment('xml') }
    for (const type of ['text', 'map', 'array']) content[type] = root(doc, type)
    return { vector, dump: Object.fromEntries(Object.entries(content).map(([key, one]) => [key, dump(one)])) }
  },
  merge: ({ updates }) => ({ update: hex(Y.mergeUpdates(updates.map(bytes))) }),
  diff: ({ update, vector }) => ({ update: hex(Y.diffUpdate(bytes(update), bytes(vector))) }),
  drop: ({ r }) => { docs.delete(r); return {} }
}

readline.createInterface({ input: process.stdin }).on('line', line => {
  const command = JSON.parse(line)
  let answer
  try {
    answer = commands[command.do](command)
  } catch (error) {
    answer = { error: String(error.stack) }
  }
  process.stdout.write(JSON.stringify(answer) + '\n')
})
