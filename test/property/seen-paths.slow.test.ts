import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createApp } from '../../src/runtime/koa/index.ts';
import { matchOperation } from '../../src/shared/contract/routes.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import type { App } from '../runtime/koa/serve.ts';
import { KINDS, serve } from '../runtime/koa/serve.ts';
import { holdsAsync } from './holds.ts';
import { escapeAll, fillTemplate, leastEscaped } from './spellings.ts';

// A guard in front compares ctx.path, and an operation gets values: both are of one URL, however a client spells it, and no other operation has that URL.

const file = (...parameters: string[]): string =>
  `/**\n * It.\n${parameters.map((each) => ` * @param ${each}\n`).join('')} * @returns {any} It\n */
export default ({ operation, params, state }) => ({ path: operation.path, params, seen: state.seen });\n`;

const TREE = {
  'files/secret@get.ts': file(),
  'files/private/plan@get.ts': file(),
  'files/{path...}@get.ts': file('{string} path'),
  'docs/secret@get.ts': file(),
  'docs/private/plan@get.ts': file(),
  'docs/{path...}@get.ts': file('{string} path (lowercase: true, trim: true)'),
  'users/root@get.ts': file(),
  'users/{id}@get.ts': file('{string} id (lowercase: true)'),
  'users/@staff@get.ts': file(),
  'users/a:b@get.ts': file(),
  'orgs/7@get.ts': file(),
  'orgs/{n}@get.ts': file('{integer} n'),
  'größe/{size}@get.ts': file('{string} size'),
  '{a}/x-{b}.json@get.ts': file('{string} a', '{string} b'),
  '{a}/{b}@get.ts': file('{string} a', '{string} b'),
};

const FIRST = ['files', 'docs', 'users', 'orgs', 'gr%C3%B6%C3%9Fe', 'a', 'files/private', 'docs/private', '%66iles'];
const WORDS = [
  '@staff',
  'a:b',
  'secret',
  'private',
  'plan',
  'root',
  '7',
  'x-',
  '.json',
  'SECRET',
  'Root',
  'größe',
  'a',
];
const UNITS =
  '% %% %2 %25 %2F %2f / // . %2e 0 -0 5 6 7 f F p %70 %7%30 %6%35 %72 %C3%B6 %c3 %b6 ~ ; %3B %3a : + %20 %00 %5C @ ! %21';

const unit = fc.oneof(
  fc.constantFrom(...UNITS.split(' ')),
  // A word, of which some characters are escaped.
  fc
    .tuple(fc.constantFrom(...WORDS), fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }))
    .map(([word, escapes]) =>
      Array.from(word, (character, i) => (escapes[i % 8] === true ? escapeAll(character) : encodeURI(character))).join(
        '',
      ),
    ),
);
const targets = fc
  .tuple(fc.constantFrom(...FIRST), fc.array(unit, { minLength: 1, maxLength: 4 }))
  .map(([first, parts]) => `/${first}/${parts.join('')}`);

it('the path that guards see is the URL of the values that an operation gets', async () => {
  const app = createApp(await compileTree(TREE));
  app.use((ctx, next) => {
    ctx.state['seen'] = ctx.path;
    return next();
  });
  const answered = await tryTargets(app, 3000, ({ target, path, params, seen }) => {
    const shown = leastEscaped(seen!).replace(/\/$/, '');
    const isChanged = /^\/(?:docs|users)\//.test(path);
    expect([target, shown]).toEqual([target, isChanged ? shown : fillTemplate(path, params)]);
  });
  expect(answered).toBeGreaterThan(500);
});

it.each(KINDS)('$name: no other operation has the URL of the values that an operation gets', async ({ create }) => {
  const manifest = await compileTree(TREE);
  const answered = await tryTargets(create(manifest), 1500, ({ target, path, params }) => {
    const found = matchOperation(manifest, 'GET', fillTemplate(path, params));
    expect([target, found?.operation.path]).toEqual([target, path]);
  });
  expect(answered).toBeGreaterThan(200);
});

/** What an operation of the tree answers. */
interface Answer {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The path that middleware of the app has seen. */
  readonly seen?: string;
}

/** Returns how many random targets an operation has answered. */
async function tryTargets(
  app: App,
  runs: number,
  check: (answer: Answer & { readonly target: string }) => void,
): Promise<number> {
  const { ask } = await serve(app);
  let answered = 0;
  const property = fc.asyncProperty(targets, async (target) => {
    const answer = await ask(`GET ${target}`);
    expect(answer.status).toBeLessThan(500);
    if (answer.status !== 200) return;
    answered++;
    check({ target, ...(answer.json as Answer) });
  });
  await holdsAsync(property, runs);
  return answered;
}
