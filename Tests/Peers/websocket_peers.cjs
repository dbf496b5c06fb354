// Stock providers of y-websocket, handled by lines of JSON: the other side of the tests in Tests/Documents.
'use strict'

// With SPEED=10 ten seconds of a provider's take one: its patience can be tried without waiting for it.
const speed = Number(process.env.SPEED ?? 1)
if (speed !== 1) {
  const { now } = Date
  const start = now()
  const { setInterval } = globalThis
  Date.now = () => start + (now() - start) * speed
  globalThis.setInterval = (action, ms, ...rest) => setInterval(action, ms / speed, ...rest)
}

const Y = require('yjs')
const { WebsocketProvider } = require('y-websocket')
const WebSocket = require('ws')
const readline = require('readline')

// Each provider listens for the end of the process.
process.setMaxListeners(0)

const peers = new Map()

function open ({ r, base, doc: name, params, client, state }) {
  const peer = { sent: 0, received: 0, closes: [], denied: [] }
  class CountedSocket extends WebSocket {
    constructor (url) {
      super(url)
      this.on('message', () => { peer.received += 1 })
    }

    send (bytes) {
      peer.sent += 1
      super.send(bytes)
    }
  }
  peer.doc = new Y.Doc()
  if (client !== undefined) peer.doc.clientID = client
  peer.provider = new WebsocketProvider(base, name, peer.doc, {
    WebSocketPolyfill: CountedSocket,
    disableBc: true,
    maxBackoffTime: 400,
    params: params ?? {},
    connect: false
  })
  peer.provider.on('connection-close', event => peer.closes.push(event.code))
  peer.provider.on('connection-error', () => {})
  if (state !== undefined) peer.provider.awareness.setLocalState(state)
  peer.provider.connect()
  peers.set(r, peer)
}

const warn = console.warn
console.warn = text => {
  const denied = [...peers.values()].filter(peer => String(text).includes(peer.provider.url))
  for (const peer of denied) peer.denied.push(String(text).split('\n').pop())
  if (denied.length === 0) warn(text)
}

const commands = {
  open,
  insert: ({ r, at, text }) => peers.get(r).doc.getText('text').insert(at, text),
  set: ({ r, key, value }) => peers.get(r).doc.getMap('map').set(key, value),
  state: ({ r, state }) => peers.get(r).provider.awareness.setLocalState(state),
  connect: ({ r }) => peers.get(r).provider.connect(),
  disconnect: ({ r }) => peers.get(r).provider.disconnect(),
  // As when a cable is pulled: nothing more is said.
  cut: ({ r }) => peers.get(r).provider.ws?.terminate(),
  look: ({ r }) => {
    const { doc, provider, sent, received, closes, denied } = peers.get(r)
    return {
      text: doc.getText('text').toString(),
      map: doc.getMap('map').toJSON(),
      vector: Object.fromEntries(Y.decodeStateVector(Y.encodeStateVector(doc))),
      client: doc.clientID,
      synced: provider.synced,
      connected: provider.wsconnected,
      states: Object.fromEntries(provider.awareness.getStates()),
      sent,
      received,
      closes,
      denied
    }
  }
}

readline.createInterface({ input: process.stdin }).on('line', line => {
  const command = JSON.parse(line)
  let answer
  try {
    answer = commands[command.do](command) ?? {}
  } catch (error) {
    answer = { error: String(error.stack) }
  }
  process.stdout.write(JSON.stringify(answer) + '\n')
}).on('close', () => process.exit())
