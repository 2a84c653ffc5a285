import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scratch } from '../support/build.ts';
import { startHaproxy, startNginx, startNginxOfOne } from './proxies.ts';

// The option `proxy` trusts these headers, so the proxies of docs/deploy/proxies.md must set all of them.

it.each([
  ['nginx', startNginx],
  ['nginx before one process', startNginxOfOne],
  ['HAProxy', startHaproxy],
])('%s replaces or extends the headers that a client forges', async (_name, startProxy) => {
  const server = createServer((req, res) => void res.end(JSON.stringify(req.headers))).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy = await startProxy(join(scratch(), 'proxy'), [port, port]);
  onTestFinished(() => proxy.stop());
  const forged = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.1' };
  const headers = (await (await fetch(proxy.url, { headers: forged })).json()) as Record<string, string>;
  expect(headers['x-forwarded-host']).toMatch(/^127\.0\.0\.1/);
  expect(headers['x-forwarded-proto']).toBe('http');
  // With maxIpsCount: 1, only the last address counts.
  expect(headers['x-forwarded-for']).toMatch(/, 127\.0\.0\.1$/);
});
