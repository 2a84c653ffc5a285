import { expect, it } from 'vitest';
import { exchange } from '../../runtime/koa/wire.ts';
import { startDev, VITES } from './server.ts';

const FILES = {
  'app/operations/notes/@get.ts': '/** @returns {string} The notes */\nexport default (): string => "all";\n',
  'app/operations/notes/@post.ts':
    '/**\n * @param {string} text - The text\n * @returns {string} The text\n */\nexport default (ctx): string => ctx.input.body.text;\n',
};
/** What Java's HTTP client sends with its first request. */
const UPGRADE = [
  'Connection: Upgrade, HTTP2-Settings, close',
  'Upgrade: h2c',
  'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
];

it.each(VITES)('%s: answers a request for an upgrade to HTTP/2 as any other, with its body', async (_name, vite) => {
  const { url } = await startDev(vite, FILES);
  const port = Number(new URL(url).port);
  const send = (
    lines: readonly string[],
    body = '',
    fields: readonly string[] = UPGRADE,
  ): ReturnType<typeof exchange> =>
    exchange(port, `${[...lines, 'Host: localhost', ...fields].join('\r\n')}\r\n\r\n${body}`, 60_000);
  expect(await send(['GET /notes HTTP/1.1'])).toMatchObject({ status: 200, body: '"all"' });
  const json = '{"text":"long enough"}';
  const type = 'Content-Type: application/json';
  expect(await send(['POST /notes HTTP/1.1', type, `Content-Length: ${json.length}`], json)).toMatchObject({
    status: 200,
    body: '"long enough"',
  });
  const chunks = `5\r\n${json.slice(0, 5)}\r\n${(json.length - 5).toString(16)}\r\n${json.slice(5)}\r\n0\r\n\r\n`;
  expect(await send(['POST /notes HTTP/1.1', type, 'Transfer-Encoding: chunked'], chunks)).toMatchObject({
    status: 200,
    body: '"long enough"',
  });
  // The connection stays open for the next request.
  const next = 'GET /notes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  const { text } = await send(['GET /notes HTTP/1.1'], next, ['Connection: Upgrade', 'Upgrade: h2c']);
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
});

it('the dev server leaves WebSocket to Vite', async () => {
  const { url } = await startDev(VITES[0]![1], FILES);
  const lines = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Protocol: vite-ping',
  ];
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  const { status } = await exchange(
    Number(new URL(url).port),
    `GET / HTTP/1.1\r\nHost: localhost\r\n${[...lines, key].join('\r\n')}\r\n\r\n`,
    1000,
  );
  expect(status).toBe(101);
});
