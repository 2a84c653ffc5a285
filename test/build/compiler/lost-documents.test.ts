import { describe, expect, it } from 'vitest';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { textAt } from './compile.ts';

const OPERATION = '/** Gets it. */\nexport default () => {};\n';
const YAML = 'security:\n  - token: [admin]\n';
const TOML = 'security = [{ token = ["admin"] }]\n';
const SCHEMES = 'components:\n  securitySchemes:\n    token: { type: http, scheme: bearer }\n';
const NESTED = 'get:\n  security:\n    - token: []\n';
const JSON_TEXT = JSON.stringify({ security: [{ token: [] }] });

async function lost(files: Readonly<Record<string, string>>, end = ''): Promise<[string, string, string][]> {
  const root = scratch();
  await writeTree(root, { 'app/operations/x@get.ts': OPERATION, ...files });
  const { diagnostics } = createSession(locateProject(resolveOptions(), root + end)).compile();
  return diagnostics
    .filter(({ code }) => code === 'lost-guard')
    .map(({ severity, at }) => [severity, at.source.file, textAt(at)]);
}

describe('security in a file that nothing reads is an error', () => {
  it.each([
    ['app/operations/openapi.yaml', YAML, 'security'],
    ['app/operations/admin/openapi.yaml', YAML, 'security'],
    ['app/operations/admin/openapi.yaml', SCHEMES, 'securitySchemes'],
    ['app/operations/admin/deep/openapi.json', JSON_TEXT, '"security"'],
    ['app/operations/admin/openapi.yml', 'security: token admin\n', 'security'],
    ['app/operations/_security.yaml', YAML, 'security'],
    ['app/operations/_security.yaml', 'security: [token]\n', 'security'],
    ['app/operations/_security.yaml', SCHEMES, 'securitySchemes'],
    ['app/operations/admin/security.json', JSON_TEXT, '"security"'],
    ['app/operations/x.yaml', YAML, 'security'],
    ['app/operations/x.yaml', NESTED, 'security'],
    ['app/operations/x.yaml', 'security: token\n', 'security'],
    ['app/operations/x.yaml', 'security: [a\n  b: }', 'security'],
    ['app/operations/x.json', `// A comment\n${JSON_TEXT}`, '"security"'],
    ['app/operations/any/rules.yaml', YAML, 'security'],
    ['app/webhooks/openapi.yaml', YAML, 'security'],
    ['app/definitions/_openapi.yaml', YAML, 'security'],
    ['app/definitions/_openapi.json', JSON_TEXT, '"security"'],
    ['app/definitions/_drafts/openapi.yaml', YAML, 'security'],
    ['app/operations/openapi.toml', TOML, 'security'],
    ['app/operations/admin/security.toml', '[[security]]\ntoken = []\n', 'security'],
    ['app/operations/admin/openapi.toml', '[components.securitySchemes.token]\ntype = "http"\n', 'securitySchemes'],
    ['app/operations/.openapi.yaml', YAML, 'security'],
    ['app/operations/.admin/security.yaml', YAML, 'security'],
    ['app/webhooks/.openapi.json', JSON_TEXT, '"security"'],
    ['app/definitions/openapi.ts', 'export default { security: [{ token: [] }] };', 'security: ['],
    ['app/definitions/openapi.ts', 'const all = { security: [{ token: [] }] };\nexport default all;', 'security: ['],
    ['app/definitions/openapi.mjs', 'export const security = [{ token: [] }];', 'security ='],
    ['app/definitions/openapi.js', 'module.exports = { components: { securitySchemes: {} } };', 'securitySchemes: {'],
    ['app/operations/openapi.ts', 'export default { security: [{ token: [] }] };', 'security: ['],
    ['app/operations/admin/_openapi.ts', 'export default { security: [{ token: [] }] };', 'security: ['],
  ])('%s: %s', async (file, text, at) => {
    expect(await lost({ [file]: text })).toContainEqual(['error', file, at]);
  });

  it.each([
    ['app/definitions/openapi.jsonc', `// All operations.\n${JSON_TEXT}`],
    ['app/definitions/openapi.json5', `{ security: [{ token: [] }] }`],
    ['app/definitions/openapi.toml', TOML],
    ['app/definitions/.openapi.yaml', YAML],
    ['app/definitions/.openapi.json', JSON_TEXT],
    ['app/definitions/_openapi.jsonc', JSON_TEXT],
    ['app/definitions/deep/openapi.toml', TOML],
    ['app/definitions/.drafts/openapi.yaml', YAML],
    ['app/definitions/openapi', YAML],
    ['app/definitions/openapi.yaml.txt', YAML],
    ['app/definitions/openapi.v2.json5', JSON_TEXT],
  ])('reports security in a file that looks like the document: %s: %s', async (file, text) => {
    const found = await lost({ [file]: text });
    expect(found.map(([severity, name]) => [severity, name])).toEqual([['error', file]]);
  });

  it.each([
    ['app/definitions/openapi.api.yaml', YAML],
    ['app/definitions/openapi-v2.json', JSON_TEXT],
    ['app/definitions/open_api.yml', SCHEMES],
  ])('reports security in a file that is read as a schema: %s', async (file, text) => {
    expect((await lost({ [file]: text })).map(([severity, name]) => [severity, name])).toEqual([['error', file]]);
  });

  it.each([
    ['app/definitions/openapi.toml', '[info]\ntitle = "Pets"\n'],
    ['app/definitions/openapi.toml', '[paths."/x"]\nsecurity = []\n'],
    ['app/definitions/openapi.json5', '{ paths: {}, security: [] }'],
    ['app/definitions/openapi.md', 'The security of the API.'],
    ['app/definitions/openapi.yaml.orig', YAML],
    ['app/definitions/.git/openapi.yaml', YAML],
    ['app/operations/rates.toml', 'security = "low"\n'],
    ['app/operations/.cache/whole.json', `{ "paths": {}, "security": [{ "token": [] }] }`],
    ['app/operations/rates.json', '{ "security": 5, "securities": [{ "name": "A" }] }'],
    ['app/operations/rates.json', '{ "security": "low", "list": [] }'],
    ['app/operations/funds.json', '{ "security": [{ "isin": "X" }] }'],
    ['app/operations/schema.yaml', 'properties:\n  security: { type: array }\n  securitySchemes: { type: object }\n'],
    ['app/operations/whole.yaml', `openapi: 3.1.0\npaths: {}\n${YAML}`],
    ['app/operations/notes.txt', YAML],
    ['app/definitions/openapi.yaml', YAML],
    ['app/definitions/admin/openapi.yaml', YAML],
    ['app/definitions/_Draft.yaml', 'properties: { security: { type: array } }'],
    ['app/definitions/openapi.ts', 'export interface Document { security: { token: string[] }[] }'],
    ['app/definitions/openapi.d.ts', 'export declare const security: { token: string[] }[];'],
    ['app/definitions/openapi.ts', '// security: [{ token: [] }]\nexport type A = string;'],
    ['app/operations/openapi@get.ts', `${OPERATION}const all = { security: [{ token: [] }] };`],
  ])('accepts security in other files: %s: %s', async (file, text) => {
    expect(await lost({ [file]: text })).toEqual([]);
  });

  it.each([
    ['app/Definitions/openapi.yaml', YAML],
    ['app/definition/openapi.yaml', SCHEMES],
    ['app/defintions/openapi.json', JSON_TEXT],
    ['app/defs/openapi.yml', YAML],
    ['app/_definitions/openapi.yaml', YAML],
    ['definitions/openapi.yaml', YAML],
    ['definitions/openapi.jsonc', JSON_TEXT],
    ['src/definitions/openapi.yaml', YAML],
    ['src/app/definitions/openapi.yaml', YAML],
  ])('reports security in a file next to the definitions: %s', async (file, text) => {
    expect((await lost({ [file]: text })).map(([severity, name]) => [severity, name])).toEqual([['error', file]]);
    const beside = await lost({ [file]: text, 'app/definitions/openapi.yaml': 'info: { title: Shop }\n' });
    expect(beside.map(([, name]) => name)).toEqual([file]);
  });

  it.each([
    ['packages/other/definitions/openapi.yaml', { 'packages/other/package.json': '{}' }],
    ['node_modules/x/definitions/openapi.yaml', {}],
    ['other/openapi.yaml', { 'other/x@get.ts': OPERATION }],
    ['dist/definitions/openapi.yaml', {}],
    ['config/openapi.yaml', {}],
  ])(
    'accepts security in another project or tree, in the result of a build, or of another API: %s',
    async (file, files) => {
      expect(await lost({ [file]: YAML, ...files })).toEqual([]);
    },
  );

  it('accepts security in the definitions of a root with a slash at its end', async () => {
    expect(await lost({ 'app/definitions/openapi.yaml': YAML }, '/')).toEqual([]);
  });

  it('names the place where the document belongs', async () => {
    const root = scratch();
    await writeTree(root, { 'app/operations/x@get.ts': OPERATION, 'app/operations/admin/openapi.yaml': YAML });
    const [found] = createSession(locateProject(resolveOptions(), root)).compile().diagnostics;
    expect(found!.message).toContain('belongs to "app/definitions/openapi.yaml"');
  });

  it('reports security as long as the file is there', async () => {
    const root = scratch();
    await writeTree(root, { 'app/operations/x@get.ts': OPERATION });
    const session = createSession(locateProject(resolveOptions(), root));
    const codes = (changed?: string[]): string[] => session.compile(changed).diagnostics.map(({ code }) => code);
    const file = `${root}/app/operations/admin/openapi.yaml`;
    expect(codes()).toEqual([]);
    await writeTree(root, { 'app/operations/admin/openapi.yaml': YAML });
    expect(codes([file])).toEqual(['lost-guard']);
    expect(codes([`${root}/app/operations/x@get.ts`])).toEqual(['lost-guard']);
    await writeTree(root, { 'app/operations/admin/openapi.yaml': '' });
    expect(codes([file])).toEqual([]);
  });
});

const GUARD = 'export const authorize = () => false;\n';
const WRAP = 'export default (ctx, next) => next();\n';

describe('a guard in a file or directory whose name starts with a dot', () => {
  it.each([
    ['app/operations/.authorize.js', GUARD],
    ['app/operations/admin/.authorize.ts', GUARD],
    ['app/operations/.well-known/_middleware.js', WRAP],
    ['app/operations/.well-known/_middleware.js', GUARD],
    ['app/operations/.well-known/_middleware.ts', '/** @security token */'],
    ['app/operations/.well-known/_middleware.ts', "export { office as default } from '../../office.ts';"],
    ['app/operations/.well-known/deep/_middleware.ts', "export default requireRole('admin');"],
    ['app/operations/.well-known/authorize.js', GUARD],
    ['app/operations/_search/_middleware.ts', '/** @security token */'],
    ['app/webhooks/.orders/_middleware.js', WRAP],
  ])('reports a guard in a hidden file or directory: %s: %s', async (file, text) => {
    const found = await lost({
      'app/operations/[.]well-known/x@get.ts': OPERATION,
      'app/operations/[_]search/x@get.ts': OPERATION,
      [file]: text,
    });
    expect(found.map(([severity, name]) => [severity, name])).toEqual([['error', file]]);
  });

  it('warns of middleware in a hidden helper', async () => {
    const found = await lost({ 'app/operations/.guards/office.js': WRAP, 'app/operations/.auth.js': WRAP });
    expect(found.map(([severity, name]) => [severity, name])).toEqual([
      ['warning', 'app/operations/.auth.js'],
      ['warning', 'app/operations/.guards/office.js'],
    ]);
  });

  it.each([
    'export default (ctx) => { if (!ctx.state.admin) throw problem(403); };',
    'export default async (ctx, next) => { if (!ctx.state.admin) throw problem(403); await next(); };',
    "export default async (app) => { app.addHook('preHandler', async (request, reply) => reply.code(403).send()); };",
    'export const hooks = [(ctx) => ctx.throw(401)];',
    "import { requireAdmin } from '../../guards.ts';\nexport default [requireAdmin];",
  ])('warns of a hidden file that keeps clients out, whatever its name is: %s', async (text) => {
    const file = 'app/operations/.autohooks.ts';
    expect((await lost({ [file]: text })).map(([severity, name]) => [severity, name])).toEqual([['warning', file]]);
    const taker = "export { default, hooks } from './.autohooks.ts';\n";
    expect(await lost({ [file]: text, 'app/operations/_middleware.ts': taker })).toEqual([]);
  });

  it('accepts a guard in a hidden file if other files import it', async () => {
    const taken = "export { authorize } from './.authorize.js';\nexport { default } from './.shared/_middleware.js';\n";
    const files = {
      'app/operations/.authorize.js': GUARD,
      'app/operations/.shared/_middleware.js': WRAP,
      'app/operations/_middleware.ts': taken,
    };
    expect(await lost(files)).toEqual([]);
  });

  it.each([
    ['app/operations/.eslintrc.cjs', 'module.exports = { rules: {} };'],
    ['app/operations/.prettierrc.mjs', 'export default defineConfig({});'],
    ['app/operations/.pnpmfile.cjs', 'module.exports = { hooks: { readPackage: (pkg, context) => pkg } };'],
    ['app/operations/.cache/run.js', 'new Error("403");\nexport default (ctx) => ctx.throw(403);'],
    ['app/operations/.tool.mjs', 'new Error("It");\nexport default (request) => request;'],
    ['app/operations/.shared/texts.ts', 'export const hello = 1;'],
    ['app/operations/.shared/_middleware.ts', 'export const hello = 1;'],
    ['app/operations/_lib/_middleware.ts', '/** @tags lib */'],
    ['app/operations/.git/hooks/authorize.js', GUARD],
    ['app/operations/.authorize.d.ts', 'export declare const authorize: () => boolean;'],
    ['app/operations/.DS_Store', 'authorize'],
  ])('accepts other hidden files: %s: %s', async (file, text) => {
    expect(await lost({ [file]: text })).toEqual([]);
  });

  it('names the directory that paths can have', async () => {
    const root = scratch();
    await writeTree(root, { 'app/operations/x@get.ts': OPERATION, 'app/operations/.well-known/_middleware.js': WRAP });
    const [found] = createSession(locateProject(resolveOptions(), root)).compile().diagnostics;
    expect(found!.message).toContain('rename the directory to "[.]well-known"');
  });

  it('reports a hidden guard as long as the file is there', async () => {
    const root = scratch();
    await writeTree(root, { 'app/operations/x@get.ts': OPERATION });
    const session = createSession(locateProject(resolveOptions(), root));
    const codes = (changed?: string[]): string[] => session.compile(changed).diagnostics.map(({ code }) => code);
    const file = `${root}/app/operations/.authorize.js`;
    expect(codes()).toEqual([]);
    await writeTree(root, { 'app/operations/.authorize.js': GUARD });
    expect(codes([file])).toEqual(['lost-guard']);
    await writeTree(root, { 'app/operations/.authorize.js': '' });
    expect(codes([file])).toEqual([]);
  });

  it('accepts a hidden file that the option "ignore" names', async () => {
    const root = scratch();
    await writeTree(root, { 'app/operations/x@get.ts': OPERATION, 'app/operations/.well-known/_middleware.js': WRAP });
    const options = resolveOptions({ ignore: ['.well-known/**'] });
    expect(
      createSession(locateProject(options, root))
        .compile()
        .diagnostics.map(({ code }) => code),
    ).toEqual([]);
  });
});
