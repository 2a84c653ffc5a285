import { describe, expect, it } from 'vitest';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { textAt } from './compile.ts';

const OPERATION = '/** Gets it. */\nexport default () => {};\n';
const YAML = 'security:\n  - token: [admin]\n';
const SCHEMES = 'components:\n  securitySchemes:\n    token: { type: http, scheme: bearer }\n';
const NESTED = 'get:\n  security:\n    - token: []\n';
const JSON_TEXT = JSON.stringify({ security: [{ token: [] }] });

async function lost(files: Readonly<Record<string, string>>): Promise<[string, string, string][]> {
  const root = scratch();
  await writeTree(root, { 'app/operations/x@get.ts': OPERATION, ...files });
  const { diagnostics } = createSession(locateProject(resolveOptions(), root)).compile();
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
  ])('but not in other files: %s: %s', async (file, text) => {
    expect(await lost({ [file]: text })).toEqual([]);
  });

  it('names the place where the document belongs', async () => {
    const root = scratch();
    await writeTree(root, { 'app/operations/x@get.ts': OPERATION, 'app/operations/admin/openapi.yaml': YAML });
    const [found] = createSession(locateProject(resolveOptions(), root)).compile().diagnostics;
    expect(found!.message).toContain('belongs to "app/definitions/openapi.yaml"');
  });

  it('is seen when the file comes, and not longer than it is there', async () => {
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
