import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostFault, isPublic } from '../../../src/tools/openapi/fetch/allowed-hosts.ts';
import { readDocuments } from '../../../src/tools/openapi/fetch/read-documents.ts';

const directory = mkdtempSync(join(tmpdir(), 'import-'));
const asked: string[] = [];
let api: Server;
let other: Server;

function listen(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    asked.push(`${request.headers.host!} ${pathname}`);
    const to = searchParams.get('to');
    if (pathname === '/redirect') response.writeHead(302, { location: to! }).end();
    else if (pathname === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (pathname === '/missing') response.writeHead(404).end();
    else response.end(JSON.stringify(to === null ? { type: 'string' } : { openapi: '3.1.0', at: { $ref: to } }));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function urlOf(server: Server, path: string, to?: string): string {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}${query}`;
}

const hostOf = (server: Server): string => new URL(urlOf(server, '/')).host;

beforeAll(async () => {
  [api, other] = await Promise.all([listen(), listen()]);
  writeFileSync(join(directory, 'secret.json'), '{"password":"1"}');
});

afterAll(() => {
  for (const server of [api, other]) server.close();
  rmSync(directory, { recursive: true });
});

describe('a description from a URL', () => {
  it('refers to its own origin, also by redirects', async () => {
    await expect(readDocuments(urlOf(api, '/a', './b'))).resolves.toBeDefined();
    await expect(readDocuments(urlOf(api, '/a', urlOf(api, '/redirect', '/b')))).resolves.toBeDefined();
    await expect(readDocuments(urlOf(api, '/redirect', '/a'))).resolves.toBeDefined();
  });

  it('reads no file', async () => {
    const file = pathToFileURL(join(directory, 'secret.json')).href;
    for (const uri of [
      urlOf(api, '/a', file),
      urlOf(api, '/redirect', file),
      urlOf(api, '/a', urlOf(api, '/redirect', file)),
    ])
      await expect(readDocuments(uri, { hosts: ['*', 'localhost', ''] })).rejects.toThrow(
        'refers to no files of yours',
      );
  });

  it('reads no other host, also by redirects, unless you allow it', async () => {
    const target = urlOf(other, '/b');
    for (const uri of [
      urlOf(api, '/a', target),
      urlOf(api, '/redirect', target),
      urlOf(api, '/a', urlOf(api, '/redirect', target)),
    ]) {
      asked.length = 0;
      await expect(readDocuments(uri)).rejects.toThrow(`--allow-hosts ${hostOf(other)}`);
      expect(asked.filter((line) => line.startsWith(hostOf(other)))).toEqual([]);
      await expect(readDocuments(uri, { hosts: [hostOf(other)] })).resolves.toBeDefined();
      await expect(readDocuments(uri, { hosts: ['127.0.0.1'] })).resolves.toBeDefined();
    }
  });

  it.each(['ftp://127.0.0.1/x', 'data:application/json,{}', 'javascript:1', 'gopher://127.0.0.1/'])(
    'refuses to read %s',
    async (target) => {
      for (const uri of [urlOf(api, '/a', target), urlOf(api, '/redirect', target)])
        await expect(readDocuments(uri, { hosts: ['127.0.0.1'] })).rejects.toThrow('its scheme is not http or https');
    },
  );

  it('follows no redirects without end, and names the status of a failure', async () => {
    await expect(readDocuments(urlOf(api, '/missing'))).rejects.toThrow('the server answered 404 Not Found');
    await expect(readDocuments(urlOf(api, '/loop'))).rejects.toThrow('redirected more than 10 times');
  });

  it('imports a reference that is not a URI', async () => {
    await expect(readDocuments(urlOf(api, '/a', 'http://['))).resolves.toBeDefined();
  });

  it('refuses a private host behind an allowed name', async () => {
    // "localhost." resolves as "localhost" does, and is not the name that you give for it.
    const port = new URL(urlOf(other, '/')).port;
    const name = `localhost.:${port}`;
    const start = join(directory, 'start.json');
    writeFileSync(start, JSON.stringify({ openapi: '3.1.0', at: { $ref: `http://${name}/b` } }));
    asked.length = 0;
    await expect(readDocuments(start, { hosts: [name] })).rejects.toThrow(
      /is on a private network|ENOTFOUND|EAI_AGAIN/,
    );
    expect(asked).toEqual([]);
  });
});

describe('a description from a file', () => {
  it('refers to files, and to the hosts that you allow', async () => {
    const start = join(directory, 'start.json');
    writeFileSync(start, JSON.stringify({ openapi: '3.1.0', at: { $ref: './secret.json' } }));
    await expect(readDocuments(start)).resolves.toBeDefined();
    writeFileSync(start, JSON.stringify({ openapi: '3.1.0', at: { $ref: urlOf(other, '/b') } }));
    await expect(readDocuments(start)).rejects.toThrow(/start\.json:1:33 refers to it\.$/);
    await expect(readDocuments(start, { hosts: [hostOf(other)] })).resolves.toBeDefined();
  });

  it.each([
    ["a: 'b\nc: 1", "broken.yaml:2:5: a text has no closing ' (each of its lines must be indented more than its key)"],
    [
      'a:\n  b: "c\n d"\n',
      'broken.yaml:2:8: a text has no closing " (each of its lines must be indented more than its key)',
    ],
    ['a: 1\na: 2', 'broken.yaml:2:1: Map keys must be unique'],
  ])('names the line of a mistake in a referred file, and that of the first reference: %j', async (text, mistake) => {
    const start = join(directory, 'start.yaml');
    writeFileSync(join(directory, 'broken.yaml'), text);
    writeFileSync(start, 'openapi: 3.1.0\na~b:\n  - $ref: broken.yaml#/a\n  - $ref: broken.yaml\n');
    const message = `${mistake}. start.yaml:3:11 refers to it.`;
    await expect(readDocuments(start, {}, directory)).rejects.toThrow(new Error(message));
  });

  it('reads no file that a URL refers to', async () => {
    const start = join(directory, 'start.json');
    const file = pathToFileURL(join(directory, 'secret.json')).href;
    for (const target of [urlOf(other, '/a', file), urlOf(other, '/redirect', file)]) {
      writeFileSync(start, JSON.stringify({ openapi: '3.1.0', at: { $ref: target } }));
      await expect(readDocuments(start, { hosts: [hostOf(other)] })).rejects.toThrow('refers to no files of yours');
    }
  });
});

describe('a host', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'x',
  ])('%s is not public', (address) => expect(isPublic(address)).toBe(false));

  it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111'])('%s is public', (address) =>
    expect(isPublic(address)).toBe(true),
  );

  it.each([
    ['https://a.com/x', 'https://a.com/y', true],
    ['http://a.com/x', 'https://a.com/y', true],
    ['https://a.com/x', 'http://a.com/y', false],
    ['https://a.com/x', 'https://a.com:8443/y', false],
    ['https://a.com/x', 'https://b.a.com/y', false],
    ['https://a.com/x', 'https://a.com@b.com/y', false],
    ['https://a.com/x', 'http://2130706433/', false],
    ['https://a.com/x', 'https://ok.com/', true],
  ])('checks a reference from %s to %s: %j', (root, uri, isAllowed) => {
    expect(hostFault(uri, { root, hosts: ['OK.com'] }) === undefined).toBe(isAllowed);
  });
});

describe('a file that a description refers to', () => {
  const refer = async (to: string): Promise<string> => {
    const file = join(directory, 'refers.json');
    writeFileSync(file, JSON.stringify({ openapi: '3.1.0', paths: { '/a': { $ref: to } } }));
    return readDocuments(file).then(
      () => 'it was read',
      (error: unknown) => (error as Error).message,
    );
  };

  it('skips a pipe without a wait, and a directory', async () => {
    const pipe = join(directory, 'pipe.json');
    spawnSync('sh', ['-c', 'mkfifo "$0"', pipe]);
    expect(await refer('pipe.json')).toMatch(/^Cannot read .*pipe\.json: it is not a regular file\./);
    mkdirSync(join(directory, 'directory.json'));
    expect(await refer('directory.json')).toMatch(/it is a directory\./);
  });

  it('limits the size of a file, even if it takes no place on the disk', async () => {
    const sparse = join(directory, 'sparse.json');
    writeFileSync(sparse, '');
    truncateSync(sparse, 10_000_000_000);
    expect(await refer('sparse.json')).toMatch(/sparse\.json: it has more than 100 MB, which is the limit\./);
    rmSync(sparse);
  });

  it.each([
    '//host/share/a.json',
    '\\\\host\\share\\a.json',
    'file://host/share/a.json',
    'file:////host/share/a.json',
    'file:///%2fhost/share/a.json',
    'file:\\\\host\\share\\a.json',
    '/\\host/a.json',
  ])('refuses a file on another host: %s', async (to) => {
    expect(await refer(to)).toMatch(/^Cannot read file:.*: it is a file on another host\./);
  });

  it.each(['C:a.json', 'c:\\a.json', 'C:/a.json', 'ext::sh', 'data:application/json,{}', 'jar:file:///a'])(
    'refuses a file on a drive of Windows, or of another scheme: %s',
    async (to) => {
      expect(await refer(to)).toMatch(/^Cannot read .*: its scheme is not http or https\./);
    },
  );
});
