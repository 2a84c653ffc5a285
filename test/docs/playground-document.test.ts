import { expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/build/compiler/diagnostics/diagnostic.ts';
import { schemaErrors } from '../build/openapi/lint.ts';
import { compilePlayground, streamsOf } from './playground.ts';

// The bookshop says all there is to say of itself, and says it right.
const { compilation, documents } = compilePlayground();

it('the bookshop compiles without diagnostics', () => {
  expect(compilation.diagnostics.map(formatDiagnostic)).toEqual([]);
});

it.each([
  ['v1', 1],
  ['v2', 28],
])('the document of %s of the bookshop has a name, a summary and a tag for each operation', (version, count) => {
  const document = documents.get(version)!;
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  expect(operations).toHaveLength(count);
  expect(operations.filter(({ operationId, summary, tags }) => !operationId || !summary || !tags)).toEqual([]);
  const used = new Set(operations.flatMap(({ tags }) => tags));
  expect(document.tags?.map(({ name }) => name).sort()).toEqual([...used].sort());
});

it('the bookshop has one stream, which tests that read responses to their end leave out', () => {
  expect([...streamsOf(compilation)]).toEqual(['followOrders']);
});

it.each([...documents])("the document of %s of the bookshop is valid by OpenAPI's own schema", async (_, document) => {
  expect(await schemaErrors(document)).toEqual([]);
});
