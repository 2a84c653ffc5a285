import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { compileTree } from '../koa/compiled.ts';
import { KINDS, serve, until } from '../koa/serve.ts';
import { scratch } from '../../support/build.ts';

/** How many uploads follow the stream on one connection. */
const UPLOADS = 50;

const TREE = {
  'forever.ts': `/** @returns {Stream<integer>} */
export default async function* forever({ signal }) {
  const { counts } = globalThis;
  counts.open++;
  try {
    for (let n = 0; !signal.aborted; n++) {
      yield n;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    counts.open--;
  }
}`,
  'uploads@post.ts': `/**
 * @param {{file: binary}} body
 * @consumes multipart/form-data
 * @returns {integer} 200 - Its size
 */
export default (ctx) => {
  globalThis.counts.uploads++;
  ctx.signal.addEventListener('abort', () => globalThis.counts.aborted++);
  return ctx.input.body.file.size;
};`,
};

const form = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nsome text\r\n--b--\r\n';
const upload = `POST /uploads HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${form.length}\r\n\r\n${form}`;

it.each(KINDS)(`${UPLOADS} uploads behind a pipelined stream leave nothing, by $name`, async ({ create }) => {
  const directory = scratch();
  vi.stubEnv('TMPDIR', directory);
  onTestFinished(() => void vi.unstubAllEnvs());
  const counts = { open: 0, uploads: 0, aborted: 0 };
  Object.assign(globalThis, { counts });
  const { url, errors } = await serve(create(await compileTree(TREE)));
  const socket = connect(Number(new URL(url).port), 'localhost').on('error', () => {});
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.write(`GET /forever HTTP/1.1\r\nHost: a\r\n\r\n${upload.repeat(UPLOADS)}`);
  await until(() => counts.uploads === UPLOADS);
  expect(counts.open).toBe(1);
  // Their responses wait behind the stream, and their files with them.
  expect(readdirSync(directory)).toHaveLength(UPLOADS);
  await sleep(50);
  expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
  socket.destroy();
  await until(() => counts.open === 0 && readdirSync(directory).length === 0);
  expect(errors).toEqual([]);
});
