import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratch, writeTree } from '../../support/build.ts';
import type { Bundler, Outcome } from './bundlers.ts';
import { BUNDLERS } from './bundlers.ts';
import { enterProject, PRINTER, printed } from './project.ts';

const operation = (words: string, answer: string, type = 'string'): string =>
  `/**\n * ${words}\n *\n * @returns {${type}} Some\n */\nexport default (): string => '${answer}';\n`;

/** Waits for an outcome after a change, which can be made again. */
type Until = (isWanted: (outcome: Outcome) => unknown, repeat?: () => Promise<void>) => Promise<Outcome>;

/** How long an outcome may take before a change is made again, in milliseconds. */
const PATIENCE = 3_000;

/** A watching bundler, whose outcomes are looked at one after the other. */
async function startWatching(bundler: Bundler, out: string): Promise<Until> {
  const outcomes: Outcome[] = [];
  let wake: (() => void) | undefined;
  const watching = await bundler.watch({ out }, (outcome) => {
    outcomes.push(outcome);
    wake?.();
  });
  onTestFinished(async () => {
    await watching.close();
  });
  return async (isWanted, repeat) => {
    for (;;) {
      for (let next = outcomes.shift(); next !== undefined; next = outcomes.shift())
        if (await isWanted(next)) return next;
      const woken = new Promise<true>((resolve) => (wake = () => resolve(true)));
      // Rolldown misses a change of a file or directory that it has watched for less than a moment (rolldown#10935).
      if (repeat === undefined) await woken;
      else if (!(await Promise.race([woken, sleep(PATIENCE, false)]))) await repeat();
    }
  };
}

/** Whether a bundle answers so: each operation's words, schema and answer. */
function answering(expected: Readonly<Record<string, unknown>>) {
  return async ({ isBuilt, file }: Outcome): Promise<boolean> => {
    if (!isBuilt) return false;
    // The next build may be writing the file just now; it will be looked at too.
    const answers = await printed(file).catch(() => undefined);
    return JSON.stringify(answers) === JSON.stringify(expected);
  };
}

/** Whether a build failed because of an unknown type in a file. */
const failing =
  (file: string) =>
  ({ isBuilt, said }: Outcome): boolean =>
    !isBuilt && said.includes(`app/operations/${file}:4:14 - error`);

const STRING = '[{"mediaType":"application/json","schema":{"type":"string"}}]';

describe.each(BUNDLERS)('$name, watching', (bundler) => {
  it('builds anew when an operation changes, comes, is renamed, is broken, is mended, goes, and when a definition changes', async () => {
    const project = await enterProject({
      'server.ts': PRINTER,
      'app/operations/pets.ts': operation('Pets', 'Rex'),
      'app/operations/_helper.ts': '',
      'app/definitions/Name.json': '{ "type": "string" }',
    });
    const until = await startWatching(bundler, join(scratch(), 'dist'));
    const write = async (name: string, text: string, isWanted: (outcome: Outcome) => unknown): Promise<void> => {
      const change = (): Promise<void> => writeTree(join(project, 'app'), { [name]: text });
      await change();
      await until(isWanted, change);
    };
    await until(answering({ 'GET /pets': ['Pets', STRING, 'Rex'] }));

    await write(
      'operations/pets.ts',
      operation('All pets', 'Bello'),
      answering({ 'GET /pets': ['All pets', STRING, 'Bello'] }),
    );

    const toys = ['Toys', '[{"mediaType":"application/json","schema":{"$ref":"#/components/schemas/Name"}}]', 'ball'];
    const withToys = answering({ 'GET /pets': ['All pets', STRING, 'Bello'], 'GET /toys/new': toys });
    await write('operations/toys/new/@get.ts', operation('Toys', 'ball', 'Name'), withToys);

    await rename(join(project, 'app/operations/pets.ts'), join(project, 'app/operations/animals.ts'));
    await until(answering({ 'GET /animals': ['All pets', STRING, 'Bello'], 'GET /toys/new': toys }));

    await write('operations/animals.ts', operation('All pets', 'Bello', 'strng'), failing('animals.ts'));
    const mended = answering({ 'GET /animals': ['Every pet', STRING, 'Bello'], 'GET /toys/new': toys });
    await write('operations/animals.ts', operation('Every pet', 'Bello'), mended);

    await rm(join(project, 'app/definitions/Name.json'));
    await until(failing('toys/new/@get.ts'));
    await write('definitions/names.ts', 'export type Name = string;\n', mended);

    await rm(join(project, 'app/operations/toys'), { recursive: true });
    const animals = { 'GET /animals': ['Every pet', STRING, 'Bello'] };
    expect(await until(answering(animals))).toMatchObject({ isBuilt: true });
  });
});
