import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get as getRaw } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratch } from '../../support/build.ts';
import { hasPackages } from '../packages.ts';
import { serve } from './server.ts';

/** Paths to the file beside the directory of uploads, which `fetch` would normalize. */
const PATHS = [
  '/uploads/../secret.png',
  '/uploads/%2e%2e/secret.png',
  '/uploads/..%2fsecret.png',
  '/uploads/.%2e%2fsecret.png',
  '/uploads/..%5csecret.png',
  '/uploads/..%252fsecret.png',
  '/uploads/7.png%00/../../secret.png',
  '/covers/..%2fsecret',
  '/covers/7%2f..%2f..%2fsecret',
  '/pictures/..%2fsecret',
  '/videos/..%2fsecret.png%00',
];

it.skipIf(!hasPackages)(
  'storage.md writes and reads no file outside of its directory, whatever clients name',
  async () => {
    const parent = scratch();
    const directory = join(parent, 'uploads');
    writeFileSync(join(parent, 'secret.png'), 'a secret');
    const { url } = await serve('storage.md', { env: { UPLOADS: directory } });
    for (const name of ['../../evil.html', '..\\evil.html', '/etc/evil', 'evil.html\0.png']) {
      const form = new FormData();
      form.append('cover', new File(['<script>'], name, { type: 'image/png' }));
      expect((await fetch(`${url}/covers/7`, { method: 'PUT', body: form })).status).toBe(200);
    }
    expect(readdirSync(parent).sort()).toEqual(['secret.png', 'uploads']);
    expect(readdirSync(directory)).toEqual(['7.png']);
    const page = new FormData();
    page.append('cover', new File(['<script>'], 'evil.html', { type: 'text/html' }));
    expect((await fetch(`${url}/covers/8`, { method: 'PUT', body: page })).status).toBe(415);
    for (const path of ['/covers/7', '/uploads/7.png', '/pictures/7'])
      expect((await fetch(`${url}${path}`)).headers.get('Content-Type')).toBe('image/png');
    for (const path of PATHS) {
      const [response] = (await once(getRaw(`${url}`, { path }), 'response')) as [IncomingMessage];
      const text = Buffer.concat(await response.toArray()).toString();
      expect([path, response.statusCode! >= 400, text.includes('a secret')]).toEqual([path, true, false]);
    }
  },
);
