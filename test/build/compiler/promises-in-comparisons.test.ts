import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const FUNCTIONS = `
export const roleOf = async (token: any) => token.role;
export const balanceOf = async (token: any) => token.balance;
export const rankOf = async (token: any) => token.rank;
`;
const SETS = `
const BANNED = new Set(['guest', 'banned']);
const BANNED_LIST = ['guest', 'banned'];
const RANKS: Record<string, number> = { guest: 1 };
`;
const HEADS: readonly string[] = [
  `import { balanceOf, rankOf, roleOf } from '../guards.ts';\n${SETS}`,
  `${FUNCTIONS.replaceAll('export ', '')}${SETS}`,
  `${FUNCTIONS.replaceAll('export ', '')}import { BANNED, BANNED_LIST, RANKS } from '../sets.ts';\n`,
];

/** What is reported in the code of a handler, of middleware and of `authorize`, with functions and sets of its file and of other modules; each once. */
function found(code: string): string[] {
  const all = HEADS.flatMap((head) => {
    const start = `import { problem } from 'unplugin-operations/koa';\n${head}`;
    const body = `const { auth, input } = ctx; ${code}`;
    return [
      { 'one@post.ts': `${start}/** Some. */\nexport default async (ctx: any) => { ${body} };` },
      {
        'one.ts': '/** Some. */\nexport default () => {};',
        '_middleware.ts': `${start}export default async (ctx: any, next: any) => { ${body} await next(); };`,
      },
      {
        'one.ts': `${start}export const authorize = async (ctx: any) => { ${body} return true; };\n/** Some. */\nexport default () => {};`,
      },
    ].map((files) =>
      compile(files as Record<string, string>, {
        readFile: (file) => (file === 'app/guards.ts' ? FUNCTIONS : undefined),
      })
        .diagnostics.filter((each) => each.code === 'ineffective-guard')
        .map((each) => `${each.severity} ${brief(each)[1]}`)
        .join(', '),
    );
  });
  return [...new Set(all)];
}

const refused = (test: string): string => `if (${test}) throw problem(403);`;

describe('a promise where its value decides', () => {
  it.each([
    'BANNED.has(@)',
    'BANNED_LIST.includes(@)',
    "['guest', 'banned'].includes(@)",
    'BANNED_LIST.indexOf(@) >= 0',
    '/guest/.test(@)',
    "'guest banned'.includes(@)",
    "'guest'.startsWith(@)",
    'BANNED_LIST.some((each) => each === @)',
    'RANKS[@] < 3',
    '@ in RANKS',
    'Object.hasOwn(RANKS, @)',
    'input.body.role === @',
    '@ === input.body.role',
    '@.kind === input.body.kind',
    "[@].includes('guest')",
    "`${@}` === 'guest'",
    '@ instanceof String',
  ])('reports %s', (test) => {
    const direct = 'roleOf(auth.token)';
    expect(found(refused(test.replace('@', direct)))).toEqual([`error ${direct}`]);
    expect(found(`const role = ${direct}; ${refused(test.replace('@', 'role'))}`)).toEqual(['error role']);
    expect(found(refused(test.replace('@', `(await ${direct})`)))).toEqual(['']);
    expect(found(`const role = await ${direct}; ${refused(test.replace('@', 'role'))}`)).toEqual(['']);
  });

  it.each(['input.body.amount > @', '@ < input.body.amount', 'input.body.amount > @ - 5', '-@ > input.body.amount'])(
    'reports %s',
    (test) => {
      const direct = 'balanceOf(auth.token)';
      expect(found(refused(test.replace('@', direct)))).toEqual([`error ${direct}`]);
      const kept = refused(test.replace('@', 'balance'));
      expect(found(`const balance = ${direct}; ${kept}`)).toEqual(['error balance']);
      expect(found(`const balance = ${direct}; audit(balance); ${kept}`)).toEqual(['error balance']);
      expect(found(`const balance = await ${direct}; ${kept}`)).toEqual(['']);
    },
  );

  it('reports switch statements', () => {
    const test = (value: string): string => `switch (${value}) { case 'guest': throw problem(403); }`;
    expect(found(test('roleOf(auth.token)'))).toEqual(['error roleOf(auth.token)']);
    expect(found(`const role = roleOf(auth.token); ${test('role')}`)).toEqual(['error role']);
    expect(found('switch (input.body.role) { case roleOf(auth.token): throw problem(403); }')).toEqual([
      'error roleOf(auth.token)',
    ]);
    expect(found(test('await roleOf(auth.token)'))).toEqual(['']);
  });

  it.each([
    ['const user = { ...auth.token, role: @ };', 'user.role'],
    ['let user; user = { role: @ };', 'user.role'],
    ["const user = Object.assign({}, auth.token, { 'role': @ });", 'user.role'],
    ['const user = { own: { role: @ } };', 'user.own.role'],
    ['const { role } = { role: @ };', 'role'],
    ['const [role] = [@];', 'role'],
    ['const user = { role: @ }; const { role } = user;', 'role'],
    ['const role = @; const user = { role };', 'user.role'],
  ])('reports one in an object: %s', (code, path) => {
    for (const test of [`${path} === 'guest'`, `BANNED.has(${path})`, `!${path}`]) {
      const end = refused(test);
      expect(found(code.replace('@', 'roleOf(auth.token)') + end)).toEqual([`error ${path}`]);
      expect(found(code.replace('@', 'await roleOf(auth.token)') + end)).toEqual(['']);
    }
  });
});

describe('a promise that is the same one', () => {
  it.each([
    'const p = roleOf(auth.token); inFlight.add(p); if (inFlight.has(p)) audit();',
    'const p = roleOf(auth.token); auth.inFlight.add(p); if (auth.inFlight.has(p)) audit();',
    'const p = roleOf(auth.token); running.push(p); if (running.includes(p)) audit();',
    'const p = roleOf(auth.token).finally(() => running.splice(running.indexOf(p), 1)); running.push(p);',
    'const p = roleOf(auth.token); cache.set(1, p); if (cache.get(1) === p) cache.delete(1);',
    'const p = roleOf(auth.token); cache.set(1, { p }); if (cache.get(1).p === p) cache.delete(1);',
    'const p = (pending[1] ??= roleOf(auth.token)); try { await p; } finally { if (pending[1] === p) audit(); }',
    'const p = roleOf(auth.token); cache.latest = p; if (p === cache.latest) audit();',
    'let current = roleOf(auth.token); const p = current; await p; if (current === p) audit();',
    'const p = roleOf(auth.token); const first = await Promise.race([p.then(() => p), later()]); if (first === p) audit();',
    'const p = roleOf(auth.token); const isPromise = typeof p === "object" && "then" in p; if (isPromise) await p;',
    "const user: any = { role: roleOf(auth.token) }; for (const key of ['role']) user[key] = await user[key]; if (user.role === 'guest') audit();",
    'const entry = { p: roleOf(auth.token) }; cache.set(1, entry); if (cache.get(1).p === entry.p) audit();',
    'const all = [roleOf(auth.token), rankOf(auth.token)]; const [role] = await Promise.all(all); if (role === 3) audit();',
    "const p = roleOf(auth.token); const [role] = await Promise.all([p]); if (role === 'guest') throw problem(403);",
    "const role = await (cache.get(1) ?? roleOf(auth.token)); if (role === 'guest') throw problem(403);",
    'const p = cache.get(1) ?? roleOf(auth.token); cache.set(1, p); await p;',
    'const p = roleOf(auth.token); if (p instanceof Promise) await p;',
    "let user = { role: roleOf(auth.token) }; user = { user, role: '' }; user = { user, role: '' }; if (user.role === 'guest') audit();",
    "let role = roleOf(auth.token); role = await role; if (role === 'guest') throw problem(403);",
    "const user = { role: roleOf(auth.token) }; user.role = await user.role; if (user.role === 'guest') audit();",
    "let user = { role: roleOf(auth.token) }; user = await auth.load(user); if (user.role === 'guest') audit();",
    "const user = { role: roleOf(auth.token) }; await settle(user); if (user.role === 'guest') audit();",
    "const user = { role: roleOf(auth.token), ...auth.token }; if (user.role === 'guest') audit();",
    'const text = sql`select ${roleOf(auth.token)}`; await text;',
  ])('accepts %s', (code) => {
    const body = `const inFlight = new Set(), running: any[] = [], cache = new Map(), pending: any = {}; ${code}`;
    expect(found(body)).toEqual(['']);
  });

  it('reports one that is in no list that only has texts, and in none that nothing adds it to', () => {
    const code = (more: string): string => `const role = roleOf(auth.token); ${more}`;
    expect(found(code(`console.log({ role }); ${refused('BANNED.has(role)')}`))).toEqual(['error role']);
    expect(found(code(`${refused('role === input.body.role')} return { role };`))).toEqual(['error role']);
    expect(found(code(`audit(role); ${refused("['guest'].includes(role)")}`))).toEqual(['error role']);
  });
});
