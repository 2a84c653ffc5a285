import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { initProject } from '../../../src/tools/init/index.ts';
import { scratch } from '../../support/build.ts';

it('operations init reads a description from the hosts that --allow-hosts names', async () => {
  const server = createServer((_, response) => void response.end('{"type":"string","maxLength":7}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const root = scratch();
  const schema = { $ref: `http://${host}/Name.json` };
  const get = { parameters: [{ name: 'name', in: 'query', schema }], responses: { 204: { description: 'Done' } } };
  const description = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/a': { get } } };
  const from = join(root, 'a.json');
  writeFileSync(from, JSON.stringify(description));
  const args = { from, yes: true, name: 'a' };
  await expect(initProject(join(root, 'one'), args)).rejects.toThrow(`--allow-hosts ${host}`);
  await initProject(join(root, 'two'), { ...args, allowHosts: host });
  expect(readFileSync(join(root, 'two/app/definitions/schemas/Name.ts'), 'utf8')).toContain('@maxLength 7');
});
