// Echo on node's ws, as Debian ships it: node node-ws.cjs PORT MODULES
'use strict';
const [port, modules] = process.argv.slice(2);
const { WebSocketServer } = require(`${modules}/ws`);
const server = new WebSocketServer({ host: '127.0.0.1', port: Number(port), perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('error', () => {});
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
});
