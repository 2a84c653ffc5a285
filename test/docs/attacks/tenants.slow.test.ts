import { expect, it } from 'vitest';
import { hasPackages } from '../packages.ts';
import { send, serve } from './server.ts';

it.skipIf(!hasPackages)("tenants.md keeps out callers who aren't members, with any name", async () => {
  const { url } = await serve('tenants.md');
  const status = async (name: string, path: string, method = 'GET', body?: object): Promise<number> =>
    (await send(`${url}${path}`, method, body, { Authorization: `Bearer ${name}` })).status;
  expect(await status('Ada', '/orgs/1')).toBe(200);
  // Every plain object has these.
  for (const name of [...Object.getOwnPropertyNames(Object.prototype), 'ada', 'Cy'])
    for (const path of ['/orgs/1', '/orgs/1/', '/orgs/1/notes/1'])
      expect([name, path, await status(name, path)]).toEqual([name, path, 404]);
  // The admin of another organization reads and writes its notes by their IDs.
  for (const path of ['/orgs/2/notes/1', '/orgs/1/notes/2', '/orgs/1/notes/1']) {
    expect(await status('Cy', path)).toBe(404);
    expect(await status('Cy', path, 'HEAD')).toBe(404);
    expect(await status('Cy', path, 'PUT', { text: 'Sink the boat' })).toBe(404);
  }
  // A member writes the note of another.
  for (const path of ['/orgs/1/notes/1', '/orgs/1/notes/1/', '/orgs/1/%6eotes/1'])
    expect(await status('Bo', path, 'PUT', { text: 'Sink the boat' })).toBe(403);
  expect(await status('Bo', '/orgs/1/notes/1', 'HEAD')).toBe(200);
});
