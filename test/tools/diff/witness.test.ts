import { expect, it } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { textsOf } from '../../../src/tools/diff/witness/pattern-texts.ts';
import { contractOfDocuments } from '../../../src/tools/diff/baseline/openapi.ts';
import { documentOf } from '../../../src/tools/openapi/read/documents.ts';
import { diffContracts } from '../../../src/tools/diff/diff.ts';
import { compileTree } from '../../runtime/koa/compiled.ts';
import { serve } from '../../runtime/koa/serve.ts';
import { diffFiles } from './compare.ts';

/** Splits a command as a POSIX shell does, as far as witnesses go. */
function words(command: string): string[] {
  return [...command.matchAll(/(?:'[^']*'|\\.|[^\s'\\])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|\\(.)/g, (_, quoted: string | undefined, escaped: string) => quoted ?? escaped),
  );
}

/** The request of a curl command. */
function requestOf(curl: string): { target: string; options: { headers: Record<string, string>; body?: string } } {
  const [, ...args] = words(curl);
  const headers: Record<string, string> = {};
  let [method, url, body] = ['GET', '', undefined as string | undefined];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '-X') method = args[++i]!;
    else if (arg === '-H') {
      const [, name, value] = /^([^:]+): (.*)$/s.exec(args[++i]!)!;
      headers[name!] = value!;
    } else if (arg === '--data-raw') body = args[++i]!;
    else url = arg;
  }
  return {
    target: `${method} ${url.replace('http://localhost:3000', '')}`,
    options: { headers, ...(body !== undefined && { body }) },
  };
}

const comment = (...lines: string[]): string => `/**\n * Pets.\n${lines.map((line) => ` * ${line}\n`).join('')} */`;

it.each<[string, string[], string[]]>([
  ['@get', ['@param {string} [a]'], ['@param {string} a']],
  ['@get', ['@param {string} [a]'], ['@param {integer} [a]']],
  ['@get', ['@param {string[]} [a]'], ['@param {string} [a]']],
  ['@get', ['@param {string[]} [a]'], ['@param {string[]} [a] (explode: false, maxItems: 1)']],
  ['@get', ["@param {'a'|'b'} [a]"], ["@param {'a'} [a]"]],
  ['@get', ['@param {integer} [a] (maximum: 9)'], ['@param {integer} [a] (maximum: 5)']],
  ['@get', ['@param {number} [a]'], ['@param {integer} [a]']],
  ['@get', ["@param {string} [a] (pattern: '^[a-z]+$')"], ["@param {string} [a] (pattern: '^[a-f]+$')"]],
  ['@get', ['@param {string} [header.X-A]'], ['@param {string} header.X-A']],
  ['@get', ['@param {string} [header.X-A]'], ['@param {integer} [header.X-A]']],
  ['@get', ['@param {{a?: integer}} [query.f]'], ['@param {{a?: boolean}} [query.f]']],
  ['{id}@get', ['@param {string} id'], ['@param {integer} id']],
  [
    '{id}@get',
    ["@param {string} id (pattern: '^[0-9]*$')", '@param {string} [a]'],
    ["@param {string} id (pattern: '^[0-9]*$')", '@param {integer} [a]'],
  ],
  ['{id}@get', ['@param {string} id'], ['@param {string} id (format: uuid)']],
  ['@post', ['@param {string} name'], ['@param {string} name (minLength: 3)']],
  ['@post', ['@param {string} name', '@param {integer} [age]'], ['@param {string} name', '@param {integer} age']],
  ['@post', ['@param {string} name'], ['@param {string} name', '@param {string} kind']],
  ['@post', ['@param {string[]} tags'], ['@param {string[]} tags (uniqueItems: true)']],
  ['@post', ['@param {string[]} [tags]'], ['@param {string[]} [tags] (maxItems: 2)']],
  ['@post', ['@param {(string|integer)} a'], ['@param {string} a']],
  ['@post', ['@param {{b: {c?: string}}} a'], ['@param {{b: {c?: boolean}}} a']],
  ['@post', ['@param {object} [body]'], ['@param {object} body']],
  [
    '@post',
    ['@param {object} body', '@consumes application/json', '@consumes application/x-www-form-urlencoded'],
    ['@param {object} body'],
  ],
  [
    '@post',
    ['@consumes application/x-www-form-urlencoded', '@param {integer} a'],
    ['@consumes application/x-www-form-urlencoded', '@param {integer} a (minimum: 9)'],
  ],
  ['@post', [], ['@param {string} name']],
])('witnesses pass and fail as they claim: %s, %j, %j', async (name, before, after) => {
  const [one, other] = [before, after].map((lines) => ({ [`pets/${name}.ts`]: comment(...lines) }));
  const witnesses = diffFiles(one!, other!).flatMap(({ witness }) => witness ?? []);
  expect(witnesses).not.toEqual([]);
  const [old, now] = [
    await serve(createApp(await compileTree(one!))),
    await serve(createApp(await compileTree(other!))),
  ];
  for (const { curl } of witnesses) {
    const { target, options } = requestOf(curl);
    const [accepted, refused] = [await old.ask(target, options), await now.ask(target, options)];
    expect({ curl, accepted: accepted.status < 300, refused: refused.status >= 400 }).toEqual({
      curl,
      accepted: true,
      refused: true,
    });
  }
});

it('shows no request that another operation accepts now', () => {
  const pet = '/** Pet.\n * @param {string} id */';
  const removed = diffFiles(
    { 'pets/mine@get.ts': '/** Mine. */', 'pets/{id}@get.ts': pet },
    { 'pets/{id}@get.ts': pet },
  );
  expect(removed).toMatchObject([{ id: 'api-path-removed-without-deprecation', operations: ['GET /pets/mine'] }]);
  expect(removed[0]!.witness).toBeUndefined();
  const numbered = { 'pets/{id}@get.ts': pet.replace('string', 'integer') };
  const [found] = diffFiles({ 'pets/mine@get.ts': '/** Mine. */', ...numbered }, numbered);
  expect(found!.witness?.curl).toBe("curl 'http://localhost:3000/pets/mine'");
});

it('shows requests with the parameters of their paths, declared or not, percent-encoded', () => {
  const before = (type: string): object => ({
    openapi: '3.0.0',
    info: { title: 'Jobs', version: '1' },
    paths: {
      '/gr%C3%B6%C3%9Fe/{id}': {
        get: { parameters: [{ name: 'id', in: 'query', schema: { type } }], responses: {} },
      },
    },
  });
  const [one, other] = [
    contractOfDocuments(documentOf(before('string'), 'before')),
    contractOfDocuments(documentOf(before('integer'), 'after')),
  ];
  const witnesses = diffContracts(one, other).flatMap(({ witness }) => witness?.curl ?? []);
  expect(witnesses).toEqual(["curl 'http://localhost:3000/gr%C3%B6%C3%9Fe/a?id=a'"]);
});

it.each(['^a+$', '^(?:a|b){2,3}c?$', String.raw`^\d{4}-\d\d$`, '[^a-z]', '^.{3}$', String.raw`^\p{L}+$`, 'x'])(
  'finds texts for the pattern %s',
  (pattern) => {
    expect(textsOf(pattern).length).toBeGreaterThan(0);
    for (const text of textsOf(pattern)) expect(text).toMatch(new RegExp(pattern, 'u'));
  },
);

it('a witness has no text for a pattern that nothing matches', () => {
  expect(textsOf('^(?=a)b$')).toEqual([]);
});
