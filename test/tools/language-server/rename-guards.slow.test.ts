import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';

const TREE = 'app/operations/';
const X = `${TREE}teams/{id}/x@get.ts`;
const GUARD = `${TREE}teams/_middleware.ts`;
const OPERATION = `/**
 * @param {string} id - x
 * @param {string} [query.owner] - x
 * @param {string} [header.X-Team] - x
 * @returns {string} x
 */
export default function getX(ctx) { return ctx.input.path.id; }
`;
const FILES: Record<string, string> = {
  'package.json': '{}',
  [X]: OPERATION,
  [`${TREE}teams/@get.ts`]: '/** @returns {string} x */\nexport default function listTeams() { return 1; }\n',
};

/** Renames what is after a text of the operation in a project with more files. */
async function rename(
  more: Record<string, string>,
  text: string,
  newName: string,
  workspaceEdit: object = { documentChanges: true, resourceOperations: ['rename'], changeAnnotationSupport: {} },
  args: readonly string[] = [],
): Promise<{ readonly edit: WorkspaceEdit; readonly changed: Record<string, string> }> {
  const root = scratch(afterAll);
  await writeTree(root, { ...FILES, ...more });
  const client = await LanguageClient.start(root, { workspace: { workspaceEdit } }, {}, [root], args);
  try {
    await client.open(X);
    const position = client.positionAt(X, ({ ...FILES, ...more }[X] ?? '').indexOf(text) + text.length);
    const edit = await client.request<WorkspaceEdit>('textDocument/rename', X, { position, newName });
    const { changes = {}, documentChanges = [] } = edit;
    const all = [
      ...Object.entries(changes),
      ...documentChanges
        .filter((one): one is TextDocumentEdit => 'edits' in one)
        .map((one) => [one.textDocument.uri, one.edits as (typeof changes)[string]] as const),
    ];
    const changed = all.map(([uri, edits]) => {
      const before = readFileSync(join(root, client.pathOf(uri)), 'utf8');
      return [client.pathOf(uri), TextDocument.applyEdits(TextDocument.create(uri, '', 0, before), [...edits])];
    });
    return { edit, changed: Object.fromEntries(changed) };
  } finally {
    await client.stop();
  }
}

const rule = (body: string, parameters = 'ctx'): string => `export const authorize = (${parameters}) => { ${body} };\n`;

describe('the rename of a parameter', () => {
  it.each([
    [
      'const { id } = ctx.params; return id === undefined;',
      'const { team: id } = ctx.params; return id === undefined;',
    ],
    ['return ctx.params.id === "a";', 'return ctx.params.team === "a";'],
    ['const { params: { id } } = ctx; return id;', 'const { params: { team: id } } = ctx; return id;'],
    ['return ctx.input.path?.id === "a";', 'return ctx.input.path?.team === "a";'],
    ["return 'id' in ctx.params;", "return 'team' in ctx.params;"],
    ["return ctx.operation.id !== 'teams/{id}/x@get.ts';", "return ctx.operation.id !== 'teams/{team}/x@get.ts';"],
  ])('changes a guard around it: %s', async (before, after) => {
    const { edit, changed } = await rename({ [GUARD]: rule(before) }, '{string} i', 'team');
    expect(changed[GUARD]).toBe(rule(after));
    expect(Object.keys(edit.changeAnnotations!)).toEqual(['move']);
  });

  it.each([
    ['return ctx.input.query.owner === "a";', 'return ctx.input.query.by === "a";'],
    ['return ctx.query.owner === "a";', 'return ctx.query.by === "a";'],
  ])('changes a guard that reads the query: %s', async (before, after) => {
    const { changed } = await rename({ [GUARD]: rule(before) }, '[query.ow', 'by');
    expect(changed[GUARD]).toBe(rule(after));
  });

  it('changes middleware, and the parameters that functions take', async () => {
    const before = 'export default ({ params: { id } }, next) => (id === "a" ? next() : undefined);\n';
    const { changed } = await rename({ [GUARD]: before }, '{string} i', 'team');
    expect(changed[GUARD]).toBe(before.replace('{ id }', '{ team: id }'));
  });

  it('refuses if the guard runs for operations that keep the name', async () => {
    const guard = { [`${TREE}_middleware.ts`]: rule('return ctx.params.id !== "a";') };
    const other = { [`${TREE}clubs/{id}@get.ts`]: '/** @returns {string} x */\nexport default () => 1;\n' };
    await expect(rename({ ...guard, ...other }, '{string} i', 'team')).rejects.toThrow(
      'app/operations/_middleware.ts:1:55 reads "id" for clubs/{id}@get.ts too',
    );
    expect(Object.keys((await rename(guard, '{string} i', 'team')).changed)).toContain('app/operations/_middleware.ts');
  });

  it('refuses if a function of another module reads it', async () => {
    const files = {
      [`${TREE}teams/{id}/_middleware.ts`]: `import { mine } from '../../_own.ts';\n${rule('return mine(ctx);')}`,
      [`${TREE}_own.ts`]: "export { mine } from './_rules.ts';\n",
      [`${TREE}_rules.ts`]: 'export const mine = (ctx) => ctx.params.id === ctx.auth.token.name;\n',
    };
    await expect(rename(files, '{string} i', 'team')).rejects.toThrow(
      'app/operations/_rules.ts:1:41 reads "id" too, and may run for these operations. Rename it by hand.',
    );
    expect((await rename(files, '[query.ow', 'by')).changed).toEqual({ [X]: OPERATION.replace('owner', 'by') });
  });

  it.each([
    ['{string} i', 'return owns(ctx.params);'],
    ['{string} i', 'const key = "i" + "d"; return ctx.params[key] === "a";'],
    ['{string} i', "return owns(ctx, 'id');"],
    ['{string} i', 'return owns({ ...ctx.input });'],
    ['[header.X-Te', "return ctx.get('x-team') === 'a';"],
    ['[header.X-Te', "return ctx.headers['x-team'] === 'a';"],
  ])('needs a confirmation if a guard may read it otherwise: %s %s', async (text, body) => {
    const files = { [GUARD]: rule(body) };
    const { edit } = await rename(files, text, 'X-By');
    expect(edit.changeAnnotations!['unsure']).toMatchObject({
      needsConfirmation: true,
      description: expect.stringContaining('app/operations/teams/_middleware.ts:1:'),
    });
    const edits = edit.documentChanges!.flatMap((one) => ('edits' in one ? one.edits : []));
    expect(edits).not.toEqual([]);
    expect(edits.every((one) => 'annotationId' in one && one.annotationId === 'unsure')).toBe(true);
    await expect(
      rename(files, text, 'X-By', { documentChanges: true, resourceOperations: ['rename'] }),
    ).rejects.toThrow('Code may use the name at app/operations/teams/_middleware.ts:1:');
  });

  it('needs a confirmation if the authorize of the operation may read it otherwise', async () => {
    const own = `${OPERATION}${rule('return owns(ctx.params);')}`;
    const { edit } = await rename({ [X]: own }, '{string} i', 'team');
    expect(edit.changeAnnotations!['unsure']!.description).toContain(`${X}:8:`);
    const handler = OPERATION.replace('ctx.input.path.id', 'get(ctx.input.path)');
    const other = await rename({ [X]: handler }, '{string} i', 'team');
    expect(Object.keys(other.edit.changeAnnotations!)).toEqual(['move']);
  });

  it('needs no confirmation for properties of other objects', async () => {
    const body = "const { id } = ctx.state.user; log(id, ctx.auth.token.id); return ctx.auth.token.role === 'id';";
    const { edit, changed } = await rename({ [GUARD]: rule(body) }, '{string} i', 'team');
    expect(Object.keys(edit.changeAnnotations!)).toEqual(['move']);
    expect(Object.keys(changed)).toEqual([X]);
  });
});

describe('the rename of an operation', () => {
  it.each([
    "return ctx.operation.operationId !== 'getX';",
    "return ['getX', 'listTeams'].includes(ctx.operation.operationId);",
    "switch (ctx.operation.operationId) { case 'getX': return false; }",
    'return ROLES[ctx.operation.operationId] !== "a";',
  ])('changes a guard that compares its name: %s', async (body) => {
    const guard = `const ROLES = { getX: 'a' };\n${rule(body)}`;
    const { changed } = await rename({ [GUARD]: guard }, 'function ge', 'getZ');
    expect(changed[GUARD]).toBe(
      body.includes('ROLES') ? guard.replace('getX', 'getZ') : guard.replace("'getX'", "'getZ'"),
    );
  });

  it('refuses if an operation of an older version keeps the name', async () => {
    const older = 'app/versions/v1/operations/teams/{id}/x@get.ts';
    const files = {
      [GUARD]: rule("return ctx.operation.operationId !== 'getX';"),
      [older]: OPERATION,
    };
    await expect(rename(files, 'function ge', 'getZ', {}, ['--versions', 'v1,v2'])).rejects.toThrow(
      'app/operations/teams/_middleware.ts:1:75 compares "getX", which ../versions/v1/operations/teams/{id}/x@get.ts keeps',
    );
  });
});

describe('the rename of a security scheme', () => {
  const DOCUMENT = 'app/definitions/openapi.yaml';
  const more = (rest: Record<string, string> = {}): Record<string, string> => ({
    [DOCUMENT]: 'components:\n  securitySchemes:\n    token: { type: http, scheme: bearer }\n',
    [X]: `${rule("return ctx.auth.token?.role !== 'guest' && ctx.auth['token'] !== token;")}${OPERATION.replace(' * @returns', ' * @security token\n * @returns')}`,
    ...rest,
  });

  it('edits the guards and handlers that read its result', async () => {
    const { changed } = await rename(
      more({ [GUARD]: rule("const { token } = ctx.auth; return token?.role !== 'guest';") }),
      '@security ',
      'jwt',
    );
    expect(changed[X]).toContain("return ctx.auth.jwt?.role !== 'guest' && ctx.auth['jwt'] !== token;");
    expect(changed[X]).toContain(' * @security jwt\n');
    expect(changed[GUARD]).toContain("const { jwt: token } = ctx.auth; return token?.role !== 'guest';");
    expect(changed[DOCUMENT]).toContain('    jwt: {');
  });
});
