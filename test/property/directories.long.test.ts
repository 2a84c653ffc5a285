import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCache } from '../../src/build/compiler/cache.ts';
import type { Compilation } from '../../src/build/compiler/compile.ts';
import { compileOperations, contractsOf } from '../../src/build/compiler/compile.ts';
import { formatDiagnostic } from '../../src/build/compiler/diagnostics/diagnostic.ts';
import type { Operation } from '../../src/shared/contract/operation.ts';
import { holds } from './holds.ts';

// An operation below directories with contracts has the same contract as one whose own comment has all of their lines that nothing further in overrides.

/** Lines of a comment. A line replaces those of outer comments with the same key. */
interface Part {
  readonly key: string | undefined;
  readonly lines: readonly string[];
}

const part = (key: string | undefined, ...texts: string[]): fc.Arbitrary<Part> =>
  fc.constantFrom(...texts).map((text) => ({ key, lines: text.split('\n') }));

const PARTS = [
  part(undefined, '@tags a, b', '@tags c', '@tags b, d'),
  part('security', '@security key', '@security login read\n@security key', '@security none'),
  part('header X-All', '@header {string} X-All', '@header {integer} x-all - Any'),
  part('query a', '@param {string} query.a', '@param {Pet} [query.a]', '@param {integer} [query.a=1]\n@example 3'),
  part('header b', '@param {string} header.B', '@param {integer} [header.b] (minimum: 1)'),
  part('cookie c', '@param {string} cookie.c', '@param {Pair<string>} [cookie.c]'),
  part('200', '@returns {Pet} It', '@returns {Pair<Pet>} It\n@header {string} X-One', '@returns {string} 200 text/csv'),
  part('201', '@returns {integer} 201', '@returns 201 - Done'),
  part('404', '@throws 404 - None', '@throws {Pet} 404\n@header {string} X-Two'),
  part('internal', '@internal'),
  part('deprecated', '@deprecated', '@deprecated Use another'),
  part('x-a', '@x-a 1', '@x-a [2]'),
];
const IN_ID = part('path id', '@param {integer} path.id', '@param {uuid} path.id - The ID');

const comment = (...more: fc.Arbitrary<Part>[]): fc.Arbitrary<Part[]> =>
  fc
    .tuple(...[...PARTS, ...more].map((of) => fc.option(of, { nil: undefined, freq: 2 })))
    .map((of) => of.flatMap((one) => one ?? []));

const DIRECTORIES = ['', 'x/', 'x/{id}/', 'x/{id}/y/', 'z/'];
const OPERATIONS = ['a.ts', 'x/a.ts', 'x/{id}/a@post.ts', 'x/{id}/b.ts', 'x/{id}/y/a.ts'];

type Comments = Record<string, readonly Part[]>;

/** The comment of each directory and operation; a directory need not have one. */
const comments: fc.Arbitrary<Comments> = fc.record({
  ...Object.fromEntries(
    DIRECTORIES.map((path) => [path, fc.option(path.includes('{id}') ? comment(IN_ID) : comment(), { nil: [] })]),
  ),
  ...Object.fromEntries(OPERATIONS.map((path) => [path, path.includes('{id}') ? comment(IN_ID) : comment()])),
});

const print = (parts: readonly Part[]): string =>
  `/**\n * It.\n${parts.flatMap(({ lines }) => lines.map((line) => ` * ${line}\n`)).join('')} */\n`;
const HANDLER = 'export default () => {};\n';

const DEFINITIONS = [
  { path: 'Pet.json', text: '{ "type": "string" }' },
  { path: 'pair.js', text: '/** @template T\n * @typedef {T[]} Pair */' },
  {
    path: 'openapi.yaml',
    text: 'components: { securitySchemes: { key: { type: http, scheme: basic }, login: { type: oauth2, flows: {} } } }',
  },
];

function compileComments(of: Comments, cache = createCache()): Compilation {
  const files = Object.entries(of).flatMap(([path, parts]) => {
    if (OPERATIONS.includes(path)) return [{ path, text: print(parts) + HANDLER }];
    return parts.length === 0 ? [] : [{ path: `${path}_middleware.ts`, text: print(parts) }];
  });
  return compileOperations({ files, definitions: DEFINITIONS, cache });
}

/** The same tree, with the lines of the directories in the operations' comments. */
function pasted(of: Comments): Comments {
  return Object.fromEntries(
    OPERATIONS.map((path) => {
      const around = [...DIRECTORIES.filter((directory) => path.startsWith(directory)), path].map((each) => of[each]!);
      const kept = around.flatMap((parts, i) =>
        parts.filter(
          ({ key }) =>
            key === undefined ||
            !around
              .slice(i + 1)
              .flat()
              .some((other) => other.key === key),
        ),
      );
      // A header that is above all responses is one of every response.
      const headers = kept.filter(({ key }) => key === 'header X-All');
      return [path, [...headers, ...kept.filter((each) => !headers.includes(each))]];
    }),
  );
}

/** A contract without the order of its responses: the own ones come first. */
function unordered({ responses, ...contract }: Operation): unknown {
  return { ...contract, responses: responses.toSorted((a, b) => Number(a.status) - Number(b.status)) };
}

/** Warnings that depend on the lines that a comment happens to have. */
const IGNORED: readonly string[] = [
  'undeclared-path-parameter',
  'unused-definition',
  'unused-scheme',
  'weaker-parameter',
  'weaker-security',
  'unguarded-path',
  'lost-guard',
];

const withoutUndeclared = ({ diagnostics }: Compilation): string[] =>
  diagnostics.flatMap((each) => (IGNORED.includes(each.code) ? [] : [formatDiagnostic(each)]));

describe('the contract of a directory', () => {
  it('applies the lines of a directory to each operation', () => {
    const property = fc.property(comments, (of) => {
      const [inherited, plain] = [compileComments(of), compileComments(pasted(of))];
      expect(withoutUndeclared(inherited)).toEqual([]);
      expect(contractsOf(inherited).map(unordered)).toEqual(contractsOf(plain).map(unordered));
      expect([...inherited.schemas.keys()]).toEqual(expect.arrayContaining([...plain.schemas.keys()]));
    });
    holds(property, 120);
  });

  it('gives the same contract with the results of earlier trees', () => {
    const edits = fc.array(fc.record({ path: fc.constantFrom(...DIRECTORIES, ...OPERATIONS), from: comments }), {
      maxLength: 5,
    });
    const property = fc.property(comments, edits, (first, changes) => {
      const cache = createCache();
      const of = { ...first };
      compileComments(of, cache);
      for (const { path, from } of changes) {
        of[path] = from[path]!;
        const [kept, fresh] = [compileComments(of, cache), compileComments(of)];
        expect(contractsOf(kept)).toEqual(contractsOf(fresh));
        expect(kept.diagnostics.map(formatDiagnostic)).toEqual(fresh.diagnostics.map(formatDiagnostic));
        expect([...kept.schemas]).toEqual([...fresh.schemas]);
      }
    });
    holds(property, 60);
  });
});
