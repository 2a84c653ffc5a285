import * as fc from 'fast-check';
import Koa from 'koa';
import { expect, it } from 'vitest';
import { joinVersions } from '../../src/build/compiler/versions/join-versions.ts';
import { pathInVersion, pathOfId, withoutVersion } from '../../src/build/compiler/operations/tree-files.ts';
import { createApp, createRouter } from '../../src/runtime/koa/index.ts';
import type { Manifest } from '../../src/shared/contract/manifest.ts';
import type { Operation } from '../../src/shared/contract/operation.ts';
import { matchOperation } from '../../src/shared/contract/routes.ts';
import { composed, mount } from '../runtime/koa/mount.ts';
import { compile } from '../build/compiler/compile.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import type { App } from '../runtime/koa/serve.ts';
import { serve } from '../runtime/koa/serve.ts';
import { tablesOf } from '../support/routes.ts';
import { holdsAsync } from './holds.ts';
import { escapeAll, fillTemplate, leastEscaped, spell } from './spellings.ts';

// Whatever a client sends, an operation runs behind the guards of its directories, and has the URL that guards in front see.

const SEGMENTS = ['a', 'a', 'b', 'ü', 'a.json', 'v1', '{}', '{}', '{}.json', 'a-{}'];
const VALUES = ['a', 'b', 'ü', 'a.json', 'A', ' a', 'a-b', 'a/b', 'a%2Fb', '..', '.', 'x', '7', '', '%', 'a;b', '\\'];
const METHODS = ['GET', 'GET', 'POST', 'HEAD', 'DELETE', 'QUERY'];

/** An operation of a random tree: in which version, and who may. */
const route = fc.record({
  segments: fc.array(fc.constantFrom(...SEGMENTS), { maxLength: 2 }),
  name: fc.constantFrom(...SEGMENTS, '', '{...}'),
  method: fc.constantFrom(...METHODS),
  facet: fc.constantFrom('', '', '', ' (lowercase: true)', ' (trim: true)'),
  access: fc.constantFrom('', '', ' * @security key\n', ' * @security none\n'),
  place: fc.constantFrom('today', 'today', 'both', 'older'),
});

/** Which directories have guards: some, or the first one. */
const some = fc.array(fc.boolean(), { minLength: 16, maxLength: 16, size: 'max' });
const first = fc.constant([true, ...Array.from({ length: 15 }, () => false)]);

interface Tree {
  readonly files: Readonly<Record<string, string>>;
  /** Those of the version `v1`. */
  readonly older: Readonly<Record<string, string>>;
  readonly guarded: readonly string[];
}

const treesOf = (size: number, choices: fc.Arbitrary<readonly boolean[]>): fc.Arbitrary<Tree> =>
  fc.tuple(fc.array(route, { minLength: 2, maxLength: size, size: 'max' }), choices).map(([all, isChosen]) => {
    const files: Record<string, string> = {};
    const older: Record<string, string> = {};
    for (const { segments, name, method, facet, access, place } of all) {
      const path = `${nameParameters([...segments, name]).join('/')}@${method.toLowerCase()}.ts`;
      const lines = Array.from(path.matchAll(/\{(\w+)/g), ([, each]) => ` * @param {string} path.${each!}${facet}\n`);
      const text = `/**\n * It.\n${lines.join('')}${access} * @returns {any} It\n */\n${HANDLER}`;
      if (place !== 'older') files[path] = text;
      if (place !== 'today') older[pathInVersion('v1', path)] = text;
    }
    const directories = new Set(Object.keys(files).flatMap((path) => directoriesOf(path)));
    const guarded = [...directories].filter((_, i) => isChosen[i % 16]);
    for (const each of guarded) files[`${each}/_middleware.ts`] = guardOf(each);
    return { files, older, guarded };
  });

const HANDLER = `export default ({ operation, method, params, state }) => ({ id: operation.id, path: operation.path, method, params, ...state });\n`;

/** A guard that refuses nobody, because the test is about whether it runs. */
const guardOf = (directory: string): string => `const run = (how, { state, params }) => {
  (state.guards ??= []).push([how, ${JSON.stringify(directory)}, { ...params }]);
};
export const authorize = (ctx) => run('authorize', ctx);
export default (ctx, next) => (run('wrap', ctx), next());\n`;

const nameParameters = (segments: readonly string[]): string[] =>
  segments.map((each, i) => each.replaceAll('{...}', `{p${i}...}`).replaceAll('{}', `{p${i}}`));

/** The directories of a file, outermost first. */
const directoriesOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, i, all) => all.slice(0, i + 1).join('/'));

const spelled = fc
  .tuple(fc.constantFrom(...VALUES), fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }))
  .map(([text, how]) => spell(text, how));

/** A request to a path of the tree, of which it only knows the place in the list. */
const requests = fc.record({
  at: fc.nat(),
  values: fc.array(spelled, { minLength: 5, maxLength: 5 }),
  oddity: fc.nat(30),
  method: fc.option(fc.constantFrom(...METHODS), { freq: 3 }),
  override: fc.option(fc.constantFrom('GET', 'POST', 'DELETE', 'QUERY'), { freq: 4 }),
  rewrites: fc.option(fc.nat(), { freq: 5 }),
  lowers: fc.boolean(),
  hasKey: fc.constantFrom(true, true, false),
});

interface Sent {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Request = typeof requests extends fc.Arbitrary<infer T> ? T : never;

function sentOf(request: Request, operations: readonly Pick<Operation, 'method' | 'path'>[]): Sent {
  const { at, values, oddity, override, rewrites, lowers, hasKey } = request;
  const { method, path } = operations[at % operations.length]!;
  const from = (template: string, isTarget: boolean): string => {
    let i = 0;
    const text = template.replaceAll(/\{[^{}]*\}|[^{}/]+/g, (part) =>
      part.startsWith('{') ? values[i++ % 5]! : oddity % 7 === 1 ? escapeAll(part) : encodeURI(part),
    );
    const odd = [`${text}/`, `/${text}`, text.replace('/', '/./')];
    if (isTarget) odd.push(`http:/${text}`, `http://h${text}`);
    return odd[oddity - 2] ?? text;
  };
  return {
    target: `${request.method ?? method} ${from(path, true)}`,
    headers: {
      ...(override !== null && { 'X-Method': override }),
      ...(rewrites !== null && { 'X-Path': from(operations[rewrites % operations.length]!.path, false) }),
      ...(lowers && { 'X-Lower': '1' }),
      ...(hasKey && { 'X-Key': '1' }),
    },
  };
}

/** Middleware in front, which changes methods and paths as clients want, and notes the path that later guards would compare. */
const front: Koa.Middleware = (ctx, next) => {
  if (ctx.get('X-Method') !== '') ctx.method = ctx.get('X-Method');
  if (ctx.get('X-Path') !== '') ctx.path = ctx.get('X-Path');
  // Koa's path of the target `http://` is null.
  if (ctx.get('X-Lower') !== '') ctx.path = String(ctx.path).toLowerCase();
  Object.assign(ctx.state, { seen: ctx.path });
  return next();
};

/** Code around the app, whose guards have compared the path as it was sent. */
const around: Koa.Middleware = (ctx, next) => {
  ctx.state['outer'] = ctx.path;
  return next();
};

const OPTIONS = { security: { key: () => ({ sub: '1' }) } } as never;
const SCHEMES = 'components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }';

interface Way {
  readonly name: string;
  readonly prefix?: string;
  /** Whether other code of the app sees paths as they are sent. */
  readonly isForeign?: boolean;
  create(manifest: Manifest): App;
}

const WAYS: readonly Way[] = [
  { name: 'createApp', create: (manifest) => createApp(manifest, OPTIONS).use(front as never) },
  {
    name: 'createRouter',
    isForeign: true,
    create: (manifest) => new Koa().use(front).use(createRouter(manifest, OPTIONS).routes()),
  },
  {
    name: 'createApp in a mount',
    prefix: '/in',
    create: (manifest) => new Koa().use(mount('/in', createApp(manifest, OPTIONS).use(front as never))),
  },
  {
    name: 'createApp behind other code',
    create: (manifest) => new Koa().use(around).use(composed(createApp(manifest, OPTIONS).use(front as never))),
  },
];

/** What an operation of the tree answers. */
interface Answer {
  readonly id: string;
  readonly path: string;
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly guards?: readonly (readonly [how: string, directory: string, params: object])[];
  readonly seen: string;
  readonly outer?: string;
}

const few = fc.array(requests, { minLength: 60, maxLength: 60, size: 'max' });

it.each(WAYS)('$name: operations run behind their guards, with the URL that guards in front see', async (way) => {
  let answered = 0;
  const property = fc.asyncProperty(treesOf(10, some), few, async ({ files, guarded }, all) => {
    const { diagnostics, operations } = compile(files, { definitions: [{ path: 'openapi.yaml', text: SCHEMES }] });
    fc.pre(operations.length > 0 && diagnostics.every(({ severity }) => severity !== 'error'));
    const warnings = diagnostics.map(({ code }) => code);
    const manifest = await compileTree(files, { definitions: { 'openapi.yaml': SCHEMES }, warnings });
    const { ask } = await serve(way.create(manifest));
    for (const request of all) {
      const sent = sentOf(request, manifest.operations);
      const { status, body } = await ask(sent.target.replace(' ', ` ${way.prefix ?? ''}`), { headers: sent.headers });
      // Koa can't set the path of such a target.
      if (status >= 500 && !sent.target.endsWith(' http://')) throw new Error(`${JSON.stringify(sent)}: ${status}`);
      if (status !== 200 || body === '') continue;
      answered++;
      const answer = JSON.parse(body) as Answer;
      expect({ sent, files, ...findings(answer, files[answer.id]!, sent, way, manifest) }).toEqual({
        sent,
        files,
        guards: ['authorize', 'wrap'].flatMap((how) =>
          directoriesOf(answer.id)
            .filter((each) => guarded.includes(each))
            .map((each) => [how, each, answer.guards?.[0]?.[2]]),
        ),
        isOpen: false,
        found: answer.id,
        literals: literalsIn(answer.path, encodeURI(answer.path)),
        outer: literalsIn(answer.path, encodeURI(answer.path)),
        shown: way.isForeign === true ? undefined : fillTemplate(answer.path, answer.params),
      });
    }
  });
  await holdsAsync(property, 20);
  expect(answered).toBeGreaterThan(20);
});

/** What is to be compared of an answer. Guards get texts as they are sent, the handler as its contract changes them. */
function findings(answer: Answer, text: string, { headers }: Sent, way: Way, manifest: Manifest): object {
  const { guards = [], path, params, method, seen } = answer;
  const url = fillTemplate(path, params);
  const isRewritten = headers['X-Path'] !== undefined;
  const outer = isRewritten || answer.outer === undefined ? encodeURI(path) : answer.outer;
  const isChanged = isRewritten || headers['X-Lower'] !== undefined || /lowercase|trim/.test(text);
  return {
    guards,
    isOpen: text.includes('@security key') && headers['X-Key'] === undefined,
    found: matchOperation(manifest, method, url)?.operation.id,
    literals: literalsIn(path, seen),
    // Code around the app sees the text in the case that was sent.
    outer: literalsIn(path, headers['X-Lower'] === undefined ? outer : outer.toLowerCase()),
    shown: way.isForeign === true ? undefined : isChanged ? url : leastEscaped(seen).replace(/(?<=.)\/$/, ''),
  };
}

/** The segments of a path where its template has text alone. */
const literalsIn = (template: string, path: string): string[] =>
  template.split('/').map((each, i) => (each.includes('{') ? '' : (path.split('/')[i] ?? '')));

it('every path below a guarded directory runs its guard in each version, unless the compiler reports it', async () => {
  let tried = 0;
  const property = fc.asyncProperty(treesOf(4, first), few, async ({ files, older, guarded }, all) => {
    const versions = [
      { name: 'v1', prefix: 'v1', files: Object.entries(older).map(([path, text]) => ({ path, text })) },
      { name: 'v2', prefix: 'v2' },
    ];
    const compilation = compile(files, { versions, definitions: [{ path: 'openapi.yaml', text: SCHEMES }] });
    if (compilation.diagnostics.some(({ code }) => !/spelling|document-path/.test(code))) return;
    const operations = joinVersions(compilation).operations.map(({ contract }) => contract);
    const routing = { routes: tablesOf(operations), operations };
    const plain = guarded.filter((each) => !each.includes('{'));
    for (const [i, { values, method }] of all.entries()) {
      const directory = plain[i % plain.length];
      if (directory === undefined) return;
      const url = `/${encodeURI(directory)}${i % 4 === 0 ? '' : `/${values.slice(0, i % 4).join('/')}`}`;
      for (const version of ['v1', 'v2']) {
        const id = matchOperation(routing, method ?? 'GET', `/${version}${url}`)?.operation.id;
        if (id === undefined) continue;
        tried++;
        const isMeant = { ...files, ...older }[pathOfId(id)]?.includes('@security none') === true;
        expect({ url, version, files, older, runs: isMeant || runsGuard(id, directory) }).toMatchObject({ runs: true });
      }
    }
  });
  await holdsAsync(property, 300);
  expect(tried).toBeGreaterThan(5);
});

const runsGuard = (id: string, directory: string): boolean => directoriesOf(withoutVersion(id)).includes(directory);
