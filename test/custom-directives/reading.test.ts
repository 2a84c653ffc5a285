import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contractsOf } from '../../src/build/compiler/compile.ts';
import { writeTree } from '../support/build.ts';
import { compileAt, diagnosticsOf, operation, packageJson, packageOf, projectWith } from './project.ts';

const only = (directives: string[], others: object = {}) => ({ 'package.json': packageJson(directives, others) });

describe('lines of custom directives', () => {
  it('reads lines into values of the contract, with what the directive sends', async () => {
    const root = await projectWith({
      'app/operations/invoices@post.ts': operation(
        'Adds.',
        '@permission invoices:write',
        '@owner billing',
        '@audit books',
      ),
    });
    const { diagnostics, ...compilation } = compileAt(root);
    expect(diagnostics).toEqual([]);
    const [contract] = contractsOf({ diagnostics, ...compilation });
    expect(contract!.custom).toEqual([
      { name: 'audit', from: 'acme-audit', values: ['books'], runs: true, texts: ['audited in books'] },
      { name: 'owner', from: 'acme-owner', values: ['billing'], texts: ['owned by billing'] },
      {
        name: 'permission',
        from: 'acme-permission',
        values: ['invoices:write'],
        guards: true,
        runs: true,
        ctx: { permissions: 'readonly string[]' },
        texts: ['permission invoices:write'],
      },
    ]);
    expect(contract!.extensions).toEqual({ 'x-owner': 'billing', 'x-permissions': ['invoices:write'] });
    expect(contract!.parameters.map(({ name, in: place }) => [name, place])).toEqual([['X-Reason', 'header']]);
    expect(contract!.responses.map(({ status, headers = [] }) => [status, headers.map(({ name }) => name)])).toEqual([
      ['200', ['X-Audit-Id']],
      ['423', ['X-Audit-Id']],
    ]);
  });

  it('reads the package.json around the root, as Node does', async () => {
    const outer = await projectWith({
      'api/app/operations/invoices.ts': operation('@permission invoices:read'),
      'other/package.json': '{ "type": "module" }',
      'other/app/operations/invoices.ts': operation('@permission invoices:read'),
    });
    const compilation = compileAt(join(outer, 'api'));
    expect(compilation.diagnostics).toEqual([]);
    expect(contractsOf(compilation)[0]!.custom).toMatchObject([{ name: 'permission', guards: true }]);
    expect(contractsOf(compileAt(join(outer, 'other')))[0]!.custom).toBeUndefined();
  });

  it('leave what the comment declares itself as it is', async () => {
    const root = await projectWith({
      'app/operations/invoices.ts': operation(
        '@audit books',
        '@param {string} header.x-reason (maxLength: 5) - Mine',
        '@throws 423 - Mine',
        '@x-owner me',
        '@owner billing',
      ),
    });
    const compilation = compileAt(root);
    expect(compilation.diagnostics).toEqual([]);
    const [contract] = contractsOf(compilation);
    expect(contract!.parameters.map(({ description }) => description)).toEqual(['Mine']);
    expect(contract!.responses.find(({ status }) => status === '423')?.description).toBe('Mine');
    expect(contract!.extensions).toEqual({ 'x-owner': 'me' });
  });

  it('inherits lines as the directive declares: those of guards add up, others are replaced', async () => {
    const root = await projectWith({
      'app/operations/_middleware.ts': '/**\n * @permission shop:read\n * @owner shop\n */\n',
      'app/operations/invoices.ts': operation('@permission invoices:read', '@owner billing'),
      'app/operations/orders.ts': operation('All.'),
    });
    const compilation = compileAt(root);
    expect(compilation.diagnostics).toEqual([]);
    const values = contractsOf(compilation).map(({ custom = [] }) => custom.map((use) => use.values));
    expect(values).toEqual([
      [['billing'], ['shop:read', 'invoices:read']],
      [['shop'], ['shop:read']],
    ]);
  });

  it('reports a line by its reader at the part that is wrong', async () => {
    expect(await diagnosticsOf({ 'app/operations/a.ts': operation('@permission invoices:write, admin') })).toEqual([
      expect.stringMatching(
        /^app\/operations\/a\.ts:2:30 - error custom-directive: Write one permission per line\.\n[^]*\^{7}/,
      ),
    ]);
  });

  it('reports a line by the check of all lines, at the line that it names', async () => {
    const found = await diagnosticsOf({
      'app/operations/_middleware.ts': '/** @permission shop:read */\n',
      'app/operations/a.ts': operation('@permission shop:read'),
    });
    expect(found).toEqual([
      expect.stringContaining('app/operations/a.ts:2:4 - error custom-directive: "shop:read" is required twice.'),
    ]);
  });

  it('reports two lines of a directive that does not repeat', async () => {
    expect(await diagnosticsOf({ 'app/operations/a.ts': operation('@owner a', '@owner b') })).toEqual([
      expect.stringContaining('error repeated-directive'),
    ]);
  });

  it('warns of lines in the comment of an event', async () => {
    const found = await diagnosticsOf({
      'app/operations/a.ts': operation('A.'),
      'app/events/paid.ts': '/**\n * @payload {string} - It\n * @owner billing\n * @permission a:b\n */\n',
    });
    expect(found.join('\n')).toMatch(/"@owner"[^]*"@permission"/);
  });
});

describe('a guard', () => {
  it.each(['permision', 'Permission', 'permissions', 'premission'])(
    'reports a guard that is misspelled "@%s"',
    async (name) => {
      expect(await diagnosticsOf({ 'app/operations/a.ts': operation(`@${name} a:b`) })).toEqual([
        expect.stringMatching(/error misspelled-security: .*Did you mean "@permission"\?/),
      ]);
    },
  );

  it('reports a guard whose package is not named, if a dependency has such a guard', async () => {
    const found = await diagnosticsOf({
      'package.json': JSON.stringify({ dependencies: { 'acme-permission': '1' } }),
      'app/operations/a.ts': operation('@permission a:b'),
    });
    expect(found).toEqual([
      expect.stringMatching(/a\.ts:2:4 - error unnamed-directive: .*Add "acme-permission" to "operations.directives"/),
    ]);
  });

  it('reports a guard of a package that only a package.json further up has or names, as in a workspace', async () => {
    const fields = { workspaces: ['*'] };
    const guard = '{ "name": "acme-permission", "operations": { "guards": ["permission"] } }';
    const around = [
      packageJson(['acme-permission'], fields),
      JSON.stringify({ dependencies: { 'acme-permission': '1' }, ...fields }),
      guard,
    ];
    for (const text of around) {
      const outer = await projectWith({
        'package.json': text,
        'services/package.json': '{ "name": "services" }',
        'services/api/package.json': '{ "name": "api", "type": "module" }',
        'services/api/app/operations/_middleware.ts': '/** @permission a:b */\n',
        'services/api/app/operations/a.ts': operation('@permission a:b'),
        'services/api/app/operations/b.ts': operation('@tenancy b'),
      });
      const { diagnostics } = compileAt(join(outer, 'services/api'));
      expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
        ['unnamed-directive', 'error'],
        ['unnamed-directive', 'error'],
        ['unknown-directive', 'warning'],
      ]);
    }
  });

  it('reads the package.json files around the root again when one of them has changed', async () => {
    const outer = await projectWith({
      'package.json': '{}',
      'api/package.json': '{}',
      'api/app/operations/a.ts': operation('@permission a:b'),
    });
    const codes = () => compileAt(join(outer, 'api')).diagnostics.map(({ code }) => code);
    expect(codes()).toEqual(['unknown-directive']);
    await writeTree(outer, { 'package.json': packageJson() });
    expect(codes()).toEqual(['unnamed-directive']);
  });

  it('reports a guard that no package has in a project with custom directives, and warns of it in another one', async () => {
    const line = { 'app/operations/a.ts': operation('@tenancy a') };
    expect(await diagnosticsOf({ ...only(['acme-owner']), ...line })).toEqual([
      expect.stringMatching(/error unknown-directive: Unknown directive "@tenancy"\. This project has custom/),
    ]);
    expect(await diagnosticsOf({ ...only([]), ...line })).toEqual([expect.stringMatching(/error unknown-directive/)]);
    expect(await diagnosticsOf({ 'package.json': '{}', ...line })).toEqual([
      expect.stringMatching(/warning unknown-directive/),
    ]);
  });

  it.each([
    [
      'a comment of a helper',
      '/** @permission a:b */\nconst one = 1;\n/** Gets. @returns {string} */\nexport default () => one;\n',
    ],
    ['a line comment', `// @permission a:b\n${operation('Gets.')}`],
    ['a sentence', operation('Gets it. @permission a:b')],
    ['a line with a space behind the sign', operation('Gets it.', '@ permission a:b')],
    ['a line of code', operation('Gets it.', '`@permission a:b`')],
    ['a fence that is not closed', operation('```', '@permission a:b')],
    ['the line of another directive', operation('@owner billing @permission a:b')],
  ])('reports a guard in %s', async (_, text) => {
    const found = await diagnosticsOf({ 'app/operations/a.ts': text });
    expect(found.join('\n')).toMatch(
      /(?:error|warning) (?:stray-guard|inline-directive|unclosed-fence|custom-directive)/,
    );
  });

  it('reports a guard in a file near "_middleware"', async () => {
    const text = '/** @permission a:b */\n';
    for (const name of ['_middlewares.ts', '_Middleware.ts', '_middlware.ts'])
      expect(
        (await diagnosticsOf({ [`app/operations/${name}`]: text, 'app/operations/a.ts': operation('A.') })).join('\n'),
      ).toMatch(/error middleware-name/);
  });
});

describe('a package', () => {
  const line = { 'app/operations/a.ts': operation('@mark x') };
  const one = async (fields: string, packageFields: object = {}): Promise<string> => {
    const found = await diagnosticsOf({ ...only(['marks']), ...line, ...packageOf('marks', fields, packageFields) });
    return found.join('\n');
  };

  it.each([
    ['throws', `name: 'mark', read() { throw new Error('no') }`, 'threw "no"'],
    ['returns a promise', `name: 'mark', read: async () => 'x'`, 'returned a promise, not plain data'],
    ['returns a Date', `name: 'mark', read: () => new Date()`, 'returned a Date, not plain data'],
    ['returns a function', `name: 'mark', read: () => ({ a: [() => 1] })`, 'returned a function, not plain data'],
    [
      'returns a circle',
      `name: 'mark', read() { const a = {}; a.a = a; return a; }`,
      'returned more data than a directive',
    ],
    ['returns nothing', `name: 'mark', read() {}`, 'has read this line without a value or an error'],
    ['throws in sent', `name: 'mark', read: () => 1, sent() { throw new Error('no') }`, 'threw "no"'],
    ['sends an unknown field', `name: 'mark', read: () => 1, sent: () => ({ header: {} })`, 'unknown field "header"'],
    [
      'sends an invalid schema',
      `name: 'mark', read: () => 1, sent: () => ({ headers: { A: { schema: { type: 'text' } } } })`,
      'invalid schema',
    ],
    ['shows no texts', `name: 'mark', read: () => 1, show: () => 'x'`, '"show" must return a list of texts'],
    ['throws in check', `name: 'mark', read: () => 1, check() { throw new Error('no') }`, 'threw "no"'],
  ])('reports a package that %s, with file and line', async (_, fields, message) => {
    const found = await one(fields);
    expect(found).toContain('app/operations/a.ts:2:4 - error custom-directive-failure: "@mark" of marks');
    expect(found).toContain(message);
  });

  it.each([
    ['is not installed', ['nothing'], 'The package "nothing" is not installed'],
    ['is a path', ['./words.js'], 'is not the name of a package'],
    ['is an import of the project', ['#words'], 'is not the name of a package'],
    ['is a URL', ['data:text/javascript,export default 1'], 'is not the name of a package'],
    ['is a module of Node', ['node:fs'], 'is not the name of a package'],
    ['leaves its directory', ['acme-owner/../../x'], 'is not the name of a package'],
    ['is not a text', [1], 'must be a list of names'],
  ])('reports a package whose entry %s in package.json', async (_, directives, message) => {
    const found = await diagnosticsOf({
      'package.json': packageJson(directives),
      'app/operations/a.ts': operation('A.'),
    });
    expect(found.join('\n')).toMatch(/package\.json:7:7 - error custom-directive-package/);
    expect(found.join('\n')).toContain(message);
  });

  it('reports a package of another version of the interface, and names both versions', async () => {
    expect(await one(`name: 'mark', read: () => 1, version: 2`)).toMatch(
      /package\.json:7:7 - error custom-directive-package: The directives of marks have version 2 of the interface, and unplugin-operations \S+ has version 1/,
    );
  });

  it.each<[string, string, string, object?]>([
    ['has no directive', `name: 'mark', read: 1`, 'must be a function'],
    ['has an unknown field', `name: 'mark', read: () => 1, guard: true`, 'unknown field "guard"'],
    ['guards without steps', `name: 'mark', read: () => 1, guards: true`, 'needs "runtime"'],
    [
      'guards and replaces',
      `name: 'mark', read: () => 1, guards: true, runtime: './index.js', inherits: 'replace'`,
      'cannot have "inherits"',
    ],
    [
      'guards, and its package.json does not say so',
      `name: 'mark', read: () => 1, guards: true, runtime: './index.js'`,
      'must name it',
    ],
    [
      'has a guard by its package.json, but not by its definition',
      `name: 'mark', read: () => 1`,
      '"@mark" of marks is a guard by the package.json of marks, so its definition needs "guards: true"',
      { operations: { guards: ['mark'] } },
    ],
    ['lacks the module with its steps', `name: 'mark', read: () => 1, runtime: './steps.js'`, 'does not exist'],
    ['has an invalid name', `name: 'Mark', read: () => 1`, 'lower-case letters'],
  ])('reports a package that %s', async (_, fields, message, packageFields = {}) => {
    const found = await one(fields, packageFields);
    expect(found).toMatch(/package\.json:7:7 - error custom-directive-package/);
    expect(found).toContain(message);
  });

  it.each(['etag', 'param', 'get', 'version', 'typedef', 'x-mark'])(
    'reports a package with a directive "@%s", which has another meaning, and keeps ours',
    async (name) => {
      const found = await one(`name: '${name}', read: () => 1`);
      expect(found).toMatch(/error custom-directive-package: (?:"@.*Rename the directive|marks has a directive)/);
    },
  );

  it('reports a package that cannot be evaluated', async () => {
    const broken = { ...packageOf('marks', ''), 'node_modules/marks/index.js': 'throw new Error("broken")' };
    const found = await diagnosticsOf({ ...only(['marks']), ...line, ...broken });
    expect(found.join('\n')).toMatch(
      /error custom-directive-package: The directives of "marks" cannot be loaded: broken\./,
    );
  });

  it('reports a package with the directive of another one', async () => {
    const found = await diagnosticsOf({
      ...only(['acme-owner', 'marks']),
      ...line,
      ...packageOf('marks', `name: 'owner', read: () => 1`),
    });
    expect(found.join('\n')).toContain('"@owner" is a directive of acme-owner and of marks');
  });
});
