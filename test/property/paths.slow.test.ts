import { runInThisContext } from 'node:vm';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { printRoutes } from '../../src/build/codegen/manifest/routes.ts';
import { compileOperations } from '../../src/build/compiler/compile.ts';
import type { Routing } from '../../src/shared/contract/routes.ts';
import { encodeSegment, hasDotSegment, normalizePath } from '../../src/shared/contract/path-spelling.ts';
import { writePath } from '../../src/runtime/client/address.ts';
import { REST_PATTERN } from '../../src/shared/contract/rest-parameter.ts';
import { matchOperation, openRest, operationsAt, routePath } from '../../src/shared/contract/routes.ts';
import type { Method, Operation } from '../../src/shared/contract/operation.ts';
import type { Manifest } from '../../src/shared/contract/manifest.ts';
import { METHODS } from '../../src/shared/contract/operation.ts';
import { holds } from './holds.ts';
import { tablesOf } from '../support/routes.ts';

/** An operation by its segments, in which `{}` is a parameter and `{...}` the rest, and by which of the three forms its file has: see docs/guides/routing.md. */
interface Route {
  readonly method: Method;
  readonly segments: readonly string[];
  readonly form: 'directory' | 'name' | 'directive';
}

const TEXTS = [
  'my pets',
  ...words(
    "a b aa a.json a-a größe gro\u0308ße 100% %61 a%2Fb a+b 日本 😀 it's constructor (x) a:b $& ^a* [0] a|b a@b &amp; = ,; - ~",
  ),
];
const MIXED = words('{}.json {}.{} {}.{}.json a{} {}a a{}a {}-{} {}-{}.json {}aa{}a{} ö{} {}😀 {}%{} ({})');
const VALUES = words(' . .json a.json a.b.json a-b.json aaaa A a/b .. 1%2 gro\u0308ße');

/** The rest of a path. */
const REST = '{...}';

function words(text: string): string[] {
  return text.split(' ');
}

/** What a tree is made of, and what its requests are: so little that its templates overlap. */
const vocabulary = fc
  .tuple(
    fc.shuffledSubarray(TEXTS, { minLength: 1, maxLength: 2 }),
    fc.shuffledSubarray(MIXED, { maxLength: 3 }),
    fc.shuffledSubarray(VALUES, { minLength: 1, maxLength: 3 }),
  )
  .map(([texts, mixed, values]) => ({ segments: [...texts, ...mixed, '{}'], values: [...texts, ...values] }));

/** No two operations match the same requests: that is a build error. */
function treeOf(segments: readonly string[]): fc.Arbitrary<Route[]> {
  const route = fc.record<Route>({
    method: fc.constantFrom<Method>('GET', 'GET', 'GET', 'POST', 'HEAD', 'DELETE', 'OPTIONS'),
    segments: fc
      .tuple(fc.array(fc.constantFrom(...segments), { maxLength: 3 }), fc.constantFrom([], [], [], [], [REST]))
      .map((parts) => parts.flat()),
    form: fc.constantFrom('directory', 'name', 'directive'),
  });
  return fc.uniqueArray(route, {
    selector: (one) => `${one.method} ${one.segments.join('/').normalize('NFC')}`,
    maxLength: 25,
    size: 'max',
  });
}

/** The ways to write a text in a path. */
const encode: fc.Arbitrary<(text: string) => string> = fc.oneof(
  { arbitrary: fc.constant(encodeURIComponent), weight: 20 },
  { arbitrary: fc.constant((text: string) => text.replaceAll(/[%/]/g, encodeURIComponent)), weight: 20 },
  { arbitrary: fc.constant((text: string) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')), weight: 20 },
  { arbitrary: fc.constant((text: string) => `${encodeURIComponent(text)}%z`), weight: 1 },
);

/** A segment of a request that a template's segment matches, or several of them. */
function fill(template: string, values: readonly string[]): fc.Arbitrary<string> {
  if (template === REST)
    return fc.array(fill('{}', values), { minLength: 1, maxLength: 4 }).map((all) => all.join('/'));
  const value = fc.oneof(
    { arbitrary: fc.constantFrom(...values), weight: 8 },
    { arbitrary: fc.string({ maxLength: 3, unit: 'grapheme' }), weight: 1 },
  );
  const texts = template.split(/\{\w*\}/);
  return fc
    .tuple(...texts.slice(1).map(() => value))
    .map((of) => texts.map((text, i) => text + (of[i] ?? '')).join(''));
}

/** A path for one of some templates, perhaps with other segments, perhaps with more. */
function pathFor(
  templates: readonly (readonly string[])[],
  { segments, values }: { readonly segments: readonly string[]; readonly values: readonly string[] },
): fc.Arbitrary<string> {
  const other = fc.constantFrom(...segments);
  const asked = (template: string): fc.Arbitrary<string> =>
    fc
      .oneof({ arbitrary: fc.constant(template), weight: 4 }, { arbitrary: other, weight: 1 })
      .chain((one) => fc.tuple(fill(one, values), encode))
      .map(([text, write]) => write(text));
  return fc
    .constantFrom(...templates, [])
    .chain((template) => fc.tuple(fc.tuple(...template.map(asked)), fc.constantFrom('', '', '', '', '/', '//', '/a')))
    .map(([parts, end]) => `/${parts.join('/')}${end}`);
}

const scenario = vocabulary.chain((made) =>
  fc.tuple(treeOf(made.segments), fc.constantFrom('/', '/', '/v1', '/{tenant}/x')).chain(([routes, base]) => {
    const prefix = base.split('/').filter((text) => text !== '');
    const templates = routes.map(({ segments }) => [...prefix, ...segments]);
    return fc.record({
      routes: fc.constant(routes),
      base: fc.constant(base),
      paths: fc.array(pathFor(templates, made), { maxLength: 20, size: 'max' }),
      strict: fc.boolean(),
    });
  }),
);

it('a request is answered by the operation that a search through all templates finds', () => {
  let answered = 0;
  let contested = 0;
  const property = fc.property(scenario, ({ routes, base, paths, strict }) => {
    const operations = compileTree(routes, base);
    const tables = routings(operations);
    for (const path of paths) {
      const given = split(path, strict);
      expect([path, routePath(path, strict) === undefined]).toEqual([path, given === undefined]);
      if (given === undefined || given.includes('.') || given.includes('..')) continue;
      // Literal text has one spelling.
      const spelled = routePath(`/${split(path, true)!.map(encodeSegment).join('/')}`, strict)!;
      const candidates = METHODS.map((method) => search(operations, method, given));
      const expected = candidates.map(([first]) => first);
      for (const routing of tables) {
        const matches = METHODS.map((method) => matchOperation(routing, method, spelled));
        const found = matches.map((match) => match && [match.operation.id, ...match.values]);
        expect([path, ...found]).toEqual([path, ...expected]);
        expect([path, ...operationsAt(routing, spelled).keys()]).toEqual([path, ...methodsOf(expected)]);
      }
      if (candidates.some((all) => all.length > 0)) answered++;
      if (candidates.some((all) => all.length > 1)) contested++;
    }
  });
  holds(property, 300);
  // A search that never finds anything would agree with a matcher that never does.
  expect(answered).toBeGreaterThan(500);
  expect(contested).toBeGreaterThan(50);
});

function compileTree(routes: readonly Route[], base: string): Operation[] {
  const { operations, diagnostics } = compileOperations({ files: routes.map(toFile), base });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(operations).toHaveLength(routes.length);
  return operations.map(({ contract }) => contract);
}

function toFile({ method, segments, form }: Route): { path: string; text: string } {
  let count = 0;
  const path = segments
    .join('/')
    .replaceAll('{}', () => `{p${++count}}`)
    .replace(REST, '{rest...}');
  const last = segments.at(-1);
  const isDirective = form === 'directive' && last !== undefined && !last.includes('@');
  const name = isDirective ? '' : `${form === 'directory' && path !== '' ? '/' : ''}@${method.toLowerCase()}`;
  return {
    path: `${path}${name}.ts`,
    text: `/**\n * It.\n * @${method}\n${segments.at(-1) === REST ? ' * @internal\n' : ''} */\nexport default () => {};\n`,
  };
}

/** The tables as they are built, and as they are after they were printed and read. */
function routings(operations: readonly Operation[]): Routing<Operation>[] {
  const built = tablesOf(operations);
  const printed = runInThisContext(`(${printRoutes(built)})`) as Manifest['routes'];
  return [built, printed].map((routes) => ({ routes, operations }));
}

/** The reference: what stands between the slashes, decoded. */
function split(path: string, strict: boolean): string[] | undefined {
  if (path === '/') return [];
  const segments = path.split('/').slice(1);
  if (!strict && segments.at(-1) === '' && segments.at(-2) !== '') segments.pop();
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** The reference: each template is tried; of those that match, in the order of docs/guides/routing.md, the first answers. */
function search(operations: readonly Operation[], method: Method, given: readonly string[]): string[][] {
  const matching = operations.flatMap((operation) => {
    const segments = operation.path.split('/').filter((text) => text !== '');
    const hasRest = operation.path.endsWith('...}');
    const parts = hasRest
      ? [...given.slice(0, segments.length - 1), given.slice(segments.length - 1).join('/')]
      : given;
    if (operation.method !== method || segments.length !== parts.length || parts.at(-1) === '') return [];
    const matches = segments.map((template, i) => toPattern(template).exec(parts[i]!));
    if (matches.includes(null)) return [];
    return [{ segments, answer: [operation.id, ...matches.flatMap((match) => match!.slice(1))] }];
  });
  if (matching.length === 0 && method === 'HEAD') return search(operations, 'GET', given);
  return matching.sort((a, b) => comparePaths(a.segments, b.segments)).map(({ answer }) => answer);
}

function toPattern(template: string): RegExp {
  const texts = template
    .split(/\{\w+(?:\.{3})?\}/)
    .map((text) => text.replaceAll(/[.\\+*?^$|()[\]-]/g, String.raw`\$&`));
  return new RegExp(`^${texts.join('([^]+)')}$`);
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  const orders = a.slice(0, b.length).map((template, i) => compareSegments(template, b[i]!));
  return orders.find((order) => order !== 0) ?? 0;
}

function compareSegments(a: string, b: string): number {
  const [x, y] = [rank(a), rank(b)];
  const at = x.findIndex((part, i) => part !== y[i]);
  return at === -1 ? 0 : x[at]! < y[at]! ? -1 : 1;
}

/** Text before mixtures (more text first, then fewer parameters, then the alphabet), mixtures before parameters, and these before the rest. */
function rank(template: string): (number | string)[] {
  if (template.endsWith('...}')) return [3];
  const texts = template.split(/\{\w+\}/);
  const literal = texts.join('');
  const kind = texts.length === 1 ? 0 : literal === '' ? 2 : 1;
  return [kind, -literal.length, texts.length, texts.join('{}')];
}

/** The methods that are answered. */
function methodsOf(answers: readonly unknown[]): Method[] {
  return METHODS.filter((_, i) => answers[i] !== undefined);
}

/** Texts of a rest: parts that are odd, and what separates them. */
const rests = fc
  .array(
    fc.oneof(
      fc.constantFrom('', '.', '..', '...', 'a', '%2e', '%2F', '\0', ' ', 'ü', 'a.b', '~', '%'),
      fc.string({ maxLength: 3, unit: 'grapheme' }),
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .chain((parts) => fc.constantFrom('/', '/', '/', '\\').map((slash) => parts.join(slash)));

it('the pattern of a rest matches its description', () => {
  const pattern = new RegExp(REST_PATTERN, 'u');
  let valid = 0;
  const property = fc.property(rests, (text) => {
    const isValid = !text.includes('\0') && text.split(/[/\\]/).every((part) => !['', '.', '..'].includes(part));
    if (isValid) valid++;
    expect([text, pattern.test(text)]).toEqual([text, isValid]);
  });
  holds(property, 1000);
  expect(valid).toBeGreaterThan(300);
});

it('a rest arrives as the client has sent it, with escaped slashes too, or is refused', () => {
  const operations = [{ method: 'GET' as const, path: '/files/{path...}' }];
  const routing = { routes: tablesOf(operations), operations };
  const pattern = new RegExp(REST_PATTERN, 'u');
  let arrived = 0;
  const property = fc.property(rests, fc.boolean(), (text, isEscaped) => {
    let url: string;
    try {
      url = isEscaped ? `/files/${encodeURIComponent(text)}` : writePath('/files/{path...}', { path: text });
    } catch {
      // A lone surrogate, nothing, or a segment that a URL would resolve.
      return;
    }
    const path = normalizePath(url);
    if (hasDotSegment(path)) return;
    const match = matchOperation(routing, 'GET', openRest(routing, 'GET', routePath(path, false)!));
    if (pattern.test(text)) arrived++;
    const value = match?.values[0];
    // An invalid text stays invalid, and no other one becomes of it.
    expect([text, value !== undefined && pattern.test(value) ? value : undefined]).toEqual([
      text,
      pattern.test(text) ? text : undefined,
    ]);
  });
  holds(property, 1000);
  expect(arrived).toBeGreaterThan(300);
});

it('a normalized path means the same as before, and is malformed if it was', () => {
  const units = fc.constantFrom(...words('% % %% %2 %25 0 2 5 6 7 f F 1 61 70 2f 2F / a p . c3 %c3 %b6 ~ | ( é'));
  const decoded = (path: string): string | undefined => {
    try {
      return decodeURIComponent(path);
    } catch {
      return undefined;
    }
  };
  let malformed = 0;
  const property = fc.property(fc.array(units, { maxLength: 8 }), (parts) => {
    const path = `/${parts.join('')}`;
    const meant = decoded(path);
    if (meant === undefined) malformed++;
    expect([path, decoded(normalizePath(path))]).toEqual([path, meant]);
    expect([path, normalizePath(normalizePath(path))]).toEqual([path, normalizePath(path)]);
  });
  holds(property, 5000);
  expect(malformed).toBeGreaterThan(500);
});
