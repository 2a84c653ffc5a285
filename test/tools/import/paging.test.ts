import { expect, it } from 'vitest';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { compileOperations, contractsOf } from '../../../src/build/compiler/compile.ts';
import { generateOpenApi } from '../../../src/build/openapi/write/index.ts';
import { existingOf, filesOf, planOf, reasonsOf, SHOP } from './support.ts';

it('compiles the tree with the page sizes of the project, so that the next compilation links nothing again', () => {
  const paging = { defaultSize: 50, maxSize: 500 };
  const cache = createCache();
  const { operations, definitions } = planOf(SHOP, { operations: [], definitions: [], paging, cache });
  const { linked } = cache;
  compileOperations({ files: operations.files, definitions: definitions.files, paging, cache });
  expect(linked).toBeDefined();
  expect(cache.linked).toBe(linked);
});

const ROW = '{id: integer, name: string}[]';

/** The document of an operation with a comment. */
function documentOf(lines: readonly string[], paging = {}): { document: object; text: string } {
  const text = `/**\n * Lists the pets\n *\n${lines.map((line) => ` * ${line}\n`).join('')} */\nexport default () => [];\n`;
  const compilation = compileOperations({ files: [{ path: 'pets/@get.ts', text }], paging });
  expect(compilation.diagnostics).toEqual([]);
  const { schemas, document } = compilation;
  const info = { title: 'Pets', version: '1.0.0' };
  return { text, document: generateOpenApi({ operations: contractsOf(compilation), schemas, document, info }) };
}

const returns = `@returns {${ROW}} 200 - The pets`;

it.each([
  ['pages', ['@param-include paging', returns]],
  [
    'pages of another size',
    ['@param-include paging', '@param {integer} [page_size=5] (minimum: 1, maximum: 50) - Rows per page', returns],
  ],
  ['other parameters', ['@param-include paging', '@param {string} [name]', returns, '@header {string} [X-More]']],
  ['an envelope', ['@param-include paging', '@returns {Page<{id: integer}>} 200 - The pets']],
  ['a cursor', ['@param-include cursor (name desc, id)', returns]],
  ['pages and a cursor', ['@param-include paging, cursor (id)', returns]],
  [
    'filters, a search and an order',
    [
      '@param-include filter (name ne starts, least = id gte, id in lte), search (name), sort (name desc, id), paging, cursor',
      returns,
    ],
  ],
  ['filters and keys of its own', ['@param-include filter (name), cursor (name desc, id)', returns]],
])('keeps the includes of a list with %s, whose own document is imported', (_, lines) => {
  const { document, text } = documentOf(lines);
  const before = { operations: [{ path: 'pets/@get.ts', text }], definitions: [] };
  const plan = planOf(document, before);
  expect([reasonsOf(plan), plan.differences, plan.diagnostics]).toEqual([[], [], []]);
  const written = filesOf(plan)['operations/pets/@get.ts']!;
  // A document has the schema of `Page<T>` in place of its name.
  const [named, expanded] = [text, written].map((one) => one.replace(/@returns \{.*\} 200/, '@returns'));
  expect(expanded).toBe(named);
  expect(written).not.toContain('Link');
  const again = planOf(document, existingOf(plan));
  expect(again.operations.changes).toEqual([]);
});

it('an import writes the include of a list into an empty directory', () => {
  const paging = { defaultSize: 5, maxSize: 50 };
  const { document, text } = documentOf(['@param-include paging', returns], paging);
  const own = planOf(document, { operations: [], definitions: [], paging });
  const comment = /\/\*\*[^]*?\*\//;
  expect(comment.exec(filesOf(own)['operations/pets/@get.ts']!)![0]).toBe(comment.exec(text)![0]);
  // In a project with other sizes, the operation has those of the document.
  const [other] = Object.values(filesOf(planOf(document)));
  expect(other).toContain(
    ' * @param-include paging\n * @param {integer} [page_size=5] (minimum: 1, maximum: 50) - Rows per page\n',
  );
});

it('an import writes the filters and the order of a list into an empty directory, but not those that differ', () => {
  const line = '@param-include filter (name, id gte), sort (id desc, name), paging, cursor';
  const { document, text } = documentOf([line, returns]);
  const comment = /\/\*\*[^]*?\*\//;
  const [written] = Object.values(filesOf(planOf(document)));
  expect(comment.exec(written!)![0]).toBe(comment.exec(text)![0]);
  const changed = JSON.parse(JSON.stringify(document).replace('"name":"id_gte"', '"name":"id_from"')) as object;
  expect(Object.values(filesOf(planOf(changed)))[0]).toContain('filter (name, id_from = id gte)');
  const other = JSON.parse(
    JSON.stringify(document).replaceAll('"name":{"type":"string"}', '"title":{"type":"string"}'),
  ) as object;
  const [plain] = Object.values(filesOf(planOf(other)));
  expect(plain).toContain('@param {string} [name] - Only rows with this value of `name`');
  expect(plain).toContain('@param-include paging\n');
});

it('an import leaves parameters of the same names alone', () => {
  const { document } = documentOf(['@param-include paging', returns]);
  const changed = JSON.parse(JSON.stringify(document).replace('Page number', 'Number of the page')) as object;
  const [text] = Object.values(filesOf(planOf(changed)));
  expect(text).toContain('@param {integer} [page=1] (minimum: 1) - Number of the page');
  expect(text).not.toContain('@param-include');
});
