import { describe, expect, it } from 'vitest';
import type { VersionInput } from '../../../src/build/compiler/api-version.ts';
import { pathInVersion } from '../../../src/build/compiler/operations/tree-files.ts';
import { compile, textAt } from './compile.ts';

const SCHEMES = `
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
`;

/** The warnings of files: the read, and the message. */
function found(files: Record<string, string>, document = SCHEMES, versions?: readonly VersionInput[]): string[] {
  const definitions = [{ path: 'openapi.yaml', text: document }];
  const { diagnostics } = compile(files, { definitions, ...(versions && { versions }) });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics
    .filter(({ code }) => code === 'unset-auth')
    .map(({ at, message }) => `${textAt(at)}: ${/(?:the operation|the \d)[^.]*/.exec(message)?.[0]}`);
}

const operation = (security: string, code = ''): string =>
  `${code}\n/**\n * Some.\n * ${security}\n */\nexport default () => {};\n`;

describe('authorize that reads ctx.auth', () => {
  it.each([
    ["(ctx) => ctx.auth.token?.role !== 'user'", 'token'],
    ["(ctx) => ctx.auth?.token.role !== 'user'", 'token'],
    ["({ auth }) => auth.token !== 'user'", 'token'],
    ['({ auth: { token } }) => !token?.isBlocked', 'token'],
    ["(ctx) => !ctx.auth['token']?.isBlocked", "'token'"],
    ['(ctx) => { const { token } = ctx.auth; return !token?.isBlocked; }', 'token'],
    ['(ctx) => { const { auth } = ctx; return !auth.token?.isBlocked; }', 'token'],
    ['(ctx) => { const { token, ...others } = ctx.auth; return !others.tokn; }', 'token', 'tokn'],
  ])('gets a warning if the operation does not require the scheme: %s', (authorize, ...names) => {
    const text = operation('@security key', `export const authorize = ${authorize};`);
    expect(found({ 'one@get.js': text })).toEqual(names.map((name) => `${name}: the operation requires only "key"`));
    expect(found({ 'one@get.js': text.replace('@security key', '@security none') })).toEqual(
      names.map((name) => `${name}: the operation requires no credentials`),
    );
    expect(found({ 'one@get.js': text.replace('@security key', '@security token') })).toEqual(
      names.slice(1).map((name) => `${name}: the operation requires only "token"`),
    );
  });

  it.each([
    '(ctx) => isMember(ctx.auth)',
    '(ctx) => ctx.auth[ctx.input.path.scheme] !== undefined',
    '(ctx) => ctx.state.auth.token',
    '(ctx) => { ctx.auth.token = load(ctx); return ctx.auth.token.isAdmin; }',
  ])('gets no warning if it reads no scheme by name: %s', (authorize) => {
    expect(found({ 'one@get.js': operation('@security key', `export const authorize = ${authorize};`) })).toEqual([]);
  });

  it('gets no warning for a scheme that one of its operations requires', () => {
    const authorize = "export const authorize = ({ auth }) => auth.token?.role !== 'user' && auth.other !== 'a';";
    const files = { 'admin/_middleware.js': authorize, 'admin/one@get.js': operation('@security key') };
    expect(found(files)).toEqual([
      'token: the operation requires only "key"',
      'other: the operation requires only "key"',
    ]);
    expect(found({ ...files, 'admin/two@get.js': operation('@security token') })).toEqual([
      'other: the 2 operations that it runs for require only "key", "token"',
    ]);
    expect(found({ ...files, 'two@get.js': operation('@security token') })).toHaveLength(2);
    const text = operation('@internal');
    expect(found({ ...files, 'admin/two@get.js': text }, `security: [{ token: [] }]\n${SCHEMES}`)).toHaveLength(1);
  });

  it('gets no warning in a project without schemes, whose middleware can set the field', () => {
    const text = operation('@internal', "export const authorize = (ctx) => ctx.auth.user !== 'a';");
    expect(found({ 'one@get.js': text }, 'info: { title: A, version: "1" }')).toEqual([]);
  });
});

describe('authorize of another file that reads ctx.auth', () => {
  const one = operation('@security token', "export const authorize = (ctx) => ctx.auth.token?.role !== 'user';");

  it.each([
    ["export { authorize } from './one@get.js';\n", 'export default () => {};'],
    ["import { authorize } from './one@get.js';\nexport { authorize };\n", 'export default () => {};'],
    ['', "export { default } from './one@get.js';"],
  ])('gets a warning if the operation does not require its scheme: %s', (code, handler) => {
    const two = (lines: string): string => `${code}/**\n * Two.\n * @operationId two${lines} */\n${handler}`;
    const warnings = (lines: string): number => found({ 'one@get.js': one, 'two@get.js': two(lines) }).length;
    expect(warnings('\n * @security key (weaker)\n')).toBe(1);
    expect(warnings('\n * @security none\n')).toBe(1);
    expect(warnings('\n * @security token\n')).toBe(0);
  });

  it('gets a warning in a function of another module, which can be for several operations', () => {
    const rules = 'export const isAllowed = ({ auth }) => (auth.token ?? auth.key)?.role !== "a" && auth.tokn !== "b";';
    const code = "export { isAllowed as authorize } from '../rules.js';\n";
    const files = { 'one@get.js': operation('@security token', code), 'two@get.js': operation('@security key', code) };
    const definitions = [{ path: 'openapi.yaml', text: SCHEMES }];
    const { diagnostics } = compile(files, { definitions, readFile: () => rules });
    expect(diagnostics.filter(({ code: each }) => each === 'unset-auth').map(({ at }) => textAt(at))).toEqual(['tokn']);
  });
});

describe('a read of a field in a function that gets the context', () => {
  /** The reads in a helper of two operations, only one of which has the parameter `id`. */
  const inHelper = (helper: string, guard: string): string[] => {
    const withId = (name: string): string =>
      `/** Some.\n * @security token\n * @param {string} id - Some */\nexport default function ${name}() {}`;
    const taken = "import { check } from '../helper.js';\n";
    const { diagnostics } = compile(
      {
        '{id}/_middleware.js': taken.replace('..', '../..') + guard,
        '{id}/one.js': withId('one'),
        '{id}/two.js': withId('two'),
        'other.js':
          '/** Some.\n * @security key\n * @param {string} query.q - Some */\nexport default function three() {}',
      },
      { definitions: [{ path: 'openapi.yaml', text: SCHEMES }], readFile: () => helper },
    );
    return diagnostics.map(({ code, at, message }) => `${code} ${textAt(at)} ${/: ([^.]*)/.exec(message)?.[1]}`);
  };
  const AUTHORIZE = 'export const authorize = (ctx) => { check(ctx); return true; };';
  const MIDDLEWARE = 'export default (ctx, next) => { check(ctx); return next(); };';

  it.each([
    [
      'export const check = (ctx) => { if (closed.has(ctx.params.ID)) throw problem(403); };',
      'unset-input ID the 2 operations that it runs for have no path parameter "ID"',
    ],
    [
      'export const check = ({ params: { ID } }) => { if (closed.has(ID)) throw problem(403); };',
      'unset-input ID the 2 operations that it runs for have no path parameter "ID"',
    ],
  ])('gets a warning, also from middleware: %s', (helper, warning) => {
    expect(inHelper(helper, AUTHORIZE)).toEqual([warning]);
    expect(inHelper(helper, MIDDLEWARE)).toEqual([warning]);
  });

  it.each([
    [
      'export const check = (ctx) => { if (closed.has(ctx.input.path.ID)) throw problem(403); };',
      'unset-input ID the 2 operations that it runs for have no path parameter "ID"',
    ],
    [
      "export const check = (ctx) => { if (ctx.auth.tokn?.role === 'a') throw problem(403); };",
      'unset-auth tokn the 2 operations that it runs for require only "token"',
    ],
    [
      "export const check = ({ auth }) => { if (auth.tokn?.role === 'a') throw problem(403); };",
      'unset-auth tokn the 2 operations that it runs for require only "token"',
    ],
  ])('gets a warning: %s', (helper, warning) => {
    expect(inHelper(helper, AUTHORIZE)).toEqual([warning]);
    expect(
      inHelper(
        helper.replace('check = ', 'check = async '),
        AUTHORIZE.replace('(ctx) => { ', 'async (ctx) => { await '),
      ),
    ).toEqual([warning]);
  });

  it('gets one in a handler of another module, which can be for several operations', () => {
    const inHandler = (read: string): string[] => {
      const text =
        "import { make } from '../handlers.js';\n/** Some.\n * @param {string} query.q - Some */\nexport default make('one');";
      const readFile = (): string => `export const make = (name) => (ctx) => { if (${read}) throw problem(403); };`;
      return compile({ 'one.js': text }, { readFile }).diagnostics.map(({ code, at }) => `${code} ${textAt(at)}`);
    };
    expect(inHandler("ctx.input.query.Q === 'a'")).toEqual(['unset-input Q']);
    expect(inHandler("ctx.input.query.q === 'a'")).toEqual([]);
    expect(inHandler("(ctx.input.query.q ?? ctx.input.query.other) === 'a'")).toEqual([]);
  });

  it('gets a warning if the function only gets the part', () => {
    const helper = "export const check = (user) => { if (user.tokn?.role === 'a') throw problem(403); };";
    expect(inHelper(helper, AUTHORIZE.replace('(ctx);', '(ctx.auth);'))).toHaveLength(1);
    expect(inHelper(helper, AUTHORIZE.replace('(ctx);', '(ctx.auth.token);'))).toEqual([]);
  });

  it.each([
    'export const check = (ctx) => { if (ctx.input.query.q === "a") throw problem(403); };',
    'export const check = (ctx) => { if (ctx.auth.key === "a") throw problem(403); };',
    'export const check = (ctx) => { const user = ctx.auth.token ?? ctx.auth.session; return user; };',
    'export const check = (ctx) => log({ id: ctx.params.id, book: ctx.params.bookId });',
    'export const check = (ctx) => { ctx.auth.user = load(ctx); return ctx.auth.user; };',
    'export const check = (ctx, name) => ctx.params[name];',
  ])('gets no warning if another operation has it, or the function is for others too: %s', (helper) => {
    expect(inHelper(helper, AUTHORIZE)).toEqual([]);
  });
});

describe('a handler that reads ctx.auth', () => {
  const handler = (security: string): string =>
    `/**\n * Some.\n * ${security}\n */\nexport default (ctx) => { if (ctx.auth.token?.role === 'user') throw refusal; };\n`;

  it('gets a warning if the operation does not require the scheme', () => {
    expect(found({ 'one@get.js': handler('@security key') })).toEqual(['token: the operation requires only "key"']);
    expect(found({ 'one@get.js': handler('@security token') })).toEqual([]);
  });

  it('gets no warning for a scheme of an operation that takes the handler from its file', () => {
    const files = {
      'one@get.js': handler('@security key'),
      'two@get.js':
        "/**\n * @operationId two\n * @security token\n * @weaker */\nexport { default } from './one@get.js';\n",
    };
    expect(found(files)).toEqual([]);
  });

  it('gets no warning for a scheme that only an older version requires', () => {
    const files = {
      'admin/_middleware.js': "export const authorize = (ctx) => ctx.auth.token?.role !== 'user';",
      'admin/one@get.js': operation('@security key'),
    };
    const older = [{ path: pathInVersion('v1', 'admin/one@get.js'), text: operation('@security token') }];
    const others = [{ path: pathInVersion('v1', 'two@get.js'), text: operation('@internal') }];
    const versions = [
      { name: 'v1', prefix: 'v1', files: older },
      { name: 'v2', prefix: 'v2' },
    ];
    expect(found(files)).toHaveLength(1);
    expect(found(files, SCHEMES, versions)).toEqual([]);
    expect(found(files, SCHEMES, [{ ...versions[0]!, files: others }, versions[1]!])).toEqual([
      'token: the 2 operations that it runs for require only "key"',
    ]);
  });
});

describe('a read of a parameter that no operation declares', () => {
  const reads = (files: Record<string, string>): string[] =>
    compile(files)
      .diagnostics.filter(({ code }) => code === 'unset-input')
      .map(({ at, message }) => `${textAt(at)}: ${/(?:the operation|the \d)[^.]*/.exec(message)?.[0]}`);
  const contract = '/**\n * Some.\n * @param {string} org_id - Some\n * @param {string} [header.X-Role] - Some\n */\n';

  it.each([
    ['ctx.input.path.orgId', 'orgId: the operation has no path parameter "orgId"'],
    ['ctx.input.query.org_id', 'org_id: the operation has no query parameter "org_id"'],
    ["ctx.input.header['x-role']", `'x-role': the operation has no header parameter "x-role"`],
    ['ctx.input.cookie?.session', 'session: the operation has no cookie parameter "session"'],
  ])('gets a warning in authorize and in a handler: %s', (read, message) => {
    const guard = `export const authorize = (ctx) => ${read} !== 'a';`;
    expect(
      reads({ '{org_id}/_middleware.js': guard, '{org_id}/one.js': `${contract}export default () => {};` }),
    ).toEqual([message]);
    expect(reads({ '{org_id}/one.js': `${guard}\n${contract}export default () => {};` })).toEqual([message]);
    expect(reads({ '{org_id}/one.js': `${contract}export default (ctx) => ${read};` })).toEqual([message]);
  });

  it('gets a warning in an operation that takes on the authorize of another one, but not the parameter', () => {
    const get = `export const authorize = (ctx) => ctx.input.query.owner !== 'a';\n/** Some.\n * @param {string} owner - Some */\nexport default function one() {}`;
    const passed = (line = ''): string => `/** @operationId two${line} */\nexport { default } from './one@get.js';`;
    expect(reads({ 'one@get.js': get, 'one@post.js': passed() })).toEqual([
      'default: the operation has no such parameter',
    ]);
    expect(reads({ 'one@get.js': get, 'one@delete.js': passed() })).toEqual([]);
    expect(reads({ 'one@get.js': get, 'one@post.js': passed('\n * @param {string} query.owner - Some') })).toEqual([]);
    const own = "export const authorize = (ctx) => ctx.ip !== 'a';\n";
    expect(reads({ 'one@get.js': get, 'one@post.js': own + passed() })).toEqual([]);
  });

  it.each([
    '(ctx, next) => { if (closed.has(ctx.params.orgId)) ctx.throw(403); return next(); }',
    '({ params: { orgId } }, next) => { if (closed.has(orgId)) throw new Error("no"); return next(); }',
    '[(ctx, next) => { const { params } = ctx; if (params.orgId === "a") ctx.throw(403); return next(); }]',
  ])('gets a warning in middleware: %s', (middleware) => {
    const one = `${contract}export default () => {};`;
    const wrong = reads({ '{org_id}/_middleware.js': `export default ${middleware};`, '{org_id}/one.js': one });
    expect(wrong).toEqual(['orgId: the operation has no path parameter "orgId"']);
    const right = middleware.replaceAll('orgId', 'org_id');
    expect(reads({ '{org_id}/_middleware.js': `export default ${right};`, '{org_id}/one.js': one })).toEqual([]);
  });

  it('gets a warning for ctx.params in authorize and in a handler', () => {
    const message = 'orgId: the operation has no path parameter "orgId"';
    const guard = "export const authorize = (ctx) => ctx.params.orgId !== 'a';";
    expect(reads({ '{org_id}/one.js': `${guard}\n${contract}export default () => {};` })).toEqual([message]);
    expect(reads({ '{org_id}/one.js': `${contract}export default (ctx) => ctx.params.orgId;` })).toEqual([message]);
  });

  it('The message has the nearest name', () => {
    const guard = 'export const authorize = ({ input: { path } }) => path.orgId !== "a";';
    const { diagnostics } = compile({
      '{org_id}/_middleware.js': guard,
      '{org_id}/one.js': `${contract}export default () => {};`,
    });
    expect(diagnostics.map(({ message }) => message).join()).toContain('Did you mean "org_id"?');
  });

  it('gets no warning if an operation below has the parameter, or a directory declares it', () => {
    const guard =
      "export const authorize = (ctx) => ctx.input.path.org_id !== 'a' || ctx.input.header['X-Role'] === 'b';";
    const one = `${contract}export default () => {};`;
    const other = '/** Some.\n * @param {string} org_id - Some */\nexport default () => {};';
    expect(reads({ '{org_id}/_middleware.js': guard, '{org_id}/one.js': one, '{org_id}/two.js': other })).toEqual([]);
    const declared = `/** @param {string} [header.X-Role] - Some */\n${guard}`;
    expect(reads({ '{org_id}/_middleware.js': declared, '{org_id}/two.js': other })).toEqual([]);
    expect(reads({ '{org_id}/_middleware.js': guard, '{org_id}/two.js': other })).toHaveLength(1);
  });

  it('gets a warning for a header that its directory declares in another spelling', () => {
    const files = {
      't/_middleware.js':
        "/** @param {string} header.X-Tenant - Some */\nexport const authorize = (ctx) => ctx.input.header['X-Tenant'] !== 'a';",
      't/one@get.js': '/** Some. */\nexport default () => {};',
    };
    const two = (name: string): string =>
      `/** Some.\n * @param {string} header.${name} - Some */\nexport default () => {};`;
    expect(reads({ ...files, 't/two@get.js': two('x-tenant') })).toHaveLength(1);
    expect(reads({ ...files, 't/two@get.js': two('X-Tenant') })).toEqual([]);
  });

  it('gets no warning if a name is computed, or the whole group is used', () => {
    const code = 'export default ({ input }) => [input.path[input.type], Object.keys(input.query), input.body.other];';
    expect(reads({ '{org_id}/one.js': `${contract}${code}` })).toEqual([]);
  });
});

describe('a test whether there is a ctx.auth', () => {
  const tests = (authorize: string, security = '@security token'): string[] =>
    compile(
      { 'one@get.js': operation(security, authorize) },
      { definitions: [{ path: 'openapi.yaml', text: SCHEMES }] },
    )
      .diagnostics.filter(({ code }) => code === 'unset-auth')
      .map(({ at }) => textAt(at));

  it.each([
    ['(ctx) => !!ctx.auth', '!!ctx.auth'],
    ['(ctx) => ctx.auth != null', 'ctx.auth != null'],
    ['({ auth }) => Boolean(auth)', 'Boolean(auth)'],
    ['(ctx) => { return ctx.auth !== undefined; }', 'ctx.auth !== undefined'],
    ['(ctx) => { if (!ctx.auth) throw problem(401); return true; }', '!ctx.auth'],
    ['(ctx) => { const { auth } = ctx; if (auth) return true; throw problem(401); }', 'auth'],
    ['(ctx) => (ctx.auth ? true : false)', 'ctx.auth'],
    ['(ctx) => { ctx.assert(ctx.auth, 401); return true; }', 'ctx.auth'],
    ['(ctx) => { const { auth } = ctx; ctx.assert(auth, 401); return true; }', 'auth'],
    ['({ auth, ...ctx }) => { ctx.assert(auth !== undefined, 401); return true; }', 'auth !== undefined'],
    ['(ctx) => { ctx.auth ?? ctx.throw(401); return true; }', 'ctx.auth'],
    ['(ctx) => { ctx.auth || ctx.throw(401); return true; }', 'ctx.auth'],
    ['(ctx) => { !ctx.auth && ctx.throw(401); return true; }', '!ctx.auth'],
    ['(ctx) => { const auth = ctx.auth ?? ctx.throw(401); return isAllowed(auth); }', 'ctx.auth'],
    ['(ctx) => { const user = ctx.auth; if (user) return true; throw problem(401); }', 'user'],
    ['(ctx) => { const user = ctx.auth, copy = user; if (!copy) throw problem(401); return true; }', '!copy'],
    ['(ctx) => { const { auth: user } = ctx; if (!user) throw problem(401); return true; }', '!user'],
    ['({ auth: user }) => { if (!user) throw problem(401); return true; }', '!user'],
    ['(ctx) => { const signedIn = !!ctx.auth; return signedIn; }', '!!ctx.auth'],
    [
      '(ctx) => { const signedIn = Boolean(ctx.auth); if (signedIn) return true; ctx.throw(401); }',
      'Boolean(ctx.auth)',
    ],
    ['(ctx) => { ctx.state.signedIn = !!ctx.auth; return true; }', '!!ctx.auth'],
    ["(ctx) => { if (!ctx.auth && !ctx.get('x-key')) throw problem(401); return true; }", '!ctx.auth'],
    ["(ctx) => ctx.auth !== undefined || ctx.get('x-key') === 'a'", 'ctx.auth !== undefined'],
  ])('gets a warning: %s', (authorize, text) => {
    expect(tests(`export const authorize = ${authorize};`)).toEqual([text]);
    expect(tests(`export const authorize = ${authorize};`, '@security none')).toEqual([text]);
  });

  it('gets a warning in a handler', () => {
    const text =
      '/**\n * Some.\n * @security token\n */\nexport default (ctx) => { if (!ctx.auth) throw problem(401); };';
    expect(found({ 'one@get.js': text })).toHaveLength(1);
  });

  it.each([
    '(ctx) => Boolean(ctx.auth.token)',
    '(ctx) => !!ctx.auth && ctx.auth.token.isAdmin',
    '(ctx) => { if (!ctx.auth || !ctx.auth.token) throw problem(401); return true; }',
    '(ctx) => { const auth = await check(ctx); if (!auth) throw problem(401); return true; }',
    '(ctx) => { ctx.auth = load(ctx); return ctx.auth !== undefined; }',
    '(ctx) => isAllowed(ctx.auth)',
    '(ctx) => { const user = ctx.auth.token; if (!user) throw problem(401); return true; }',
    '(ctx) => { const { token } = ctx.auth || {}; return token === 1; }',
    '(ctx) => { const auth = ctx.auth ?? {}; return auth.token === 1; }',
    '(ctx) => { ctx.assert(ctx.auth.token, 401); return true; }',
    '(ctx) => { ctx.auth?.token ?? ctx.throw(401); return true; }',
    '(ctx) => { let user = ctx.auth; user = ctx.auth.token; if (!user) throw problem(401); return true; }',
    '(ctx) => { ctx.auth && ctx.auth.token && log(ctx); return true; }',
  ])('gets no warning if it is another test: %s', (authorize) => {
    expect(
      tests(`export const authorize = ${authorize.replace('(ctx) => { const auth', 'async (ctx) => { const auth')};`),
    ).toEqual([]);
  });

  describe('in a function that gets the context', () => {
    const inHelpers = (helper: string, code: string, modules: Record<string, string> = {}): string[] => {
      const text = `import { check } from '../helper.js';\nimport * as all from '../helper.js';\n${code}`;
      const { diagnostics } = compile(
        { 'one@get.js': text, 'two@get.js': text.replace('run', 'two') },
        {
          definitions: [{ path: 'openapi.yaml', text: SCHEMES }],
          readFile: (file) => ({ 'app/helper.js': helper, ...modules })[file],
        },
      );
      return diagnostics
        .filter(({ code: each }) => each === 'unset-auth')
        .map(({ at }) => `${at.source.file} ${textAt(at)}`);
    };
    const COMMENT = '/**\n * Some.\n * @security token\n */\n';
    const THROWS = 'export function check(ctx) { if (!ctx.auth) throw problem(401); return ctx.auth.token; }';

    it.each([
      'export default async function run(ctx) { check(ctx); }',
      'export default async function run(ctx) { const user = await check(ctx); return user; }',
      'export default async function run(ctx) { all.check(ctx); }',
      'export default async function run(context) { if (!check(context)) throw problem(401); }',
    ])('gets one warning: %s', (handler) => {
      expect(inHelpers(THROWS, COMMENT + handler)).toEqual(['app/helper.js !ctx.auth']);
    });

    it('gets one warning of a stream', () => {
      const comment = COMMENT.replace('@security', '@returns {Stream<string>} 200\n * @security');
      const handler = 'export default async function* run(ctx) { check(ctx); yield 1; }';
      expect(inHelpers(THROWS, comment + handler)).toEqual(['app/helper.js !ctx.auth']);
    });

    it.each([
      ['export const check = ({ auth }) => { if (!auth) throw problem(401); };', '!auth'],
      ['export const check = (c) => { if (c.auth == null) throw problem(401); };', 'c.auth == null'],
      [
        `const require = (ctx) => { if (!ctx.auth) throw problem(401); };\nexport const check = (ctx) => require(ctx);`,
        '!ctx.auth',
      ],
    ])('gets a warning in %s', (helper, test) => {
      const handler = `${COMMENT}export default function run(ctx) { check(ctx); }`;
      expect(inHelpers(helper, handler)).toEqual([`app/helper.js ${test}`]);
      const authorize = `export const authorize = (ctx) => { check(ctx); return ctx.auth.token.isAdmin; };\n`;
      expect(inHelpers(helper, `${authorize}${COMMENT}export default function run() {}`)).toEqual([
        `app/helper.js ${test}`,
      ]);
    });

    it('gets a warning behind other modules', () => {
      const handler = `${COMMENT}export default function run(ctx) { check(ctx); }`;
      const helper = "import { other } from './other.js';\nexport const check = (ctx) => other(ctx);";
      const other = THROWS.replace('check', 'other');
      expect(inHelpers(helper, handler, { 'app/other.js': other })).toEqual(['app/other.js !ctx.auth']);
      expect(inHelpers("export { other as check } from './other.js';", handler, { 'app/other.js': other })).toEqual([
        'app/other.js !ctx.auth',
      ]);
    });

    it('gets a warning in the file of the operation', () => {
      const files = {
        'one@get.js': `${THROWS.replace('export ', '')}\n${COMMENT}export default (ctx) => { check(ctx); };`,
      };
      expect(found(files)).toHaveLength(1);
    });

    it.each([
      'export default function run(ctx) { check(ctx.state); }',
      'export default function run(ctx) { check({ auth: ctx.auth.token }); }',
      'export default function run(ctx) { return fill(check); }',
    ])('gets no warning for another argument: %s', (handler) => {
      expect(inHelpers(THROWS, COMMENT + handler)).toEqual([]);
    });

    it.each([
      'export const check = (ctx) => { if (!ctx.auth?.token) throw problem(401); };',
      'export const check = (ctx) => { ctx.auth = load(ctx); if (!ctx.auth) throw problem(401); };',
      'export const check = (ctx) => log(ctx);\nexport const other = ({ auth }) => !auth;',
    ])('gets no warning if it is another test: %s', (helper) => {
      expect(inHelpers(helper, `${COMMENT}export default function run(ctx) { check(ctx); }`)).toEqual([]);
    });
  });

  it('gets no warning in a project without schemes, whose middleware can set the field', () => {
    const text = operation('@internal', 'export const authorize = (ctx) => !!ctx.auth;');
    expect(found({ 'one@get.js': text }, 'info: { title: A, version: "1" }')).toEqual([]);
  });
});
