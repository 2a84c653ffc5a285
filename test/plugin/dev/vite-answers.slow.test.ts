import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { createManifest } from '../../runtime/koa/manifest.ts';
import { exchange } from '../../runtime/koa/wire.ts';
import { startDev, VITES } from './server.ts';

// What docs/deploy/differences.md says of Vite's own listeners.

const FILES = {
  'app/operations/notes.ts': '/** @returns {string} The notes */\nexport default (): string => "all";\n',
};

const GET = 'GET /notes HTTP/1.1';
const request = (...lines: string[]): string => `${lines.join('\r\n')}\r\n\r\n`;
const INVALID = request(GET, 'Host: localhost', 'Bad Header: x');
const TOO_LARGE = request(GET, 'Host: localhost', `X-Large: ${'x'.repeat(20_000)}`);
const UNKNOWN_HOST = request(GET, 'Host: evil.example', 'Connection: close');
const HANDSHAKE = request(
  GET,
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
);

it.each(VITES)(
  '%s: refuses invalid HTTP, headers that are too large and unknown hosts by itself',
  async (_name, vite) => {
    const { url } = await startDev(vite, FILES);
    const port = Number(new URL(url).port);
    expect(await exchange(port, INVALID, 30_000)).toMatchObject({ status: 400, body: '' });
    expect(await exchange(port, TOO_LARGE, 30_000)).toMatchObject({ status: 431, body: '' });
    const refused = await exchange(port, UNKNOWN_HOST, 30_000);
    expect(refused.status).toBe(403);
    expect(refused.body).toContain('server.allowedHosts');
    expect(refused.body).not.toContain('"all"');
  },
);

it.each(VITES)('%s: leaves a WebSocket handshake without a response that nothing accepts', async (_name, vite) => {
  const { url } = await startDev(vite, FILES);
  const { text, closed } = await exchange(Number(new URL(url).port), HANDSHAKE, 1500);
  expect([text, closed]).toEqual(['', false]);
});

it('the built server sends problems for the first two, and responds to the others as usual', async () => {
  const server = createApp(createManifest({ 'GET /notes': () => 'all' })).listen(0);
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  for (const [bytes, status] of [
    [INVALID, 400],
    [TOO_LARGE, 431],
  ] as const) {
    const answer = await exchange(port, bytes, 30_000);
    expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/problem+json' } });
    expect(JSON.parse(answer.body)).toMatchObject({ status });
  }
  for (const bytes of [
    UNKNOWN_HOST,
    HANDSHAKE.replace('Upgrade: websocket', 'Upgrade: websocket\r\nConnection: close'),
  ])
    expect(await exchange(port, bytes, 30_000)).toMatchObject({ status: 200, body: '"all"' });
});
