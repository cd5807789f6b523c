// A server that is spoken to as the client of an editor does it: messages with a header, over its standard input and output.

'use strict';

const { spawn } = require('node:child_process');

/** Starts a server. What it sends by itself is kept in `told`; requests of it are answered with nothing. */
function start({ command, args }) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [waiting, told] = [new Map(), []];
  let [bytes, last] = [Buffer.alloc(0), 0];
  const send = (message) => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    child.stdin.write(body);
  };
  const received = (message) => {
    if (message.method === undefined) {
      const { resolve, reject } = waiting.get(message.id);
      waiting.delete(message.id);
      message.error ? reject(new Error(message.error.message)) : resolve(message.result);
      return;
    }
    told.push(message);
    if (message.id !== undefined) {
      send({ id: message.id, result: null });
    }
  };
  child.stdout.on('data', (piece) => {
    bytes = Buffer.concat([bytes, piece]);
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/.exec(bytes.toString('latin1', 0, Math.max(end, 0)))?.[1]);
      if (end < 0 || bytes.length < end + 4 + length) {
        return;
      }
      const body = bytes.subarray(end + 4, end + 4 + length);
      bytes = bytes.subarray(end + 4 + length);
      received(JSON.parse(body.toString()));
    }
  });
  const gone = new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code) => resolve(code));
  });
  gone.then((why) => waiting.forEach(({ reject }) => reject(new Error(`the server is gone: ${why}`))));
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      send({ id: last, method, params });
    });
  const notify = (method, params) => send({ method, params });
  const stop = () => void child.kill();
  return { request, notify, told, gone, stop };
}

module.exports = { start };
