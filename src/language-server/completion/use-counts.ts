import type { Comment } from '../../compiler/comment/comment.ts';
import type { Compilation } from '../../compiler/compile.ts';
import { namesIn } from '../../compiler/language/type-nodes.ts';
import { readParts } from '../../compiler/language/line-parts.ts';

/** How often the comments of a project use a word, by what it is: the order of suggestions. */
export interface UseCounts {
  of(role: string, word: string): number;
  words(role: string): readonly string[];
}

const counted = new WeakMap<object, Map<string, number>>();
const merged = new WeakMap<Compilation, UseCounts>();

/** Counts the words in all comments; a comment that has not changed is not counted again. */
export function countUses(compilation: Compilation): UseCounts {
  const known = merged.get(compilation);
  if (known !== undefined) return known;
  const sums = new Map<string, Map<string, number>>();
  for (const comment of [...compilation.comments.values()].flat()) {
    const own = counted.get(comment) ?? countComment(comment);
    counted.set(comment, own);
    for (const [key, count] of own) {
      const [role = '', word = ''] = key.split('\n');
      const words = sums.get(role) ?? new Map<string, number>();
      sums.set(role, words.set(word, (words.get(word) ?? 0) + count));
    }
  }
  const counts: UseCounts = {
    of: (role, word) => sums.get(role)?.get(word) ?? 0,
    words: (role) => [...(sums.get(role)?.keys() ?? [])],
  };
  merged.set(compilation, counts);
  return counts;
}

function countComment({ directives }: Comment): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (role: string, word: string): unknown =>
    counts.set(`${role}\n${word}`, (counts.get(`${role}\n${word}`) ?? 0) + 1);
  for (const directive of directives) {
    add('directive', directive.name);
    const { text } = directive.content.source;
    for (const { role, start, end, type } of readParts(directive)) {
      if (type !== undefined) for (const { name } of namesIn(type)) add('type', name);
      else if (role !== 'text' && role !== 'facets')
        add(role === 'include' ? directive.name : role, text.slice(start, end));
    }
  }
  return counts;
}
