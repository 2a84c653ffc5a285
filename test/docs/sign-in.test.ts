import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { readBlocks, readPage } from './examples.ts';
import { hasPackages, linkPackages } from './packages.ts';

// What recipes on signing in promise beyond the requests that they show, which test/exchanges sends.

it.skipIf(!hasPackages)('identity-providers.md: tokens of a provider pass, and an outage is no 401', async () => {
  const root = scratch();
  const shown = readBlocks(readPage('identity-providers.md')).filter(({ title }) => /^\S+\.\w+$/.test(title));
  const files = Object.fromEntries(shown.map(({ title, text }) => [title, text]));
  await writeTree(root, { 'package.json': '{ "type": "module" }', ...files });
  linkPackages(root);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] };
  const provider = createServer((_req, res) => void res.end(JSON.stringify(keys))).listen(0);
  onTestFinished(() => void provider.close());
  await once(provider, 'listening');
  const address = `http://localhost:${(provider.address() as AddressInfo).port}/`;
  const start = async (JWKS_URL: string): Promise<string> => {
    const env = { ISSUER: address, AUDIENCE: 'https://api.example', JWKS_URL, PORT: String(await freePort()) };
    const { url, stop } = await startNode(file, { cwd: root, env });
    onTestFinished(async () => void (await stop('SIGKILL')));
    return url;
  };
  const tokenOf = (claims: object): string => {
    const exp = Math.floor(Date.now() / 1000) + 600;
    const parts = [
      { alg: 'RS256', kid: 'one' },
      { sub: 'ada', iss: address, aud: 'https://api.example', exp, ...claims },
    ];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  };
  const me = async (url: string, claims: object): Promise<unknown[]> => {
    const response = await fetch(`${url}/me`, { headers: { Authorization: `Bearer ${tokenOf(claims)}` } });
    return [response.status, ((await response.json()) as { id?: string }).id];
  };
  const file = await viteBuild(root, join(root, 'dist'));
  const url = await start(`${address}jwks.json`);
  expect(await me(url, {})).toEqual([200, 'ada']);
  expect(await me(url, { aud: 'https://other.example' })).toEqual([401, undefined]);
  expect(await me(url, { iss: 'https://login.example/' })).toEqual([401, undefined]);
  expect(await me(url, { exp: 1 })).toEqual([401, undefined]);
  expect(await me(await start(`http://localhost:${await freePort()}/jwks.json`), {})).toEqual([503, undefined]);
});

it('jwt-and-sessions.md: a hashed password is recognized', async () => {
  const text = readBlocks(readPage('jwt-and-sessions.md')).find(({ title }) => title === 'app/passwords.ts')!.text;
  const file = join(scratch(), 'passwords.ts');
  writeFileSync(file, text);
  const { hashPassword, isPassword } = (await import(/* @vite-ignore */ file)) as {
    hashPassword(password: string): Promise<string>;
    isPassword(password: string, stored: string): Promise<boolean>;
  };
  const [first, second] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
  expect(first).not.toBe(second);
  expect(await isPassword('correct horse', first)).toBe(true);
  expect(await isPassword('wrong', first)).toBe(false);
});
