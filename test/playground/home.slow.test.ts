import { beforeAll, expect, it } from 'vitest';
import type { Served } from '../support/process.ts';
import { freePort } from '../support/process.ts';
import { afterSuite, buildPlayground } from './build.ts';
import { STAFF_TOKEN } from './client.ts';
import type { TestDatabase } from './database.ts';
import { createFile } from './database.ts';

const cleanup = afterSuite();
let database: TestDatabase;
let port: number;
let served: Served;
beforeAll(async () => {
  database = await createFile(await buildPlayground(cleanup), cleanup);
  port = await freePort();
  served = await database.start([], { PORT: String(port) });
  cleanup(async () => void (await served.stop('SIGKILL')));
});

it('leads a browser from / to the docs page', async () => {
  const home = await fetch(`${served.url}/`, { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
  expect(home.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await home.text()).toContain('<a class="card" href="/docs">');
  expect((await fetch(`${served.url}/docs`)).status).toBe(200);
  expect((await fetch(`${served.url}/`)).headers.get('content-type')).toBe('application/json; charset=utf-8');
});

it('the bookshop ends with one line if its port is taken', async () => {
  await expect(database.start([], { PORT: String(port) })).rejects.toThrow(
    new RegExp(
      `ended with 1 before it was ready:\nPort ${port} is taken. Set PORT to another one: PORT=${port + 1} npm start\n$`,
    ),
  );
});

it('prints examples that succeed', async () => {
  const lines = [...served.output().matchAll(/curl (.+)$/gm)].map(([, line]) => line!);
  expect(lines).toHaveLength(4);
  const statuses: number[] = [];
  for (const line of lines) {
    const headers = [...line.matchAll(/-H (["'])(.*?): (.*?)\1/g)].map(([, , name, value]): [string, string] => [
      name!,
      value!.replace('$STAFF_TOKEN', STAFF_TOKEN),
    ]);
    const body = /-d '(.*?)'/.exec(line)?.[1];
    const method = /-X (\w+)/.exec(line)?.[1] ?? (body === undefined ? 'GET' : 'POST');
    const url = /'(http.*?)'/.exec(line)![1]!;
    statuses.push((await fetch(url, { method, headers, ...(body !== undefined && { body }) })).status);
  }
  expect(statuses).toEqual([200, 200, 201, 204]);
});
