import type { McpData, ToolData } from '../contract/mcp.ts';
import { wordsOf } from '../contract/search-terms.ts';
import { text } from './outcome.ts';

/** The number of operations that a search returns. */
const FOUND = 10;

const STRING = { type: 'string' };

/** The tools that stand for all, if there are many. */
export const META_TOOLS: readonly { readonly name: string; readonly [field: string]: unknown }[] = [
  {
    name: 'search_operations',
    description: 'Finds operations of this API by words. Use it first, then describe_operation, then call_operation.',
    inputSchema: {
      type: 'object',
      properties: { query: { ...STRING, description: 'Words, such as: create issue' } },
      required: ['query'],
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'describe_operation',
    description: 'Shows the input of an operation as a TypeScript signature.',
    inputSchema: { type: 'object', properties: { name: STRING }, required: ['name'] },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'call_operation',
    description: 'Calls an operation with the arguments of its signature.',
    inputSchema: {
      type: 'object',
      properties: { name: STRING, arguments: { type: 'object' } },
      required: ['name', 'arguments'],
    },
    annotations: { readOnlyHint: false, destructiveHint: true },
  },
];

/** Finds the operations that a query is about, the best ones first. */
export function findTools(data: McpData, query: string): ToolData[] {
  const scores = new Map<number, number>();
  for (const word of new Set(wordsOf(query.slice(0, 1000)))) {
    const entries = Object.hasOwn(data.words, word) ? data.words[word]! : [];
    for (let i = 0; i < entries.length; i += 2)
      scores.set(entries[i]!, (scores.get(entries[i]!) ?? 0) + entries[i + 1]!);
  }
  return [...scores].sort(([a, one], [b, other]) => other - one || a - b).map(([tool]) => data.tools[tool]!);
}

/** Answers `search_operations`, with the tools that the caller may call. */
export function searchOperations(
  data: McpData,
  allowed: readonly ToolData[],
  { query }: Readonly<Record<string, unknown>>,
): object {
  const names = new Set(allowed);
  const found = findTools(data, typeof query === 'string' ? query : '')
    .filter((tool) => names.has(tool))
    .slice(0, FOUND);
  const lines = found.map(
    ({ name, title, description }) => `${name}: ${(title ?? description).split('\n')[0]!.slice(0, 200)}`,
  );
  return { content: [text(lines.length === 0 ? 'Nothing found. Try other words.' : lines.join('\n'))] };
}

/** Answers `describe_operation`. */
export function describeOperation({ description, signature, annotations }: ToolData): object {
  const hint = annotations['readOnlyHint'] === true ? 'Only reads.' : 'Writes.';
  return { content: [text(`${description}\n${hint}\n\n${signature}`)] };
}
