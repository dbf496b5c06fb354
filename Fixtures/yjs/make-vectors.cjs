// Writes vectors.json with Debian's node-yjs: NODE_PATH=/usr/share/nodejs node Fixtures/yjs/make-vectors.cjs
'use strict'
const fs = require('fs')
const path = require('path')
const Y = require('yjs')
const encoding = require('lib0/encoding')
const sync = require('y-protocols/sync')
const auth = require('y-protocols/auth')
const awareness = require('y-protocols/awareness')

const hex = bytes => Buffer.from(bytes).toString('hex')
const make = client => { const doc = new Y.Doc(); doc.clientID = client; return doc }

const values = [
  null, true, false, 0, -0, 1, -1, 63, 64, -64, 127, 128, 8191, 8192, 2147483647, -2147483647, 2147483648,
  0.5, 0.1, -1e300, 9007199254740991, '', 'text', 'äß日😀', [], [1, [2, ['three']]], {}, { a: 1, b: { c: [true, null] } }
].map(value => {
  const encoder = encoding.createEncoder()
  encoding.writeAny(encoder, value)
  const json = Object.is(value, -0) ? '-0' : JSON.stringify(value)
  return { json, bytes: hex(encoding.toUint8Array(encoder)) }
})

// Each recipe edits documents and returns the one whose content counts.
const recipes = {
  text () {
    const doc = make(1)
    doc.getText('text').insert(0, 'hello world')
    doc.getText('text').delete(2, 3)
    doc.getText('text').insert(2, 'LL😀')
    return [doc]
  },
  'text by two at once' () {
    const one = make(1)
    const two = make(2)
    one.getText('text').insert(0, 'abc')
    Y.applyUpdate(two, Y.encodeStateAsUpdate(one))
    one.getText('text').insert(1, 'ONE')
    two.getText('text').insert(1, 'two')
    two.getText('text').delete(0, 1)
    return [one, two]
  },
  'a cut pair' () {
    const one = make(1)
    const two = make(2)
    one.getText('text').insert(0, 'a😀b')
    Y.applyUpdate(two, Y.encodeStateAsUpdate(one))
    two.getText('text').insert(2, 'X')
    return [one, two]
  },
  formats () {
    const doc = make(3)
    const text = doc.getText('text')
    text.insert(0, 'plain bold both')
    text.format(6, 9, { bold: true })
    text.format(11, 4, { color: 'red' })
    text.insertEmbed(5, { image: 'i.png' })
    text.format(0, 8, { bold: null })
    return [doc]
  },
  'a map' () {
    const doc = make(4)
    const map = doc.getMap('map')
    map.set('a', 1)
    map.set('a', 2)
    map.set('bytes', new Uint8Array([0, 255]))
    map.set('gone', 'x')
    map.delete('gone')
    map.set('nested', new Y.Map()).set('deep', new Y.Text('text'))
    return [doc]
  },
  'an array' () {
    const doc = make(5)
    const array = doc.getArray('array')
    array.insert(0, [1, 'two', null, { three: 3 }])
    array.insert(2, [new Y.Array()])
    array.get(2).push([new Uint8Array([7]), true])
    array.delete(0, 1)
    return [doc]
  },
  xml () {
    const doc = make(6)
    const xml = doc.getXmlFragment('xml')
    const element = new Y.XmlElement('P')
    xml.insert(0, [element, new Y.XmlText('loose')])
    element.setAttribute('class', 'c')
    element.insert(0, [new Y.XmlText('inside'), new Y.XmlElement('br')])
    return [doc]
  },
  'what was collected' () {
    const doc = make(7)
    const map = doc.getMap('map')
    const nested = map.set('n', new Y.Array())
    nested.push([new Y.Map(), 'x', new Y.Text('deep')])
    map.delete('n')
    map.set('left', 1)
    return [doc]
  },
  'a document inside' () {
    const doc = make(8)
    doc.getMap('map').set('doc', new Y.Doc({ guid: 'inner', autoLoad: true }))
    return [doc]
  }
}

const documents = Object.entries(recipes).map(([name, recipe]) => {
  const docs = recipe()
  const whole = docs.map(doc => Y.encodeStateAsUpdate(doc))
  const all = make(99)
  whole.forEach(update => Y.applyUpdate(all, update))
  const merged = Y.mergeUpdates(whole)
  return {
    name,
    updates: whole.map(hex),
    full: hex(Y.encodeStateAsUpdate(all)),
    vector: hex(Y.encodeStateVector(all)),
    merged: hex(merged),
    text: all.getText('text').toDelta().length > 0 ? JSON.stringify(all.getText('text').toDelta()) : '[]',
    map: JSON.stringify(all.getMap('map').toJSON()),
    array: JSON.stringify(all.getArray('array').toJSON()),
    xml: all.getXmlFragment('xml').toString()
  }
})

const message = write => {
  const encoder = encoding.createEncoder()
  write(encoder)
  return hex(encoding.toUint8Array(encoder))
}
const doc = make(10)
doc.getText('text').insert(0, 'hi')
const states = new awareness.Awareness(doc)
states.setLocalState({ user: { name: 'Zoë' } })
const messages = {
  step1: message(e => { encoding.writeVarUint(e, 0); sync.writeSyncStep1(e, doc) }),
  step2: message(e => { encoding.writeVarUint(e, 0); sync.writeSyncStep2(e, doc) }),
  update: message(e => { encoding.writeVarUint(e, 0); sync.writeUpdate(e, Y.encodeStateAsUpdate(doc)) }),
  awareness: message(e => {
    encoding.writeVarUint(e, 1)
    encoding.writeVarUint8Array(e, awareness.encodeAwarenessUpdate(states, [10]))
  }),
  denied: message(e => { encoding.writeVarUint(e, 2); auth.writePermissionDenied(e, 'no') }),
  query: message(e => { encoding.writeVarUint(e, 3) })
}
states.destroy()

const text = JSON.stringify({ values, documents, messages }, null, 1)
fs.writeFileSync(path.join(__dirname, 'vectors.json'), text + '\n')
