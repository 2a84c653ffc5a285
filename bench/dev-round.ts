import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer } from 'vite';
import operations from '../src/vite.ts';

// A dev server of a tree, and edits of its files: each from the moment before a file is written to the end of the first answer that shows it,
// asked for again and again by the same process.

const [root, runtime, rounds] = process.argv.slice(2) as [string, string, string];
/** Between edits, so that none is measured while what the last one set off is still under way. */
const PAUSE = 300;
/** How long an edit may stay unseen before the bench is given up, in milliseconds. */
const PATIENCE = 20_000;

const operation = (answer: string): string =>
  `/**\n * For the bench.\n *\n * @returns-include benched\n */\nexport default () => '${answer}';\n`;
const definition = (status: number): string =>
  `/**\n * @returns-define benched\n * @returns {string} ${status} - It\n */\n`;
const [file, renamed] = ['bench.ts', 'benched.ts'].map((name) => join(root, 'app/operations', name)) as [
  string,
  string,
];
const definitions = join(root, 'app/definitions/bench.js');
const meta = join(root, 'app/operations/meta', readdirSync(join(root, 'app/operations/meta'))[0]!);
// The dev server checks what is answered: this much the contract asks for.
const text = readFileSync(meta, 'utf8').replace('{ template:', '{ verifiable_password_authentication: true, template:');
writeFileSync(meta, text);
writeFileSync(definitions, definition(200));
writeFileSync(file, operation('before'));

const started = performance.now();
const server = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  plugins: [operations()],
  resolve: { alias: { 'unplugin-operations/koa': runtime } },
  server: { port: 0, host: '127.0.0.1' },
});
await server.listen();
const url = `http://127.0.0.1:${(server.httpServer!.address() as AddressInfo).port}`;
await until('/meta', (status) => status === 200);
const figures: Record<string, number[]> = { 'start to first answer': [performance.now() - started] };
// The watcher takes its first look.
await sleep(3000);

/** The operation with a status in its comment and a mark in its answer. */
const edited = (status: number, mark: string): string =>
  text.replace(/(@returns \{[^\n]+\}) 200/, `$1 ${status}`).replace(', template:', `, hooks: ['${mark}'], template:`);
let lastStatus = 200;
for (let round = 0; round < Number(rounds); round++) {
  const status = round % 2 === 0 ? 201 : 200;
  await measure(
    'a handler',
    '/meta',
    (_, body) => body.includes(`"mark${round}"`),
    () => writeFileSync(meta, edited(lastStatus, `mark${round}`)),
  );
  await measure(
    'a comment',
    '/meta',
    (found) => found === status,
    () => writeFileSync(meta, edited(status, `mark${round}`)),
  );
  lastStatus = status;
  await measure(
    'a definition',
    '/bench',
    (found) => found === status,
    () => writeFileSync(definitions, definition(status)),
  );
  await measure(
    'a file deleted',
    '/bench',
    (found) => found === 404,
    () => rmSync(file),
  );
  await measure(
    'a file added',
    '/bench',
    (found) => found === status,
    () => writeFileSync(file, operation('again')),
  );
  await measure(
    'a file renamed',
    '/benched',
    (found) => found === status,
    () => renameSync(file, renamed),
  );
  await measure(
    'a file renamed back',
    '/bench',
    (found) => found === status,
    () => renameSync(renamed, file),
  );
}
console.log(JSON.stringify(figures));
await server.close();

async function measure(
  what: string,
  path: string,
  isShown: (status: number, body: string) => boolean,
  edit: () => void,
): Promise<void> {
  await sleep(PAUSE);
  // Loads what the last edit has changed for other paths.
  await (await fetch(url + path)).text();
  const start = performance.now();
  edit();
  await until(path, isShown);
  (figures[what] ??= []).push(performance.now() - start);
}

async function until(path: string, isShown: (status: number, body: string) => boolean): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    const response = await fetch(url + path);
    const body = await response.text();
    if (isShown(response.status, body)) return;
    if (performance.now() > deadline) throw new Error(`the last answer of ${path} is ${response.status}: ${body}`);
  }
}
