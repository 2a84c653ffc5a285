import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../src/build/codegen/tools/tokens.ts';
import { buildTools } from '../../../src/build/codegen/tools/index.ts';
import { toolName } from '../../../src/shared/contract/tool-name.ts';
import type { McpData } from '../../../src/shared/contract/mcp.ts';
import { findTools, search } from '../../../src/runtime/mcp/search.ts';
import type { Operation, Schema } from '../../../src/shared/contract/operation.ts';
import { locateOperations } from '../../../src/tools/import/file-paths.ts';
import { writeTree } from '../../../src/tools/import/write/written-tree.ts';
import { describeDocuments } from '../../../src/tools/openapi/read/description.ts';
import { documentOf } from '../../../src/tools/openapi/read/documents.ts';
import { githubContracts } from '../../build/openapi/github.ts';

type Questions = readonly [question: string, tool: string][];

/** Plain questions, and the operation that each is about. */
function readQuestions(file: string): Questions {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Questions;
}

interface Described {
  readonly operations: readonly Operation[];
  readonly schemas: ReadonlyMap<string, Schema>;
}

/** The contracts of a description, as an import writes them. */
function importedContracts(file: string): Described {
  const description = describeDocuments(documentOf(JSON.parse(readFileSync(file, 'utf8'))));
  const { operations } = writeTree(description, locateOperations(description).located);
  return {
    operations: operations.map(({ contract }) => contract),
    schemas: description.schemas as ReadonlyMap<string, Schema>,
  };
}

/** The description as GitHub publishes it: `.ci/full` takes it from the package @octokit/openapi. */
const published = process.env['GITHUB_DESCRIPTION'];

/** The least operations found of each list. Those of the last list were written before any of this was tried on them. */
const DESCRIPTIONS: readonly {
  readonly texts: string;
  readonly contracts: () => Described;
  readonly least: { readonly [file: string]: number };
}[] = [
  {
    texts: 'without summaries and descriptions',
    contracts: githubContracts,
    least: { questions: 95, 'held-out-questions': 88, 'more-questions': 87, 'unseen-questions': 86 },
  },
  ...(published === undefined
    ? []
    : [
        {
          texts: 'as published',
          contracts: () => importedContracts(published),
          least: { questions: 98, 'held-out-questions': 95, 'more-questions': 88, 'unseen-questions': 90 },
        },
      ]),
];

describe.each(DESCRIPTIONS)("all operations of GitHub's API, $texts", ({ contracts, least }) => {
  let data: McpData;
  beforeAll(() => {
    const { operations, schemas } = contracts();
    const tools = operations.map((operation) => ({ ...operation, tool: { name: toolName(operation) } }));
    data = buildTools({ operations: tools, schemas, document: {}, info: { title: 'github', version: '1.0.0' } });
  });

  it('the operations have names that every client accepts', () => {
    const names = data.tools.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(1200);
    expect(names.filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('cost a model at most 2,000 tokens before its first call', () => {
    expect(estimateTokens(JSON.stringify(data.search?.tools))).toBeLessThan(2000);
  });

  it.each(Object.entries(least))(
    'finds the operations among the first five by the plain questions of %s',
    (file, count) => {
      const questions = readQuestions(`${file}.json`);
      const found = questions.filter(([question, name]) =>
        findTools(data, question)
          .slice(0, 5)
          .some((tool) => tool.name === name),
      );
      expect(questions).toHaveLength(100);
      expect(questions.filter(([, name]) => !data.tools.some((tool) => tool.name === name))).toEqual([]);
      expect(found.length).toBeGreaterThanOrEqual(count);
    },
  );

  it('finds and describes the operations as texts, but only those that the caller can call', () => {
    const tool = data.tools.find(({ name }) => name === 'issues_create')!;
    const text = (result: object): string => (result as { content: { text: string }[] }).content[0]!.text;
    expect(text(search(data, data.tools, 'search_operations', { query: 'create an issue' }))).toContain(
      'issues_create: ',
    );
    expect(text(search(data, [], 'search_operations', { query: 'create an issue' }))).toBe(
      'Nothing found. Try other words.',
    );
    expect(text(search(data, [tool], 'describe_operation', { name: tool.name }))).toMatch(
      /Writes\.\n\n[^]*issues_create\(input: \{ owner: string[^;]*; repo: string[^;]*; title: /,
    );
    expect(estimateTokens(tool.signature)).toBeLessThan(tool.tokens / 2);
  });

  it.each<[string, object, string]>([
    ['search_operations', {}, '"query" is required. The tool takes query.'],
    ['search_operations', { query: 7 }, '"query" must be a text.'],
    ['search_operations', { query: '' }, '"query" must be a text.'],
    ['search_operations', { q: 'issue' }, 'Unknown argument "q". The tool takes query.'],
    ['describe_operation', { operation: 'issues_create' }, 'Unknown argument "operation". The tool takes name.'],
    ['call_operation', { name: 'issues_create', args: {} }, 'Unknown argument "args". The tool takes name, arguments.'],
    ['call_operation', { name: 'issues_create' }, '"arguments" is required. The tool takes name, arguments.'],
    ['call_operation', { name: 'issues_create', arguments: [] }, '"arguments" must be an object.'],
  ])('searches the operations with the arguments of %s: %j', (name, given, message) => {
    expect(search(data, data.tools, name, given as never)).toEqual({
      content: [{ type: 'text', text: message }],
      isError: true,
    });
  });
});
