import { createServer } from 'node:http';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { DocsOptions } from 'virtual:operations/docs';
import { createDocs } from '../../../src/runtime/docs-page/index.ts';
import { createApp, createRouter, defineOperation, memoryStore } from '../../../src/runtime/koa/index.ts';
import { fetchHandler } from '../../../src/runtime/fetch/index.ts';
import { stop } from '../../../src/runtime/koa/stop/index.ts';
import { lambdaHandler } from '../../../src/runtime/lambda/index.ts';
import { defineMcp } from '../../../src/runtime/mcp/index.ts';
import { PAGE } from '../docs-page/page.ts';
import { compileTree } from './compiled.ts';
import { createManifest } from './manifest.ts';

const OPERATIONS = createManifest({ 'GET /pets': () => [] });
const MCP = { tools: [], issuers: [], title: '', version: '' } as never;

const app = (options: unknown) => () => createApp(OPERATIONS, options as never);
const router = (options: unknown) => () => createRouter(OPERATIONS, options as never);
const docs = (options: unknown) => () => createDocs(PAGE, options as DocsOptions);
const mcp = (options: unknown) => () => defineMcp(OPERATIONS, MCP, {} as never)(options as never);
const store = (options: unknown) => () => memoryStore(options as never);
const fetching = (options: unknown) => () => fetchHandler(new Koa(), options as never);
const stopping = (options: unknown) => () => stop(createServer(), options as never);
const lambda = (options: unknown) => () => lambdaHandler(new Koa(), options as never);

describe('an unknown option stops the server at its start, with the name that was meant', () => {
  it.each<[string, () => unknown, string]>([
    ['createApp', app({ bodylimit: 5 }), 'Unknown option "bodylimit" of createApp. Did you mean "bodyLimit"?'],
    [
      'forms of createApp',
      app({ forms: { maxFileSiez: 1 } }),
      'Unknown option "forms.maxFileSiez" of createApp. Did you mean "forms.maxFileSize"?',
    ],
    ['createRouter', router({ securty: {} }), 'Unknown option "securty" of createRouter. Did you mean "security"?'],
    ['docs', docs({ gaurd: () => false }), 'Unknown option "gaurd" of the docs page. Did you mean "guard"?'],
    [
      'oauth of docs',
      docs({ oauth: { clientID: 'a', scope: [] } }),
      'Unknown option "oauth.clientID" of the docs page. Did you mean "oauth.clientId"?',
    ],
    ['mcp', mcp({ host: ['a'] }), 'Unknown option "host" of mcp. Did you mean "hosts"?'],
    ['memoryStore', store({ TTL: 1 }), 'Unknown option "TTL" of memoryStore. Did you mean "ttl"?'],
    [
      'lambdaHandler',
      lambda({ stream: true }),
      'Unknown option "stream" of lambdaHandler. The options are: streaming.',
    ],
    [
      'fetchHandler',
      fetching({ adress: () => '' }),
      'Unknown option "adress" of fetchHandler. Did you mean "address"?',
    ],
    ['stop', stopping({ dealine: 1 }), 'Unknown option "dealine" of stop. Did you mean "deadline"?'],
  ])('%s', (_owner, start, message) => {
    expect(start).toThrow(new TypeError(message));
  });

  it.each([
    ['createApp', createApp],
    ['createRouter', createRouter],
    ['docs', (_operations, ...given) => createDocs(PAGE, ...(given as []))],
    ['mcp', (operations, ...given) => defineMcp(operations as never, {} as never, {} as never)(...(given as []))],
  ] as [string, (...given: unknown[]) => unknown][])('%s refuses a guard behind the options', (name, create) => {
    expect(() => create(OPERATIONS, {}, () => {})).toThrow(
      new TypeError(
        `${name} reads no arguments after its options. Pass a guard to use(), or write a _middleware file.`,
      ),
    );
  });

  it.each(['routes', 'middleware'] as const)('router.%s refuses a guard, which it would ignore', (name) => {
    const made = createRouter(OPERATIONS) as unknown as Record<typeof name, (...given: unknown[]) => unknown>;
    expect(() => made[name](() => {})).toThrow(
      new TypeError('router.routes takes no arguments, and would ignore them. Pass a guard to router.use.'),
    );
  });

  it.each([
    ['router.use([])', [[]], 'an empty list'],
    ["router.use('/admin', [])", ['/admin', []], 'an empty list'],
    ["router.use(['/admin'], guard, [])", [['/admin'], () => {}, []], 'an empty list'],
    ["router.use('/admin', [undefined])", ['/admin', [undefined]], 'undefined'],
  ])('%s is refused, because it would let every request pass', (_call, given, wrong) => {
    const made = createRouter(OPERATIONS) as unknown as { use(...given: unknown[]): void };
    expect(() => made.use(...given)).toThrow(
      new TypeError(`router.use takes a function or a list of functions, not ${wrong}.`),
    );
  });

  it('app.use refuses a list', () => {
    const made = createApp(OPERATIONS) as unknown as { use(...given: unknown[]): void };
    expect(() => made.use([])).toThrow(new TypeError('middleware must be a function!'));
  });

  it('lists the options if none is near', () => {
    expect(docs({ onlyStaff: true })).toThrow(
      new TypeError('Unknown option "onlyStaff" of the docs page. The options are: path, guard, oauth.'),
    );
    expect(app({ toString: 1 })).toThrow('Unknown option "toString" of createApp. The options are: bodyLimit, forms,');
  });

  it('names an option of idempotency', async () => {
    const manifest = await compileTree({
      'orders@post.js': '/** @idempotent\n * @returns {void} 204 */\nexport default () => {};',
    });
    const start = () => createApp(manifest, { idempotency: { clientof: 'shared' } as never });
    expect(start).toThrow(
      'Unknown option "idempotency.clientof" of createApp or createRouter. Did you mean "idempotency.clientOf"?',
    );
  });
});

describe('an option of the wrong type stops the server at its start', () => {
  it.each<[string, () => unknown, string]>([
    ['refuseNul', app({ refuseNul: 'yes' }), 'The option refuseNul of createApp must be true or false, not "yes".'],
    [
      'pickResponses',
      router({ pickResponses: 0 }),
      'The option pickResponses of createRouter must be true or false, not 0.',
    ],
    ['proxy', app({ proxy: 'false' }), 'The option proxy of createApp must be true or false, not "false".'],
    [
      'maxIpsCount',
      app({ maxIpsCount: NaN }),
      'The option maxIpsCount of createApp must be a positive integer or Infinity, not NaN.',
    ],
    [
      'maxIpsCount, which trusts every address if it is 0',
      app({ proxy: true, maxIpsCount: Number('') }),
      'The option maxIpsCount of createApp must be a positive integer or Infinity, not 0.',
    ],
    [
      'host, which serves every host if it is empty',
      router({ host: '' }),
      'The option host of createRouter must be a string with at least one character, a list of such strings or a regular expression, not "".',
    ],
    [
      'host, as a list with an empty one',
      router({ host: ['a.example', ''] }),
      'The option host of createRouter must be a string with at least one character, a list of such strings or a regular expression, not a list.',
    ],
    ['forms', app({ forms: 10 }), 'The option forms of createApp must be an object, not 10.'],
    [
      'bodyLimit',
      app({ bodyLimit: null }),
      'The option bodyLimit of createApp must be a non-negative integer or Infinity, not null.',
    ],
    [
      'security',
      app({ security: () => true }),
      'The option security of createApp must be an object, not a value of type function.',
    ],
    [
      'host',
      router({ host: 7 }),
      'The option host of createRouter must be a string with at least one character, a list of such strings or a regular expression, not 7.',
    ],
    ['guard', docs({ guard: 'staff' }), 'The option guard of the docs page must be a function, not "staff".'],
    ['hosts', mcp({ hosts: 'a.example' }), 'The option hosts of mcp must be a list of strings, not "a.example".'],
    ['ttl', store({ ttl: '1h' }), 'The option ttl of memoryStore must be a number above 0, not "1h".'],
    [
      'streaming',
      lambda({ streaming: 'no' }),
      'The option streaming of lambdaHandler must be true or false, not "no".',
    ],
    ['no options', app(() => {}), 'The options of createApp must be an object, not a value of type function.'],
    ['null', docs(null), 'The options of the docs page must be an object, not null.'],
  ])('%s', (_name, start, message) => {
    expect(start).toThrow(new TypeError(message));
  });

  it('shows no secret in the error', () => {
    expect(app({ keys: 'hunter2' })).toThrow(
      new TypeError(
        'The option keys of createApp must be a list of strings with at least one character, or a Keygrip, and not the text "undefined", not string.',
      ),
    );
    expect(app({ keys: [undefined] })).toThrow('The option keys of createApp must be a list of strings');
  });

  it.each([
    [['']],
    [['undefined']],
    [[Buffer.from('null')]],
    [[Buffer.alloc(0)]],
    [['a good key', new Uint8Array(0)]],
    [[new ArrayBuffer(0)]],
    [[]],
  ])('The keys of cookies are not empty, neither as an option nor later: %j', (keys) => {
    expect(app({ keys })).toThrow('must be a list of strings with at least one character');
    const later = app({})();
    later.keys = keys as never;
    expect(() => later.callback()).toThrow(
      'The option keys of the app must be a list of strings with at least one character',
    );
  });

  it('accepts keys that the app gets later', () => {
    const later = app({})();
    later.keys = ['a', Buffer.from('b')] as never;
    expect(later.callback()).toBeTypeOf('function');
  });
});

describe('an option that keeps somebody out must have a value', () => {
  it.each<[string, () => unknown, string]>([
    ['guard', docs({ guard: undefined }), 'The option guard of the docs page must be a function, not undefined.'],
    ['hosts', mcp({ hosts: undefined }), 'The option hosts of mcp must be a list of strings, not undefined.'],
    ['forward', mcp({ forward: undefined }), 'The option forward of mcp must be a list of strings, not undefined.'],
    [
      'maxIpsCount',
      app({ proxy: true, maxIpsCount: undefined }),
      'The option maxIpsCount of createApp must be a positive integer or Infinity, not undefined.',
    ],
    [
      'host',
      router({ host: undefined }),
      'The option host of createRouter must be a string with at least one character, a list of such strings or a regular expression, not undefined.',
    ],
  ])('%s', (_name, start, message) => {
    expect(start).toThrow(new TypeError(`${message} For no restriction, remove the option.`));
  });
});

it.each([[undefined], [[]], [[undefined]], [['a', undefined]], [null], [''], ['undefined'], [['a', 'null']]])(
  'refuses the secret of cursors %o, such as a variable that is not set: clients could make up cursors',
  (cursorSecret) => {
    const message = (owner: string): string =>
      `The option cursorSecret of ${owner} must be a string with at least one character, or a list of them, and not the text "undefined", not `;
    expect(app({ cursorSecret })).toThrow(message('createApp'));
    expect(router({ cursorSecret })).toThrow(message('createRouter'));
  },
);

it('createApp takes all options of the types, and undefined for the default', () => {
  const options = {
    bodyLimit: Infinity,
    forms: { maxFiles: 0 },
    security: {},
    checkResponses: false,
    pickResponses: true,
    refuseNul: false,
  };
  const shared = { ...options, cursorSecret: ['a', 'b'], idempotency: memoryStore({ now: Date.now }) };
  const own = {
    env: 'test',
    keys: ['a'],
    proxy: true,
    subdomainOffset: 2,
    proxyIpHeader: 'X',
    maxIpsCount: 1,
    asyncLocalStorage: true,
  };
  expect(app({ ...shared, ...own, dispose: () => {} })).not.toThrow();
  expect(router({ ...shared, prefix: '/v1', host: /a/ })).not.toThrow();
  const unset = {
    bodyLimit: undefined,
    forms: undefined,
    security: undefined,
    refuseNul: undefined,
    formatProblem: undefined,
    dispose: undefined,
    proxy: undefined,
  };
  expect(app(unset)).not.toThrow();
});

describe('defineOperation', () => {
  const define = defineOperation as (...args: unknown[]) => unknown;

  it('returns the handler', () => {
    const handler = (): number => 1;
    expect(define(handler)).toBe(handler);
  });

  it.each([[{ security: ['token'] }], [() => true], [undefined]])('refuses a second argument: %o', (second) => {
    expect(() => define(() => 1, second)).toThrow(/^defineOperation takes only a handler: .*@security/);
  });
});
