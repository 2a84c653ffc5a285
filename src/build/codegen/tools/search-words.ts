import type { ToolData } from '../../../shared/contract/mcp.ts';
import { termOf, wordsOf } from '../../../shared/contract/search-terms.ts';

/** The places where a word of a tool can occur, and its weight there. */
const WEIGHTS = { title: 3.5, name: 2, path: 2, lead: 0.75, arguments: 0.5 } as const;

type WordPlace = keyof typeof WEIGHTS;

/** The part of a tool that is indexed. */
type Indexed = Pick<ToolData, 'name' | 'title' | 'description' | 'path' | 'arguments'>;

/** How much the length of a place counts against its words, from 0 to 1, and how soon more of the same word adds nothing: BM25F. */
const [LENGTH, SATURATION] = [0.75, 2];

/**
 * Writes the index of a search for tools: for each word, the tools that have it and its weight there, after BM25F (rare words and short texts count
 * more).
 */
export function indexWords(tools: readonly Indexed[]): { readonly [word: string]: readonly number[] } {
  const places = tools.map(termsByPlace);
  const average = (place: WordPlace): number =>
    places.reduce((sum, terms) => sum + terms[place].size, 0) / Math.max(tools.length, 1);
  const averages = mapPlaces((place) => average(place) || 1);
  const index = new Map<string, [tool: number, weight: number][]>();
  places.forEach((terms, tool) => {
    for (const [term, weight] of weigh(terms, averages)) {
      const list = index.get(term) ?? [];
      list.push([tool, weight]);
      index.set(term, list);
    }
  });
  const scored = [...index].map(([term, list]) => {
    const rarity = Math.log(1 + (tools.length - list.length + 0.5) / (list.length + 0.5));
    const score = (weight: number): number => (rarity * weight * (SATURATION + 1)) / (weight + SATURATION);
    return [term, list.flatMap(([tool, weight]) => [tool, Math.round(score(weight) * 10)])] as const;
  });
  return Object.fromEntries(scored.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function mapPlaces<T>(make: (place: WordPlace) => T): { readonly [P in WordPlace]: T } {
  return Object.fromEntries((Object.keys(WEIGHTS) as WordPlace[]).map((place) => [place, make(place)])) as {
    [P in WordPlace]: T;
  };
}

function termsByPlace(tool: Indexed): { readonly [P in WordPlace]: ReadonlySet<string> } {
  const texts = {
    title: tool.title ?? '',
    name: tool.name,
    path: tool.path.replaceAll(/\{[^}]*\}/g, ''),
    lead: leadOf(tool),
    arguments: Object.keys(tool.arguments).join(' '),
  };
  return mapPlaces((place) => new Set(wordsOf(texts[place]).map(termOf)));
}

/** The first two sentences of a description after the title. Notes and the targets of links do not describe the operation. */
function leadOf({ title = '', description }: Indexed): string {
  const rest = description.startsWith(title) ? description.slice(title.length) : description;
  const text = rest
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replace(/^[\s.]*/, '')
    .replace(/^> \[!\w+\]\n(?:> .*\n?)+/, '');
  return text
    .split(/(?<=[.!?])\s|\n\n/)
    .slice(0, 2)
    .join(' ')
    .slice(0, 300);
}

/** The weight of each term: a term of a place with few counts more. */
function weigh(
  terms: { readonly [P in WordPlace]: ReadonlySet<string> },
  averages: { readonly [P in WordPlace]: number },
): Map<string, number> {
  const weights = new Map<string, number>();
  for (const [place, weight] of Object.entries(WEIGHTS) as [WordPlace, number][]) {
    const norm = 1 - LENGTH + (LENGTH * terms[place].size) / averages[place];
    for (const term of terms[place]) weights.set(term, (weights.get(term) ?? 0) + weight / norm);
  }
  return weights;
}
