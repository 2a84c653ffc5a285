import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';
import { initProject } from '../../../src/tools/init/index.ts';
import { scratch } from '../../support/build.ts';

/** The names of the functions that a module calls; its syntax errors too. */
function callsIn(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text);
  const names = errors.map(({ message }) => message);
  new Visitor({ CallExpression: ({ callee }) => void (callee.type === 'Identifier' && names.push(callee.name)) }).visit(
    program,
  );
  return names;
}

it.each([
  '/v1`+evil()+`',
  '/v1%60+evil()+%60',
  '/v1${evil()}',
  '/v1\\`+evil()+`',
  "/v1'+evil()+'",
  '/v1\n/;evil();/',
  '/v1\u2028;evil();//',
  '/a|*/evil();/*',
  '/größe',
  '/\uD800',
])('operations init never runs the path of a server in a description: %j', async (path) => {
  for (const options of [
    { language: 'typescript', frontEnd: true },
    { language: 'javascript', platform: 'lambda' },
    { language: 'typescript', platform: 'workers' },
    { language: 'javascript', database: 'sqlite' },
  ]) {
    const root = scratch();
    const from = join(root, 'a.json');
    const get = { responses: { 204: { description: 'Done' } } };
    const info = { title: 'A`${evil()}*/evil()/*', version: '1' };
    const servers = [{ url: `https://api.example${path}` }];
    writeFileSync(from, JSON.stringify({ openapi: '3.1.0', info, servers, paths: { '/a': { get } } }));
    const directory = join(root, 'made');
    await initProject(directory, { from, yes: true, name: 'a', ...options }).catch(() => undefined);
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.m?[jt]s$/.test(file),
    );
    expect(files.length).toBeGreaterThan(2);
    const called = files.flatMap((file) => callsIn(file, readFileSync(join(directory, file), 'utf8')));
    expect(called).not.toContain('evil');
    expect(called.filter((name) => name.includes(' '))).toEqual([]);
  }
});
