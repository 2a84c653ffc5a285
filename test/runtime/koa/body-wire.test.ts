import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { anything, takeBody } from './bodies.ts';
import { createGate, KINDS, serve, until } from './serve.ts';

const CONTENT = [anything('application/json'), anything('text/plain')];

/** A connection to a server, and all that came from it. */
function open(url: string): { socket: Socket; received: () => string; closed: Promise<unknown> } {
  const socket = connect(Number(new URL(url).port), 'localhost');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return { socket, received: () => received, closed: new Promise((resolve) => socket.on('close', resolve)) };
}

/** More than connections buffer. */
const LARGE = Buffer.alloc(20 * 2 ** 20, 'x');
const LARGE_ZIPPED = gzipSync(LARGE);

const head = (...lines: string[]): string =>
  ['POST / HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...lines, '', ''].join('\r\n');

describe.each(KINDS)('the connection of a body by $name', ({ create }) => {
  const serveCounting = async (options = {}) => {
    let runs = 0;
    const handler = (): number => ++runs;
    const served = await serve(create(takeBody(CONTENT, { handler }), options));
    return { ...served, runs: () => runs };
  };

  it.each([
    ['with a length', head('Content-Length: 100'), '{"a":1}'],
    ['in chunks', head('Transfer-Encoding: chunked'), '7\r\n{"a":1}\r\n'],
    ['compressed', head('Content-Length: 100', 'Content-Encoding: gzip'), gzipSync('{"a":1}').toString('latin1')],
  ])('runs no handler if the client leaves half way: %s', async (_name, start, half) => {
    const { url, errors, runs, ask } = await serveCounting();
    const { socket } = open(url);
    socket.write(start + half, 'latin1');
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.resetAndDestroy();
    // Koa itself tells of the connection that was reset.
    await until(() => errors.length > 1);
    expect((await ask('POST /', { headers: { 'Content-Type': 'text/plain' }, body: 'x' })).json).toBe(1);
    expect(errors.map(({ message }) => message)).toContain('The request body was truncated.');
    expect(errors).toHaveLength(2);
    for (const error of errors) expect(error).toMatchObject({ headerSent: true });
    expect(runs()).toBe(1);
  });

  it('runs no handler if the client closes its half of the connection half way', async () => {
    const { url, runs } = await serveCounting();
    const { socket, received, closed } = open(url);
    socket.end(head('Content-Length: 100') + '{"a":1}');
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(runs()).toBe(0);
  });

  it('reads no more than the announced length, even if it is too small', async () => {
    const { url, runs } = await serveCounting();
    const { socket, received, closed } = open(url);
    socket.write(head('Content-Length: 4') + '{"a":1}');
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 400 /);
    expect(runs()).toBe(0);
  });

  it('answers at once if the announced length is too large', async () => {
    const { url, runs } = await serveCounting();
    const { socket, received } = open(url);
    socket.write(head(`Content-Length: ${10 * 2 ** 30}`));
    await until(() => received().includes('}'));
    expect(received()).toMatch(/^HTTP\/1\.1 413 Payload Too Large\r\n/);
    expect(received()).toContain('"detail":"The request body must have at most 1048576 bytes."');
    expect(runs()).toBe(0);
  });

  it.each([
    ['with a length', {}],
    ['in chunks', { 'Transfer-Encoding': 'chunked' }],
    ['compressed', { 'Content-Encoding': 'gzip' }],
  ])('lets a client that first sends all see the answer, and serves on: %s', async (_name, coding) => {
    const { ask, url } = await serveCounting();
    const headers = { 'Content-Type': 'text/plain', ...coding };
    const sent = 'Content-Encoding' in coding ? LARGE_ZIPPED : LARGE;
    expect((await ask('POST /', { headers, body: sent })).status).toBe(413);
    const { socket, received } = open(url);
    socket.write(head(`Content-Length: ${2 ** 21}`));
    socket.write(Buffer.alloc(2 ** 21, 'x'));
    socket.write(head('Content-Length: 1') + '1');
    await until(() => received().includes('200 OK'));
    expect(received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  it('cuts the connection where a refused body does not end', async () => {
    const { url, errors } = await serveCounting();
    const { socket, received, closed } = open(url);
    const chunk = `100000\r\n${'x'.repeat(2 ** 20)}\r\n`;
    let sent = 0;
    const write = (): void => {
      do sent++;
      while (socket.write(chunk));
    };
    socket.on('drain', write).write(head('Transfer-Encoding: chunked'));
    write();
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 413 /);
    expect(sent).toBeGreaterThan(32);
    expect(sent).toBeLessThan(64);
    expect(errors).toMatchObject([{ status: 413 }]);
  });
});

it('A body whose client is gone before it is read is not waited for', async () => {
  const began = createGate();
  const left = createGate();
  let runs = 0;
  const app = createApp(takeBody(CONTENT, { handler: () => ++runs })).use(async (_ctx, next) => {
    began.open();
    await left.opened;
    await next();
  });
  const { url, errors } = await serve(app);
  const { socket, closed } = open(url);
  socket.write(head('Content-Length: 100', 'Content-Encoding: gzip') + 'x');
  await began.opened;
  socket.destroy();
  await closed;
  await new Promise((resolve) => setTimeout(resolve, 20));
  left.open();
  await until(() => errors.length > 1);
  expect(errors.map(({ message }) => message)).toContain('The request body was truncated.');
  expect(runs).toBe(0);
});
