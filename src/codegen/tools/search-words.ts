import type { ToolData } from '../../contract/mcp.ts';
import { wordsOf } from '../../contract/search-terms.ts';
import type { Operation } from '../../contract/operation.ts';

/** The weight of a word by the place where it occurs. */
const WEIGHTS = { name: 6, title: 5, tags: 3, path: 3, description: 1, arguments: 1 } as const;

/**
 * Writes the index of a search for tools: for each word, the tools that have it and its weight there, after BM25 (rare words and short texts count
 * more).
 */
export function indexWords(
  tools: readonly Pick<ToolData, 'id' | 'name' | 'title' | 'description' | 'path' | 'method' | 'arguments'>[],
  operations: readonly Operation[],
): { readonly [word: string]: readonly number[] } {
  const tags = new Map(operations.map(({ id, tags: own = [] }) => [id, own.join(' ')]));
  const counted = tools.map((tool) => weigh(tool, tags.get(tool.id) ?? ''));
  const lengths = counted.map((words) => [...words.values()].reduce((sum, weight) => sum + weight, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1);
  const index = new Map<string, number[]>();
  const found = new Map<string, number>();
  for (const words of counted) for (const word of words.keys()) found.set(word, (found.get(word) ?? 0) + 1);
  counted.forEach((words, tool) => {
    for (const [word, weight] of words) {
      const many = found.get(word)!;
      const rarity = Math.log(1 + (tools.length - many + 0.5) / (many + 0.5));
      const score = (rarity * weight * 2.2) / (weight + 1.2 * (0.4 + (0.6 * lengths[tool]!) / average));
      const list = index.get(word) ?? [];
      list.push(tool, Math.round(score * 100));
      index.set(word, list);
    }
  });
  return Object.fromEntries([...index].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function weigh(
  tool: Pick<ToolData, 'name' | 'title' | 'description' | 'path' | 'method' | 'arguments'>,
  tags: string,
): Map<string, number> {
  const texts = {
    name: tool.name,
    title: tool.title ?? '',
    tags,
    path: `${tool.method} ${tool.path.replaceAll(/\{[^}]*\}/g, '')}`,
    description: tool.description,
    arguments: Object.keys(tool.arguments).join(' '),
  };
  const words = new Map<string, number>();
  for (const [place, text] of Object.entries(texts))
    for (const word of new Set(wordsOf(text)))
      words.set(word, (words.get(word) ?? 0) + WEIGHTS[place as keyof typeof WEIGHTS]);
  return words;
}
