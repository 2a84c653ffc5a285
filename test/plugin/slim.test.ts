import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { slimMimeTypes } from '../../src/plugin/patches/mime-types.ts';

interface MimeTypes {
  readonly _extensionConflicts?: object;
  readonly types: object;
  readonly extensions: object;
  readonly lookup: (path: string) => string | false;
  readonly contentType: (text: string) => string | false;
  readonly charset: (type: string) => string | false;
  readonly extension: (type: string) => string | false;
}

const require = createRequire(import.meta.url);
const koa = createRequire(require.resolve('koa'));

/** Koa's own copy, and the one of a package that Koa asks, which is of another version. */
const COPIES = [
  { user: 'koa', ask: koa },
  { user: 'accepts', ask: createRequire(koa.resolve('accepts')) },
].map(({ user, ask }) => ({
  user,
  file: ask.resolve('mime-types'),
  version: (ask('mime-types/package.json') as { version: string }).version,
}));

const shared = COPIES[0]!.file;

/** Evaluates CommonJS, in a realm of its own. */
function evaluate(code: string, file: string): MimeTypes {
  const module = { exports: {} };
  const load = (name: string): unknown =>
    name === shared ? evaluate(slimMimeTypes(readFileSync(shared, 'utf8'), shared, shared), shared) : ask(name);
  const ask = createRequire(file);
  runInNewContext(`(function (module, exports, require) {${code}\n})`)(module, module.exports, load);
  return module.exports as MimeTypes;
}

/** Each copy, with a database of its own and with that of Koa's copy. */
const CASES = COPIES.flatMap((copy) => [
  { ...copy, base: 'none', from: undefined },
  { ...copy, base: "Koa's", from: shared },
]);

describe.each(CASES)('mime-types $version, as $user has it, with $base as its base', ({ file, from }) => {
  const original = require(file) as MimeTypes;
  const written = readFileSync(file, 'utf8');
  const code = slimMimeTypes(written, file, from);
  const slim = evaluate(code, file);
  const database = createRequire(file)('mime-db') as Record<string, { extensions?: string[] }>;
  const types = Object.keys(database);
  const extensions = Object.values(database).flatMap((entry) => entry.extensions ?? []);

  it('answers as before of every media type and every extension', () => {
    expect(types.length).toBeGreaterThan(2_000);
    expect(extensions.length).toBeGreaterThan(1_000);
    const ranges = types.map((type) => `${type.toUpperCase()}; q=1`);
    for (const text of [...types, ...ranges, ...extensions, 'a/b', 'text/x', '', 'none']) {
      const answer = ({ lookup, contentType, charset, extension }: MimeTypes): unknown[] =>
        [lookup, contentType, charset, extension].map((ask) => ask(text));
      expect([text, ...answer(slim)]).toEqual([text, ...answer(original)]);
    }
    expect(slim['_extensionConflicts']).toEqual(original['_extensionConflicts']);
    expect({ ...slim.types }).toEqual({ ...original.types });
    expect({ ...slim.extensions }).toEqual({ ...original.extensions });
  });

  it('keeps a fifth of its database', () => {
    expect(code.length - written.length).toBeLessThan(JSON.stringify(database).length / 5);
  });
});

it('keeps only the differences of the second version', () => {
  const second = COPIES[1]!.file;
  const [whole, changes] = [undefined, shared].map((from) => slimMimeTypes(readFileSync(second, 'utf8'), second, from));
  expect(changes!.length).toBeLessThan(whole!.length / 2);
});

it('adds no export that code would find', () => {
  const slim = evaluate(slimMimeTypes(readFileSync(shared, 'utf8'), shared, shared), shared);
  expect(Object.keys(slim)).toEqual(Object.keys(require(shared) as object));
});

it('changes no package that imports the list in another way', () => {
  expect(slimMimeTypes("require('./types.json')", '/none/mime-types/index.js', undefined)).toBe(
    "require('./types.json')",
  );
});
