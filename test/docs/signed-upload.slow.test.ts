import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { readBlocks, readPage } from './examples.ts';
import { hasPackages, linkPackages } from './packages.ts';

const SECRET = 'secret-of-the-bucket';

const sign = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Whether the query of a request signs its method, path and headers: AWS Signature Version 4. */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const { pathname, searchParams } = new URL(url!, 'http://s3');
  const signature = searchParams.get('X-Amz-Signature');
  searchParams.delete('X-Amz-Signature');
  searchParams.sort();
  const query = searchParams.toString().replaceAll('+', '%20');
  const names = searchParams.get('X-Amz-SignedHeaders')!.split(';');
  const fields = names.map((name) => `${name}:${String(headers[name])}\n`).join('');
  const request = [method, pathname, query, fields, names.join(';'), 'UNSIGNED-PAYLOAD'].join('\n');
  const [, ...scope] = searchParams.get('X-Amz-Credential')!.split('/');
  const hash = createHash('sha256').update(request).digest('hex');
  const text = ['AWS4-HMAC-SHA256', searchParams.get('X-Amz-Date'), scope.join('/'), hash].join('\n');
  const key = scope.reduce<string | Buffer>(sign, `AWS4${SECRET}`);
  return sign(key, text).toString('hex') === signature;
}

it.skipIf(!hasPackages)('storage.md signs a URL that takes the file that was announced, and no other', async () => {
  const store = createServer(
    (req, res) => void req.resume().on('end', () => res.writeHead(isSigned(req) ? 200 : 403).end()),
  ).listen(0);
  onTestFinished(() => void store.close());
  const blocks = readBlocks(readPage('storage.md')).filter(({ title }) => /^\S+\.ts$/.test(title));
  const root = scratch();
  await writeTree(root, {
    'package.json': '{ "type": "module" }',
    ...Object.fromEntries(blocks.map(({ title, text }) => [title, text])),
  });
  linkPackages(root);
  const env = {
    PORT: String(await freePort()),
    BUCKET_URL: `http://localhost:${(store.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: 'books',
    AWS_SECRET_ACCESS_KEY: SECRET,
    AWS_SESSION_TOKEN: 'session-of-the-role',
  };
  const served = await startNode(await viteBuild(root, join(root, 'dist')), { cwd: root, env });
  onTestFinished(async () => void (await served.stop('SIGKILL')));
  const answer = await fetch(`${served.url}/covers/7/upload`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"type":"image/png","size":10}',
  });
  expect(answer.status).toBe(201);
  const { url, expires_in: lifetime } = (await answer.json()) as { url: string; expires_in: number };
  const { pathname, searchParams } = new URL(url);
  expect([pathname, searchParams.get('X-Amz-Security-Token'), lifetime]).toEqual(['/7', 'session-of-the-role', 300]);
  const upload = async (type: string, body: string): Promise<number> =>
    (await fetch(url, { method: 'PUT', headers: { 'Content-Type': type }, body })).status;
  expect(await upload('image/png', '0123456789')).toBe(200);
  expect(await upload('text/html', '0123456789')).toBe(403);
  expect(await upload('image/png', '01234567890')).toBe(403);
  const change = async (from: string, to: string, method = 'PUT'): Promise<number> => {
    const init = { method, headers: { 'Content-Type': 'image/png' }, body: '0123456789' };
    return (await fetch(url.replace(from, to), init)).status;
  };
  expect(await change('/7?', '/8?')).toBe(403);
  expect(await change('Expires=300', 'Expires=604800')).toBe(403);
  expect(await change('', '', 'DELETE')).toBe(403);
});
