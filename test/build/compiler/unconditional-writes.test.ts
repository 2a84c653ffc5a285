import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routeTables } from '../../../src/build/codegen/manifest/routes.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { urlTreeOf } from '../../../src/build/compiler/operations/url-tree.ts';
import { matchOperation } from '../../../src/shared/contract/routes.ts';
import { parsePathTemplate } from '../../../src/shared/contract/path-template.ts';
import { runsOf } from '../../property/holds.ts';

/** Compiles a tree with the comments of its files, and lists the paths that are reported. */
function reported(files: Readonly<Record<string, string>>, wanted = 'unconditional-write'): string[] {
  const { diagnostics } = compileOperations({
    files: Object.entries(files).map(([path, lines]) => ({
      path,
      text: `/**\n${lines
        .split(';')
        .map((line) => ` * ${line.trim()}\n`)
        .join('')} */\nexport default () => undefined;\n`,
    })),
  });
  return diagnostics
    .filter(({ code }) => code === wanted)
    .map(({ at, notes }) => `${at.source.file} ${notes[0]!.at.source.file}`.replaceAll('app/operations/', ''));
}

const ID = '@param {string} id';

describe('a write of a URL whose GET has a tag', () => {
  it.each<[string, Record<string, string>, string]>([
    ['has a parameter', { 'cfg/main@get.ts': '@etag', 'cfg/{id}@put.ts': ID }, 'cfg/{id}@put.ts cfg/main@get.ts'],
    [
      'is literal',
      { 'cfg/{id}@get.ts': `@etag; ${ID}`, 'cfg/main@delete.ts': '' },
      'cfg/main@delete.ts cfg/{id}@get.ts',
    ],
    [
      'has a parameter in another segment',
      { '{a}/main@get.ts': '@etag; @param {string} a', 'cfg/{id}@patch.ts': ID },
      'cfg/{id}@patch.ts {a}/main@get.ts',
    ],
    [
      'has text in the segment',
      { 'f/{id}@get.ts': `@etag; ${ID}`, 'f/{id}.txt@put.ts': ID },
      'f/{id}.txt@put.ts f/{id}@get.ts',
    ],
    [
      'has a parameter whose type accepts the text',
      { 'y/2025@get.ts': '@etag', 'y/{id}@put.ts': '@param {integer} id' },
      'y/{id}@put.ts y/2025@get.ts',
    ],
    [
      'is in another directory of the same path',
      { 'cfg/main/@get.ts': '@etag', 'cfg/{id}@put.ts': ID },
      'cfg/{id}@put.ts cfg/main/@get.ts',
    ],
  ])('warns of a write that %s', (_name, files, expected) => {
    expect(reported(files)).toEqual([expected]);
  });

  it.each<[string, Record<string, string>]>([
    ['the GET has no tag', { 'cfg/main@get.ts': '', 'cfg/{id}@put.ts': ID }],
    [
      'it is conditional itself',
      { 'cfg/main@get.ts': '@etag', 'cfg/{id}@put.ts': ID, 'cfg/{id}@get.ts': `@etag; ${ID}` },
    ],
    ['another one serves the URL', { 'cfg/main@get.ts': '@etag', 'cfg/main@put.ts': '', 'cfg/{id}@put.ts': ID }],
    ['another GET serves the URL', { 'cfg/{id}@get.ts': `@etag; ${ID}`, 'cfg/main@put.ts': '', 'cfg/main@get.ts': '' }],
    [
      'the type of the parameter of the GET excludes it',
      { 'y/{id}@get.ts': '@etag; @param {integer} id', 'y/main@put.ts': '' },
    ],
    ['a format excludes it', { 'y/{id}@get.ts': '@etag; @param {uuid} id', 'y/all@delete.ts': '' }],
    ['the type of its own parameter excludes it', { 'y/main@get.ts': '@etag', 'y/{id}@put.ts': '@param {integer} id' }],
    [
      'a pattern excludes it',
      { 'y/{id}@get.ts': '@etag; @param {string} id (pattern: ^(?!main$))', 'y/main@put.ts': '' },
    ],
    ['it is a POST', { 'cfg/main@get.ts': '@etag', 'cfg/{id}@post.ts': ID }],
    ['it is of another depth', { 'cfg/main@get.ts': '@etag', 'cfg/{id}/name@put.ts': ID }],
    ['texts differ', { 'cfg/a-{id}@get.ts': `@etag; ${ID}`, 'cfg/b-{id}@put.ts': ID }],
  ])('accepts a write if %s', (_name, files) => {
    expect(reported(files)).toEqual([]);
  });

  it('warns once of a write, whatever the number of its URLs', () => {
    expect(reported({ 'c/a@get.ts': '@etag', 'c/b@get.ts': '@etag', 'c/{id}@put.ts': ID })).toHaveLength(1);
  });
});

const SEGMENTS = ['a', 'b', 'a.b', '{x}', 'a.{x}', '{x}.b', '{x}.{y}', '{x}..b'];
const TEXTS = ['a', 'b', 'c', 'a.b', 'a.c', 'c.b', 'a..b', '.b', 'a.'];

const templates = fc.uniqueArray(fc.array(fc.constantFrom(...SEGMENTS), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 12,
  // The names of parameters need not differ between the segments of this test.
  selector: (segments) => segments.join('/'),
});

function treeOf(given: readonly string[][]) {
  const operations = given.map((segments) => ({
    contract: { method: 'GET' as const },
    template: parsePathTemplate(segments.map((each, i) => each.replace(/\{(\w)/g, `{$1${i}`)).join('/')).template,
  }));
  return { operations, tree: urlTreeOf(operations), routing: { routes: routeTables(operations), operations } };
}

describe('the tree of URLs', () => {
  it('finds the operation that the router finds', () => {
    fc.assert(
      fc.property(templates, fc.array(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 3 }), (given, url) => {
        const { tree, routing } = treeOf(given);
        expect(tree.match('GET', url)).toBe(matchOperation(routing, 'GET', `/${url.join('/')}`)?.operation);
      }),
      { numRuns: runsOf(150) },
    );
  });

  it('finds a URL that both operations match, for all that share one of usual texts', () => {
    fc.assert(
      fc.property(templates, (given) => {
        const { operations, tree } = treeOf(given);
        for (const one of operations) {
          const shared = tree.sharing(one.template);
          for (const { operation, url } of shared)
            for (const each of [one, operation]) expect(matches(each, url)).toBe(true);
          const found = new Set(shared.map(({ operation }) => operation));
          for (const other of operations.filter((each) => sharesText(one, each)))
            expect([one.template.text, ...[...found].map(({ template }) => template.text)]).toContain(
              other.template.text,
            );
        }
      }),
      { numRuns: runsOf(20) },
    );
  });
});

type Operation = ReturnType<typeof treeOf>['operations'][number];

function matches(operation: Operation, url: readonly string[]): boolean {
  return urlTreeOf([operation]).match('GET', url) === operation;
}

/** Whether each segment of two templates matches one of the usual texts. */
function sharesText({ template: one }: Operation, { template: other }: Operation): boolean {
  if (one.segments.length !== other.segments.length) return false;
  const isOf = (segment: (typeof one.segments)[number], text: string): boolean =>
    matches({ contract: { method: 'GET' }, template: { ...one, segments: [segment] } }, [text]);
  return one.segments.every((segment, i) =>
    TEXTS.some((text) => isOf(segment, text) && isOf(other.segments[i]!, text)),
  );
}

describe('a write whose GET requires a parameter', () => {
  const write = (lines: string, get = '@etag; @param {string} header.X-Tenant'): string[] =>
    reported({ 'a/{id}@get.ts': `${get}; ${ID}`, 'a/{name}@put.ts': lines.replace('ID', 'name') }, 'etag-parameter');

  it('reports a write without the parameter, which its GET would not get', () => {
    expect(write('@param {string} ID')).toEqual(['a/{name}@put.ts a/{id}@get.ts']);
    expect(write('@param {string} ID; @param {string} query.X-Tenant')).toHaveLength(1);
    expect(write('@param {string} ID; @param {string} [header.x-tenant]')).toEqual([]);
    expect(write('@param {string} ID', '@etag; @param {string} [query.fields]')).toEqual([]);
    expect(write('@param {string} ID', '@param {string} header.X-Tenant')).toEqual([]);
  });
});
