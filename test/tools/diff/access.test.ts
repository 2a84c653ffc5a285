import { describe, expect, it } from 'vitest';
import { parseSeverities } from '../../../src/tools/diff/severities.ts';
import type { Finding } from '../../../src/tools/diff/finding.ts';
import type { Files } from './compare.ts';
import { diffFiles } from './compare.ts';

const document = {
  'definitions/openapi.yaml': `
security: [{ token: [] }]
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key }, token: { type: http, scheme: bearer } }
`,
};
const GUARD = "export const authorize = (ctx) => ctx.get('X-Staff') === 'yes';";

const LIB: Files = {
  '../lib/open.ts': 'export const authorize = () => true;\nexport default authorize;\n',
  '../lib/names.ts': "export { authorize as open } from './open.ts';\n",
  '../lib/all.ts': "export * from './open.ts';\n",
};

/** A tree whose operation has these lines of `@security`; without any, the document's apply. */
function tree(lines: readonly string[], others: Files = {}): Files {
  const comment = ['List the pets.', ...lines.map((line) => `@security ${line}`)].join('\n * ');
  return { 'pets/{id}/@get.ts': `/**\n * ${comment}\n */\nexport default () => 1;\n`, ...others, ...document };
}

const headOf = (line: string): string => `/**\n * Looks.\n * @security ${line}\n */\nexport default () => {};\n`;

const shown = (findings: readonly Finding[]): string[] =>
  findings.map(({ severity, id, widensAccess }) => `${severity} ${id}${widensAccess === true ? ' wider' : ''}`);

describe('operations diff reports wider access as an error', () => {
  it.each<[string, Files, Files, string[]]>([
    ['if authentication is no longer required', tree(['key']), tree(['none']), ['api-security-removed']],
    ['if it becomes optional', tree(['key']), tree(['key', 'none']), ['api-security-removed']],
    ['if another scheme is accepted too', tree(['key']), tree(['key', 'token']), ['api-security-added']],
    ['if a scope is no longer required', tree(['token admin']), tree(['token']), ['api-security-scope-removed']],
    [
      'if an operation is not documented',
      tree(['key\n * @internal']),
      tree(['none\n * @internal']),
      ['api-security-removed'],
    ],
    [
      'if the document asks for less',
      tree([]),
      {
        ...tree([]),
        'definitions/openapi.yaml': document['definitions/openapi.yaml'].replace('[{ token: [] }]', '[]'),
      },
      ['api-security-removed'],
    ],
    [
      'if the guard of the operation itself is removed',
      { ...tree([]), 'pets/{id}/@get.ts': `/** Lists. */\nexport default () => 1;\n${GUARD}\n` },
      { ...tree([]), 'pets/{id}/@get.ts': '/** Lists. */\nexport default () => 1;\n' },
      ['authorize-removed'],
    ],
    ...[
      '() => true',
      'async () => true',
      'async function () {\n  return true;\n}',
      '() => !0',
      '() => { return !!1; }',
      '() => { /* Later. */ return true as const; }',
      '(ctx) => { console.log(ctx.path); return true; }',
      '(ctx) => { ctx.state.scope = ctx.get("X-Scope"); return true; }',
      'async (ctx) => { if (!ctx.get("X-Staff")) { /* Later. */ } return true; }',
      '(ctx) => { if (ctx.ip) return !0; const all = [1].map((each) => { return each; }); return all.length > 0 || true; }',
      '(ctx) => { console.log(ctx.path); ctx.log.info("all"); return true; return isAdmin(ctx); }',
      '() => Promise.resolve(true)',
      "(ctx) => true || ctx.get('X-Staff') === 'yes'",
    ].map((harmless): [string, Files, Files, string[]] => [
      `if the guard of the operation itself becomes ${harmless}`,
      { ...tree([]), 'pets/{id}/@get.ts': `/** Lists. */\nexport default () => 1;\n${GUARD}\n` },
      {
        ...tree([]),
        'pets/{id}/@get.ts': `/** Lists. */\nexport default () => 1;\nexport const authorize = ${harmless};\n`,
      },
      ['authorize-removed'],
    ]),
    [
      'if a HEAD is added that asks for less than the GET did',
      tree(['token admin']),
      tree(['token admin'], { 'pets/{id}/@head.ts': headOf('none') }),
      ['api-security-removed', 'endpoint-added'],
    ],
    [
      'if an internal HEAD is added that asks for less than the GET did',
      tree(['token admin']),
      tree(['token admin'], { 'pets/{id}/@head.ts': headOf('none\n * @internal') }),
      ['api-security-removed'],
    ],
    [
      'if a HEAD is added without the guard of the GET',
      { ...tree([]), 'pets/{id}/@get.ts': `/** Lists. */\nexport default () => 1;\n${GUARD}\n` },
      {
        ...tree([]),
        'pets/{id}/@get.ts': `/** Lists. */\nexport default () => 1;\n${GUARD}\n`,
        'pets/{id}/@head.ts': '/** Looks. */\nexport default () => {};\n',
      },
      ['authorize-removed', 'endpoint-added'],
    ],
    ...[
      "export { authorize } from '../lib/open.ts';",
      "export { open as authorize } from '../lib/names.ts';",
      "export { default as authorize } from '../lib/open.ts';",
      "import { authorize } from '../lib/all.ts';\nexport { authorize };",
      "import { authorize as open } from '../lib/open.ts';\nexport const authorize = open;",
    ].flatMap((line): [string, Files, Files, string[]][] => [
      [
        `if the guard of a directory becomes ${line}`,
        tree([], { '_middleware.ts': GUARD, ...LIB }),
        tree([], { '_middleware.ts': line, ...LIB }),
        ['authorize-removed'],
      ],
      [
        `if the guard of the operation itself becomes ${line}`,
        { ...tree([]), '@get.ts': `/** Lists. */\nexport default () => 1;\n${GUARD}\n`, ...LIB },
        { ...tree([]), '@get.ts': `/** Lists. */\nexport default () => 1;\n${line}\n`, ...LIB },
        ['authorize-removed'],
      ],
    ]),
    [
      'if the guard of the operation itself becomes export *',
      { ...tree([]), '@get.ts': `/** Lists. */\nexport default () => 1;\n${GUARD}\n`, ...LIB },
      { ...tree([]), '@get.ts': "/** Lists. */\nexport default () => 1;\nexport * from '../lib/open.ts';\n", ...LIB },
      ['authorize-removed'],
    ],
    ['if a guard is removed', tree(['key'], { 'pets/_middleware.ts': GUARD }), tree(['key']), ['authorize-removed']],
    [
      'if the guard of an inner directory replaces the outer one',
      tree(['key'], { '_middleware.ts': GUARD }),
      tree(['key'], { 'pets/{id}/_middleware.ts': GUARD }),
      ['authorize-removed'],
    ],
  ])('reports wider access %s', (_name, before, after, ids) => {
    const found = shown(diffFiles(before, after));
    expect(found.filter((line) => line.endsWith('wider'))).toEqual([`error ${ids[0]} wider`]);
    expect(found.map((line) => line.split(' ')[1]).toSorted()).toEqual(ids.toSorted());
  });

  it.each([
    '() => !1',
    '() => 1',
    '(ctx) => { check(ctx); return true; }',
    '(ctx) => ctx.state.staff || true',
    'audited(() => true)',
    'audited(open)',
  ])('reports nothing if a guard becomes %s', (value) => {
    const imports =
      "import { authorize as open } from '../lib/open.ts';\nimport { audited, check } from '../lib/audit.ts';";
    const after = `${imports}\nexport const authorize = ${value};\n`;
    const others = {
      ...LIB,
      '../lib/audit.ts':
        'export const audited = (guard) => guard;\nexport const check = (ctx) => { if (!ctx.ip) throw new Error(); };\n',
    };
    const found = diffFiles(
      tree([], { '_middleware.ts': GUARD, ...others }),
      tree([], { '_middleware.ts': after, ...others }),
    );
    expect(shown(found)).toEqual([]);
  });

  it('accepts a HEAD that requires as much as the GET', () => {
    const after = tree(['token admin'], { 'pets/{id}/@head.ts': headOf('token admin') });
    expect(shown(diffFiles(tree(['token admin']), after))).toEqual(['info endpoint-added']);
  });

  it('prints the lines of both directories, if they declare the access', () => {
    const security = (line: string): Files => tree([], { '_middleware.ts': `/** @security ${line} */\n` }) as Files;
    const clean = (files: Files): Files => ({
      ...files,
      'pets/{id}/@get.ts': '/** Lists. */\nexport default () => 1;\n',
    });
    const [finding] = diffFiles(clean(security('token admin')), clean(security('token')));
    expect(finding).toMatchObject({ id: 'api-security-scope-removed', operations: ['GET /pets/{id}'] });
    expect([finding!.before, finding!.after].map((at) => at?.source.file)).toEqual(
      Array(2).fill('app/operations/_middleware.ts'),
    );
  });
});

describe('an operation that was or becomes internal', () => {
  const of = (line: string): Files => tree([`token\n * ${line}`]);
  const event = (line: string): Files => ({
    '../events/sold.ts': `/**\n * Sold.\n * ${line}\n * @payload {{ id: integer }}\n */`,
  });

  it('reports that clients have it now, which only a severity of the operation hides', () => {
    const [before, after] = [of('@internal'), of('@tags pets')];
    expect(shown(diffFiles(before, after))).toEqual(['error internal-removed wider', 'info endpoint-added']);
    const severities = parseSeverities('severities: { internal-removed: none }');
    expect(shown(diffFiles(before, after, { severities }))).toContain('error internal-removed wider');
  });

  it('reports that models can call it now', () => {
    const ids = diffFiles(of('@internal'), of('@tool find_pet')).map(({ severity, id }) => `${severity} ${id}`);
    expect(ids).toEqual(['error internal-removed', 'warning tool-added', 'info endpoint-added']);
  });

  it('reports an event that endpoints get without naming it', () => {
    const [finding, ...others] = diffFiles(event('@internal'), event('@tags sales'));
    expect(finding).toMatchObject({ id: 'internal-removed', severity: 'error', widensAccess: true });
    expect([finding!.message, shown(others)]).toEqual([
      'the event is no longer internal, so the document shows it and endpoints that do not choose their events get it',
      ['info webhook-added'],
    ]);
  });

  it('accepts that of one event by its name', () => {
    const by = (name: string) => parseSeverities(`severities: { internal-removed: { ${name}: none } }`);
    const found = (name: string): string[] =>
      shown(diffFiles(event('@internal'), event('@tags sales'), { severities: by(name) }));
    expect(found('event sold')).toEqual(['info webhook-added']);
    expect(found('event bought')).toContain('error internal-removed wider');
  });

  it.each([
    ['that becomes internal as removed', '', 'error api-removed-without-deprecation'],
    ['that becomes internal after a deprecation as removed', '@deprecated', 'info api-removed-with-deprecation'],
  ])('reports an operation %s', (_name, line, expected) => {
    expect(shown(diffFiles(of(`@tags a\n * ${line}`), of(`@tags a\n * ${line}\n * @internal`)))).toEqual([expected]);
  });
});

describe('operations diff does not report wider access', () => {
  it.each<[string, Files, Files]>([
    [
      'if a parameter of the guarded path has another name',
      tree([], { 'pets/{id}/_middleware.ts': GUARD }),
      { 'pets/{pet}/@get.ts': tree([])['pets/{id}/@get.ts']!, 'pets/{pet}/_middleware.mts': GUARD, ...document },
    ],
    ['if a guard is added', tree([]), tree([], { '_middleware.ts': GUARD })],
    ...[
      '(ctx) => { console.log(check(ctx)); return true; }',
      '(ctx) => { check(ctx); return true; }',
      '(ctx) => { if (!ctx.get("X-Staff")) throw problem(403); return true; }',
      '(ctx) => { if (!ctx.get("X-Staff")) ctx.throw(403); return true; }',
      '(ctx) => { ctx.state.user = find(ctx.ip); return true; }',
      '(ctx) => ctx.get("X-Staff") || true',
      '(ctx) => ctx.length >> 1 || true',
      '(ctx) => { if (ctx.ip) return true; }',
      '(ctx) => { if (ctx.ip) return false; return true; }',
    ].map((guard): [string, Files, Files] => [
      `if a guard becomes ${guard}`,
      tree([], { '_middleware.ts': GUARD }),
      tree([], { '_middleware.ts': `export const authorize = ${guard};\n` }),
    ]),
    ['if a scope is added', tree(['token']), tree(['token admin'])],
    ['if credentials for optional authentication change', tree(['key', 'none']), tree(['token', 'none'])],
  ])('accepts the change %s', (_name, before, after) => {
    expect(shown(diffFiles(before, after)).filter((line) => line.endsWith('wider'))).toEqual([]);
  });
});

describe('middleware that no longer runs', () => {
  const WRAP = "export default (ctx, next) => { if (!ctx.get('X-Team')) ctx.throw(403); return next(); };";
  const PASS = 'export default (ctx, next) => next();';
  const list = (...names: string[]): Files => ({
    'pets/_middleware.ts': `import { team, user } from '../../guards.ts';\nexport default [${names.join(', ')}];`,
  });
  const before = tree([], { 'pets/_middleware.ts': WRAP });

  it('warns of lost middleware, at the file and at the operation', () => {
    const [finding, ...others] = diffFiles(before, tree([]));
    expect(finding).toMatchObject({
      id: 'middleware-removed',
      severity: 'warning',
      message: expect.stringContaining('pets/_middleware.ts no longer runs'),
      operations: ['GET /pets/{id}'],
      before: { source: { text: 'app/operations/pets/_middleware.ts' } },
    });
    expect([others, finding!.widensAccess]).toEqual([[], undefined]);
  });

  it.each([
    ['a function that only calls next', before, { 'pets/_middleware.ts': PASS }],
    ['a shorter list', tree([], list('team', 'user')), list('user')],
  ])('warns of middleware that becomes %s', (_name, old, files) => {
    expect(shown(diffFiles(old, tree([], files)))).toEqual(['warning middleware-removed']);
  });

  it('accepts the removal of middleware that only calls next', () => {
    expect(diffFiles(tree([], { 'pets/_middleware.ts': PASS }), tree([]))).toEqual([]);
  });

  it.each([
    ['if it is moved to another file of the directory', { 'pets/_middleware.mjs': WRAP }],
    ['if an authorize takes its place', { 'pets/_middleware.ts': GUARD }],
  ])('reports no lost middleware %s', (_name, files) => {
    expect(diffFiles(before, tree([], files))).toEqual([]);
  });

  it.each([
    ['the file', { 'pets/_middleware.ts': GUARD }],
    ['another form of the file', { 'pets/_middleware.mjs': GUARD }],
  ])('warns of lost middleware if the authorize of %s ran before too', (_name, files) => {
    const both = tree([], { 'pets/_middleware.ts': `${GUARD}\n${WRAP}` });
    expect(shown(diffFiles(both, tree([], files)))).toEqual(['warning middleware-removed']);
  });
});

describe('the severity of wider access', () => {
  const [before, after] = [tree(['key']), tree(['none'])];
  const severityBy = (setting: string): string[] =>
    shown(
      diffFiles(before, after, { severities: parseSeverities(`severities: { api-security-removed: ${setting} }`) }),
    );

  it('refuses a lower severity for all operations', () => {
    expect(severityBy('none')).toEqual(['error api-security-removed wider']);
    expect(severityBy('info')).toEqual(['error api-security-removed wider']);
  });

  it('accepts wider access for one operation', () => {
    expect(severityBy('{ "GET /pets/{id}": none }')).toEqual([]);
    expect(severityBy('{ "GET /other": none }')).toEqual(['error api-security-removed wider']);
  });
});
