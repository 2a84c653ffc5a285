import { isDeepStrictEqual } from 'node:util';
import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { printRoutes } from '../../../src/build/codegen/manifest/routes.ts';
import type { Routing } from '../../../src/shared/contract/routes.ts';
import { matchOperation, operationsAt, routePath } from '../../../src/shared/contract/routes.ts';
import type { Method } from '../../../src/shared/contract/operation.ts';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import { METHODS } from '../../../src/shared/contract/operation.ts';
import { randomFrom } from '../../support/random.ts';
import { tablesOf } from '../../support/routes.ts';

interface Route {
  readonly method: Method;
  readonly path: string;
}

/** The tables as they are built, and as they are after they were printed and read. */
function routings(operations: readonly Route[]): Routing<Route>[] {
  return [tablesOf(operations), evaluate(printRoutes(tablesOf(operations)))].map((routes) => ({
    routes,
    operations,
  }));
}

function evaluate(text: string): Manifest['routes'] {
  return runInThisContext(`(${text})`) as Manifest['routes'];
}

const get = (...paths: string[]): Route[] => paths.map((path) => ({ method: 'GET', path }));

/** What answers a request, as `/pets/{id} [7]`, the same from the built and from the printed tables. */
function ask(operations: readonly Route[], method: string, path: string, strict = false): string | undefined {
  const answers = routings(operations).map((routing) => {
    const match = matchOperation(routing, method, routePath(path, strict)!);
    return match && `${match.operation.path} [${match.values.join(' | ')}]`;
  });
  expect(answers[1]).toBe(answers[0]);
  return answers[0];
}

describe('routePath', () => {
  it.each<[string, string, string]>([
    ['/', '/', '/'],
    ['', '/', '/'],
    ['/pets', '/pets', '/pets'],
    ['/pets/', '/pets', '/pets/'],
    ['/pets//', '/pets//', '/pets//'],
    ['//', '//', '//'],
    ['/a%20b/c%2Fd/%C3%BC', '/a%20b/c%2Fd/%C3%BC', '/a%20b/c%2Fd/%C3%BC'],
    ['/%2F/', '/%2F', '/%2F/'],
  ])('removes a trailing slash of %j', (path, lenient, strict) => {
    expect(routePath(path, false)).toBe(lenient);
    expect(routePath(path, true)).toBe(strict);
  });

  it.each(['/%zz', '/a/%C3', '/%E0%A4%A', '/ok%20/%', '/%C0%AF', '/%C3/%BC'])('refuses the encoding of %j', (path) => {
    expect(routePath(path, false)).toBeUndefined();
    expect(routePath(path, true)).toBeUndefined();
  });
});

describe('matchOperation', () => {
  it('puts text before mixtures, and mixtures before parameters', () => {
    const routes = get('/c/{x}', '/c/{a}...{b}', '/c/{sha}.diff', '/c/latest.diff');
    expect(ask(routes, 'GET', '/c/latest.diff')).toBe('/c/latest.diff []');
    expect(ask(routes, 'GET', '/c/x.diff')).toBe('/c/{sha}.diff [x]');
    expect(ask(routes, 'GET', '/c/x...y')).toBe('/c/{a}...{b} [x | y]');
    expect(ask(routes, 'GET', '/c/x...y.diff')).toBe('/c/{sha}.diff [x...y]');
    expect(ask(routes, 'GET', '/c/x')).toBe('/c/{x} [x]');
  });

  it('gives the leftmost parameter as much as it can take', () => {
    const routes = get('/img/{name}.{ext}', '/range/{from}-{to}', '/v{major}.{minor}');
    expect(ask(routes, 'GET', '/img/a.b.png')).toBe('/img/{name}.{ext} [a.b | png]');
    expect(ask(routes, 'GET', '/range/a-b-c')).toBe('/range/{from}-{to} [a-b | c]');
    expect(ask(routes, 'GET', '/v1.2.3')).toBe('/v{major}.{minor} [1.2 | 3]');
  });

  it('takes a percent-encoded character for a part of a value', () => {
    const routes = get('/{id}:archive', '/at/{user}@{host}', '/100/{a}25{b}', '/u/{a}ü{b}');
    expect(ask(routes, 'GET', '/7%3Aa:archive')).toBe('/{id}:archive [7:a]');
    expect(ask(routes, 'GET', '/7%3Aarchive')).toBeUndefined();
    expect(ask(routes, 'GET', '/at/a@b%40c')).toBe('/at/{user}@{host} [a | b@c]');
    expect(ask(routes, 'GET', '/at/a%40b')).toBeUndefined();
    expect(ask(routes, 'GET', '/100/x25%25y')).toBe('/100/{a}25{b} [x | %y]');
    expect(ask(routes, 'GET', '/100/%25y')).toBeUndefined();
    expect(ask(routes, 'GET', '/u/%C3%A4%C3%BC%F0%9F%98%80')).toBe('/u/{a}ü{b} [ä | 😀]');
    expect(ask(routes, 'GET', '/u/a%c3%bcb')).toBeUndefined();
  });

  it('goes back if the first choice has no match', () => {
    const routes = get('/a/b/c', '/a/{x}/d', '/{x}/b/e', '/{x}/{y}.z/f', '/{x}/{y}/{z}');
    expect(ask(routes, 'GET', '/a/b/c')).toBe('/a/b/c []');
    expect(ask(routes, 'GET', '/a/b/d')).toBe('/a/{x}/d [b]');
    expect(ask(routes, 'GET', '/a/b/e')).toBe('/{x}/b/e [a]');
    expect(ask(routes, 'GET', '/a/b.z/f')).toBe('/{x}/{y}.z/f [a | b]');
    expect(ask(routes, 'GET', '/a/b.z/g')).toBe('/{x}/{y}/{z} [a | b.z | g]');
    expect(ask(routes, 'GET', '/a/b')).toBeUndefined();
  });

  it('matches each method by itself', () => {
    const routes: Route[] = [
      { method: 'POST', path: '/pets/search' },
      { method: 'GET', path: '/pets/{id}' },
    ];
    expect(ask(routes, 'POST', '/pets/search')).toBe('/pets/search []');
    expect(ask(routes, 'GET', '/pets/search')).toBe('/pets/{id} [search]');
    expect(ask(routes, 'DELETE', '/pets/search')).toBeUndefined();
  });

  it('answers HEAD by GET, where there is no HEAD', () => {
    const routes: Route[] = [...get('/pets', '/pets/{id}'), { method: 'HEAD', path: '/pets/{name}' }];
    expect(ask(routes, 'HEAD', '/pets')).toBe('/pets []');
    expect(ask(routes, 'HEAD', '/pets/1')).toBe('/pets/{name} [1]');
    expect(ask(routes.slice(2), 'GET', '/pets/1')).toBeUndefined();
  });

  it('takes names that every object has for nothing but names', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];
    const answers = names.map((name) => [
      ask(get('/a', '/a/b'), 'GET', `/${name}`),
      ask(get('/a', '/a/b'), 'GET', `/a/${name}`),
      ask(get('/{x}/y'), 'GET', `/${name}/y`),
      ask(get(`/${name}/${name}`, '/x'), 'GET', `/${name}/${name}`),
      ask(get('/', '/a'), name, '/'),
      ask(get('/', '/a'), name, '/a'),
    ]);
    expect(answers).toEqual(
      names.map((name) => [undefined, undefined, `/{x}/y [${name}]`, `/${name}/${name} []`, undefined, undefined]),
    );
  });

  it('compares decoded text, letter by letter', () => {
    const routes = get('/my pets', '/größe', '/a%2Fb', '/100%', '/{x}');
    expect(ask(routes, 'GET', '/my%20pets')).toBe('/my pets []');
    expect(ask(routes, 'GET', '/gr%C3%B6%C3%9Fe')).toBe('/größe []');
    expect(ask(routes, 'GET', '/a%2Fb')).toBe('/{x} [a/b]');
    expect(ask(routes, 'GET', '/a%252Fb')).toBe('/a%2Fb []');
    expect(ask(routes, 'GET', '/100%25')).toBe('/100% []');
    expect(ask(routes, 'GET', '/My%20pets')).toBe('/{x} [My pets]');
  });

  it('gives no dot segment to a parameter, in any spelling', () => {
    const routes = get('/a/{x}', '/{x}.', '/{x}', '/...');
    for (const dots of ['.', '..', '%2e', '%2E.', '.%2e'])
      expect([ask(routes, 'GET', `/a/${dots}`), ask(routes, 'GET', `/${dots}`)]).toEqual([undefined, undefined]);
    expect(ask(routes, 'GET', '/a/...')).toBe('/a/{x} [...]');
    expect(ask(routes, 'GET', '/...')).toBe('/... []');
    expect(ask(routes, 'GET', '/....')).toBe('/{x}. [...]');
    expect(ask(routes, 'GET', '/a/.x')).toBe('/a/{x} [.x]');
  });

  it('shares the beginnings of texts, also within a percent-encoding', () => {
    const routes = get('/pet', '/pets', '/pets/search', '/pets/seals', '/petä', '/petö', '/pe', '/p{x}', '/{x}/seals');
    for (const path of ['/pet', '/pets', '/pets/search', '/pets/seals', '/pe'])
      expect(ask(routes, 'GET', path)).toBe(`${path} []`);
    expect(ask(routes, 'GET', '/pet%C3%A4')).toBe('/petä []');
    expect(ask(routes, 'GET', '/pet%C3%B6')).toBe('/petö []');
    expect(ask(routes, 'GET', '/pet%C3%BC')).toBe('/p{x} [etü]');
    expect(ask(routes, 'GET', '/p')).toBeUndefined();
    expect(ask(routes, 'GET', '/pett/seals')).toBe('/{x}/seals [pett]');
    expect(ask(routes, 'GET', '/pets/sea')).toBeUndefined();
  });

  it('gives the rest of a path to what nothing else matches, at each segment', () => {
    const routes = get('/files/{path...}', '/files/{name}', '/files/{name}.txt/raw', '/{a}/list/all', '/{any...}');
    expect(ask(routes, 'GET', '/files/a')).toBe('/files/{name} [a]');
    expect(ask(routes, 'GET', '/files/a/b')).toBe('/files/{path...} [a/b]');
    expect(ask(routes, 'GET', '/files/a.txt/raw')).toBe('/files/{name}.txt/raw [a]');
    expect(ask(routes, 'GET', '/files/list/all')).toBe('/files/{path...} [list/all]');
    expect(ask(routes, 'GET', '/shop/list/all')).toBe('/{a}/list/all [shop]');
    expect(ask(routes, 'GET', '/shop/list')).toBe('/{any...} [shop/list]');
    expect(ask(routes, 'GET', '/files/')).toBe('/{any...} [files]');
    expect(ask(routes, 'GET', '/')).toBeUndefined();
    expect(ask(routes, 'GET', '/files/a%2Fb/%C3%BC/')).toBe('/files/{path...} [a/b/ü]');
  });

  it('gives no dot segment to the rest of a path, in any spelling', () => {
    const routes = get('/files/{path...}');
    for (const dots of ['.', '..', '%2e', '%2E.', '.%2e'])
      for (const path of [dots, `a/${dots}`, `${dots}/a`, `a/${dots}/b`])
        expect([path, ask(routes, 'GET', `/files/${path}`)]).toEqual([path, undefined]);
    expect(ask(routes, 'GET', '/files/.../..a/.b')).toBe('/files/{path...} [.../..a/.b]');
  });

  it('gives no empty value to a parameter', () => {
    const routes = get('/a/{x}', '/{x}', '/a/{x}.json');
    expect(ask(routes, 'GET', '//')).toBeUndefined();
    expect(ask(routes, 'GET', '/a//')).toBeUndefined();
    expect(ask(routes, 'GET', '/a/.json')).toBe('/a/{x} [.json]');
  });

  it('makes a trailing slash another path only if that is requested', () => {
    const routes = get('/', '/pets', '/pets/{id}');
    expect(ask(routes, 'GET', '/pets/')).toBe('/pets []');
    expect(ask(routes, 'GET', '/pets/1/')).toBe('/pets/{id} [1]');
    expect(ask(routes, 'GET', '/pets/', true)).toBeUndefined();
    expect(ask(routes, 'GET', '/pets/1/', true)).toBeUndefined();
    expect(ask(routes, 'GET', '/', true)).toBe('/ []');
  });

  it('keeps the later of two operations that match the same requests', () => {
    expect(ask(get('/a/{x}', '/a/{y}'), 'GET', '/a/1')).toBe('/a/{y} [1]');
  });

  it('agrees with a search through all templates, over many tables and paths', () => {
    const paths = probes();
    let answered = 0;
    const mistakes: object[] = [];
    for (let seed = 1; seed <= 4; seed++) {
      const operations = randomRoutes(seed);
      const tables = routings(operations);
      for (const [method, path] of ['GET', 'POST', 'HEAD'].flatMap((name) =>
        paths.map((probe) => [name, probe] as const),
      )) {
        const expected = search(operations, method, path);
        if (expected !== undefined) answered++;
        const found = tables.map((routing) => matchOperation(routing, method, routePath(path, false)!));
        const got = found.map((match) => match && [match.operation.path, ...match.values]);
        if (!isDeepStrictEqual(got, [expected, expected])) mistakes.push({ seed, method, path, got, expected });
      }
    }
    expect(mistakes).toEqual([]);
    // A reference that never finds anything would agree with a matcher that never does.
    expect(answered).toBeGreaterThan(paths.length);
  });
});

describe('the operations of a path', () => {
  const operations: Route[] = [
    { method: 'DELETE', path: '/pets/{id}' },
    { method: 'GET', path: '/pets/{id}' },
    { method: 'POST', path: '/pets/search' },
    { method: 'OPTIONS', path: '/free' },
    { method: 'TRACE', path: '/free' },
  ];

  it.each<[string, Method[]]>([
    ['/pets/1', ['GET', 'HEAD', 'DELETE']],
    ['/pets/search', ['GET', 'HEAD', 'POST', 'DELETE']],
    ['/free', ['OPTIONS', 'TRACE']],
    ['/pets', []],
    ['/', []],
  ])('finds for %j the methods %j', (path, methods) => {
    for (const routing of routings(operations)) {
      const found = operationsAt(routing, routePath(path, false)!);
      expect([...found.keys()]).toEqual(methods);
      for (const [method, operation] of found) expect(operation).toBe(matchOperation(routing, method, path)!.operation);
    }
  });

  it('agree with what each method is answered, over many tables and paths', () => {
    const routes = randomRoutes(99);
    const [built] = routings(routes);
    for (const path of probes()) {
      const answered = METHODS.filter((method) => search(routes, method, path) !== undefined);
      expect([path, ...operationsAt(built!, routePath(path, false)!).keys()]).toEqual([path, ...answered]);
    }
  });
});

describe('a table', () => {
  const operations = get('/', '/small/{x}', '/{y}/p1', '/pets', '/pets/{id}.json', '/petals');

  it('prints a table as JSON text', () => {
    expect(printRoutes(tablesOf(operations.slice(0, 2)))).toBe(
      '{\n    GET: `["",-1,[["/",0,[["small/",-1,null,null,["",1]]]]]]`,\n  }',
    );
  });

  it('parses a table at the first request of its method', () => {
    const routing = { routes: evaluate(printRoutes(tablesOf(operations))), operations };
    matchOperation(routing, 'POST', '/small/x');
    expect(typeof routing.routes.GET).toBe('string');
    matchOperation(routing, 'HEAD', '/small/x');
    expect(typeof routing.routes.GET).toBe('object');
    const paths = operations.flatMap(({ path }) => [path, path.replace(/\{.\}/, 'v'), `${path}/x`]);
    const [built] = routings(operations);
    for (const path of [...paths, ...paths])
      expect(matchOperation(routing, 'GET', path)).toEqual(matchOperation(built!, 'GET', path));
  });
});

const SEGMENTS = ['a', 'b', 'a.json', '__proto__', '{}', '{}.json', '{}-{}', 'a{}', '{}-{}.json'];
const VALUES = ['a', 'b', 'a.json', '.json', 'a-b', 'b-a-b.json', '-', 'aa', '__proto__', 'a%2Fb', '%61'];

/** Templates put together at random, of each set that match the same requests one. */
function randomRoutes(seed: number): Route[] {
  const random = randomFrom(seed);
  const routes = new Map<string, Route>();
  for (let i = 0; i < 60; i++) {
    const some = Array.from({ length: random(4) }, () => SEGMENTS[random(SEGMENTS.length)]!);
    const shape = [...some, ...(random(5) === 0 ? ['{}...'] : [])].join('/');
    const method = random(3) === 0 ? 'POST' : 'GET';
    let name = 0;
    const path = `/${shape.replaceAll('{}', () => `{p${name++}}`).replace(/\}\.\.\.$/, '...}')}`;
    routes.set(`${method} ${shape}`, { method, path });
  }
  return [...routes.values()];
}

/** Paths of up to three segments. */
function probes(): string[] {
  const one = VALUES.map((value) => `/${value}`);
  const two = one.flatMap((path) => one.map((next) => path + next));
  const three = two.filter((_, i) => i % 5 === 0).flatMap((path) => one.map((next) => path + next));
  return ['/', ...one, ...two, ...three, ...two.slice(0, 9).map((path) => `${path}/`), '/a//b', '//a'];
}

/** The reference: every template as a regular expression, the matching ones compared segment by segment. */
function search(operations: readonly Route[], method: string, path: string): string[] | undefined {
  const raw = path.replace(/\/$/, '').split('/').slice(1);
  const given = raw.map(decodeURIComponent);
  const matching = operations.flatMap((operation) => {
    const segments = operation.path.split('/').filter((segment) => segment !== '');
    const rest = segments.at(-1)?.endsWith('...}') === true ? segments.length - 1 : undefined;
    const isLong = rest === undefined ? segments.length === given.length : segments.length <= given.length;
    if (operation.method !== method || !isLong) return [];
    const values: string[] = [];
    const matches = segments.every((segment, i) => {
      if (i === rest) return values.push(given.slice(i).join('/')) > 0;
      // Text that is escaped without need is a value, but never literal text.
      if (raw[i]!.includes('%61') && segment.replaceAll(/\{\w+\}/g, '').includes('a')) return false;
      const found = toPattern(segment).exec(given[i]!);
      if (found !== null) values.push(...found.slice(1));
      return found !== null;
    });
    return matches ? [{ path: operation.path, segments, values }] : [];
  });
  const [best] = matching.sort((a, b) => comparePaths(a.segments, b.segments));
  if (best !== undefined) return [best.path, ...best.values];
  return method === 'HEAD' ? search(operations, 'GET', path) : undefined;
}

const patterns = new Map<string, RegExp>();

function toPattern(segment: string): RegExp {
  const known = patterns.get(segment);
  if (known !== undefined) return known;
  const texts = segment.split(/\{\w+\}/).map((text) => text.replaceAll(/[.\\+*?^$|()[\]-]/g, String.raw`\$&`));
  const pattern = new RegExp(`^${texts.join('([^]+)')}$`);
  patterns.set(segment, pattern);
  return pattern;
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (const [i, segment] of a.entries()) {
    const order = compareSegments(segment, b[i]!);
    if (order !== 0) return order;
  }
  return 0;
}

/** Text, then mixtures (more text, fewer parameters, the alphabet), then parameters, then the rest. */
function compareSegments(a: string, b: string): number {
  const [x, y] = [rank(a), rank(b)];
  for (const [i, value] of x.entries()) if (value !== y[i]) return value < y[i]! ? -1 : 1;
  return 0;
}

function rank(segment: string): (number | string)[] {
  if (segment.endsWith('...}')) return [3];
  const parameters = segment.match(/\{\w+\}/g)?.length ?? 0;
  const text = segment.replaceAll(/\{\w+\}/g, '');
  const kind = parameters === 0 ? 0 : text === '' ? 2 : 1;
  return [kind, -text.length, parameters, segment.replaceAll(/\{\w+\}/g, '{}')];
}
