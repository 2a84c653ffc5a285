import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratch, writeTree } from '../support/build.ts';
import type { Bundler, Outcome } from './bundlers.ts';
import { BUNDLERS } from './bundlers.ts';
import { enterProject, PRINTER, printed } from './project.ts';

const operation = (words: string, answer: string, type = 'string'): string =>
  `/**\n * ${words}\n *\n * @returns {${type}} Some\n */\nexport default (): string => '${answer}';\n`;

/** A watching bundler, whose outcomes are looked at one after the other. */
async function startWatching(
  bundler: Bundler,
  out: string,
): Promise<(isWanted: (outcome: Outcome) => unknown) => Promise<Outcome>> {
  const outcomes: Outcome[] = [];
  let wake: (() => void) | undefined;
  const watching = await bundler.watch({ out }, (outcome) => {
    outcomes.push(outcome);
    wake?.();
  });
  onTestFinished(async () => {
    await watching.close();
  });
  return async (isWanted) => {
    for (;;) {
      for (let next = outcomes.shift(); next !== undefined; next = outcomes.shift())
        if (await isWanted(next)) return next;
      await new Promise<void>((resolve) => (wake = resolve));
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

const STRING = '[{"mediaType":"application/json","schema":{"type":"string"}}]';

describe.each(BUNDLERS)('$name, watching', (bundler) => {
  it('builds anew when an operation changes, comes, is renamed, is broken, is mended, goes, and when a definition changes', async () => {
    const project = await enterProject({
      'server.ts': PRINTER,
      'app/operations/pets.ts': operation('Pets', 'Rex'),
      'app/operations/_helper.ts': '',
      'app/definitions/Name.json': '{ "type": "string" }',
    });
    const write = (name: string, text: string): Promise<void> => writeTree(join(project, 'app'), { [name]: text });
    const until = await startWatching(bundler, join(scratch(), 'dist'));
    await until(answering({ 'GET /pets': ['Pets', STRING, 'Rex'] }));

    await write('operations/pets.ts', operation('All pets', 'Bello'));
    await until(answering({ 'GET /pets': ['All pets', STRING, 'Bello'] }));

    await write('operations/toys/new/@get.ts', operation('Toys', 'ball', 'Name'));
    const toys = ['Toys', '[{"mediaType":"application/json","schema":{"$ref":"#/components/schemas/Name"}}]', 'ball'];
    await until(answering({ 'GET /pets': ['All pets', STRING, 'Bello'], 'GET /toys/new': toys }));

    await rename(join(project, 'app/operations/pets.ts'), join(project, 'app/operations/animals.ts'));
    await until(answering({ 'GET /animals': ['All pets', STRING, 'Bello'], 'GET /toys/new': toys }));

    await write('operations/animals.ts', operation('All pets', 'Bello', 'strng'));
    await until(({ isBuilt, said }) => !isBuilt && said.includes('app/operations/animals.ts:4:14 - error'));
    // chokidar, which Rollup watches with, tells of no second change of a file within 50 ms of the first.
    await sleep(100);
    await write('operations/animals.ts', operation('Every pet', 'Bello'));
    await until(answering({ 'GET /animals': ['Every pet', STRING, 'Bello'], 'GET /toys/new': toys }));

    await rm(join(project, 'app/definitions/Name.json'));
    await until(({ isBuilt, said }) => !isBuilt && said.includes('app/operations/toys/new/@get.ts:4:14 - error'));
    await writeFile(join(project, 'app/definitions/names.ts'), 'export type Name = string;\n');
    await until(answering({ 'GET /animals': ['Every pet', STRING, 'Bello'], 'GET /toys/new': toys }));

    await rm(join(project, 'app/operations/toys'), { recursive: true });
    const animals = { 'GET /animals': ['Every pet', STRING, 'Bello'] };
    expect(await until(answering(animals))).toMatchObject({ isBuilt: true });
  });
});
