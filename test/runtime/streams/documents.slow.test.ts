import { describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../../src/build/openapi/write/index.ts';
import { generateOpenApi } from '../../../src/build/openapi/write/index.ts';
import { compileOperations, contractsOf } from '../../../src/build/compiler/compile.ts';
import { contractOfDocuments } from '../../../src/tools/diff/baseline/openapi.ts';
import { documentOf as describedBy } from '../../../src/tools/openapi/read/documents.ts';
import { diffContracts } from '../../../src/tools/diff/diff.ts';
import type { Files } from '../../tools/diff/compare.ts';
import { contractOfFiles, diffFiles } from '../../tools/diff/compare.ts';
import { filesOf, planOf } from '../../tools/import/support.ts';
import { schemaErrors } from '../../build/openapi/lint.ts';

const MODELS = `export interface Row { id: number; name?: string }
export type Change = ServerSentEvent<'row', Row> | ServerSentEvent<'end', { rows: number }>;
`;
const TREE: Files = {
  'definitions/models.ts': MODELS,
  'rows.ts':
    '/** Rows.\n * @returns {Stream<Row>} 200 - One a line\n * @example { id: 1 }\n * @throws 404 */ export default function* rows() {}',
  'numbers.ts':
    '/** Numbers.\n * @returns {Stream<integer>} 200 application/json-seq\n * @throws 404 */ export default function* numbers() {}',
  'watch.ts':
    '/** Watches.\n * @returns {Stream<Change>} 200 text/event-stream - Changes\n * @throws 404 */ export default function* watch() {}',
  'plain.ts':
    '/** Values.\n * @returns {Stream<Row|null>} 200 text/event-stream\n * @example { id: 1 }\n * @throws 404 */ export default function* plain() {}',
};
const LIST: Files = { 'definitions/models.ts': MODELS, 'rows.ts': '/** @returns {Row[]} */ export default () => [];' };

function documentOf(files: Files, openapi?: '3.1'): OpenApiDocument {
  const all = Object.entries(files).map(([path, text]) => ({ path, text }));
  const compiled = compileOperations({
    files: all.filter(({ path }) => !path.startsWith('definitions/')),
    definitions: all.flatMap(({ path, text }) =>
      path.startsWith('definitions/') ? [{ path: path.slice('definitions/'.length), text }] : [],
    ),
  });
  expect(compiled.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return generateOpenApi({
    operations: contractsOf(compiled),
    schemas: compiled.schemas,
    document: {},
    info: { title: 'Rows', version: '1.0.0' },
    openapi,
  });
}

const contentOf = (document: OpenApiDocument, path: string): any =>
  (document.paths[path]!.get!.responses['200'] as any).content;

describe('the document of a stream', () => {
  it('writes OpenAPI 3.2 for a stream, and only for one', () => {
    expect(documentOf(LIST).openapi).toBe('3.1.1');
    expect(JSON.stringify(documentOf(LIST, '3.1'))).toBe(JSON.stringify(documentOf(LIST)));
    const document = documentOf(TREE);
    expect(document.openapi).toBe('3.2.0');
    expect(contentOf(document, '/rows')).toEqual({
      'application/jsonl': { itemSchema: { $ref: '#/components/schemas/Row' }, example: [{ id: 1 }] },
    });
    expect(contentOf(document, '/plain')['text/event-stream'].example).toEqual([{ data: '{"id":1}' }]);
    const events = contentOf(document, '/watch')['text/event-stream'].itemSchema.anyOf;
    expect(events.map(({ properties }: any) => [properties.event.const, properties.data.contentSchema])).toEqual([
      ['row', { $ref: '#/components/schemas/Row' }],
      ['end', { type: 'object', properties: { rows: { type: 'number' } }, required: ['rows'] }],
      ['problem', { $ref: '#/components/schemas/Problem' }],
    ]);
  });

  it('writes 3.1, with schemas, by the option openapi', async () => {
    const document = documentOf(TREE, '3.1');
    expect(document.openapi).toBe('3.1.1');
    expect(contentOf(document, '/rows')).toEqual({
      'application/jsonl': { schema: { $ref: '#/components/schemas/Row' }, example: { id: 1 } },
    });
    expect(await schemaErrors(document)).toEqual([]);
  });

  it('writes 3.1 if only an internal operation streams', () => {
    const files = { 'rows.ts': '/** @internal\n * @returns {Stream<integer>} */ export default function* rows() {}' };
    expect(documentOf(files).openapi).toBe('3.1.1');
  });

  it('diff reads the document again', () => {
    const before = contractOfDocuments(describedBy(documentOf(TREE)));
    expect(diffContracts(before, contractOfFiles(TREE, 'after'))).toEqual([]);
    const other = { ...TREE, 'definitions/models.ts': MODELS.replace('name?: string', 'name?: number') };
    const found = diffContracts(before, contractOfFiles(other, 'after'));
    expect(found.flatMap(({ operations }) => operations).sort()).toEqual(['GET /plain', 'GET /rows', 'GET /watch']);
    expect(diffFiles(TREE, other).map(({ id }) => id)).toContain('response-property-type-changed');
    expect(diffFiles(TREE, { ...TREE, ...LIST }).length).toBeGreaterThan(0);
  });

  it('an import reads the document again', () => {
    const document = documentOf(TREE);
    const plan = planOf(document);
    const files = filesOf(plan);
    const text = Object.values(files).join('\n');
    expect(text).toContain('@returns {Stream<Row>} 200 application/jsonl - One a line');
    expect(text).toContain('@returns {Stream<integer>} 200 application/json-seq');
    expect(text).toMatch(/Stream<ServerSentEvent<'row', Row>\|ServerSentEvent<'end', \{ ?rows: number ?\}>>/);
  });
});
