import type { Comment } from '../../../build/compiler/comment/comment.ts';
import type { Compilation } from '../../../build/compiler/compile.ts';
import { namesIn } from '../../../build/compiler/language/type-nodes.ts';
import { fileInTree, pathInTree } from '../../../build/compiler/operations/tree-files.ts';
import type { CommentPlace } from '../comment-place.ts';
import { readParts } from '../../../build/compiler/language/line-parts.ts';

/** How often the comments of a project use a word, by its kind: the order of suggestions. */
export interface UseCounts {
  of(role: string, word: string): number;
  words(role: string): readonly string[];
}

/** How often one comment uses a word. */
interface Use {
  readonly role: string;
  readonly word: string;
  count: number;
}

const counted = new WeakMap<object, readonly Use[]>();
const merged = new WeakMap<Compilation, Map<string, UseCounts>>();

/** How much more a use counts that is near: in the same part of the tree. */
const NEAR = 20;

/**
 * Counts the words in all comments; a comment that has not changed is not counted again.
 *
 * @param near The beginning of the files, as diagnostics show them, whose uses count more.
 * @param but The file that is being edited: its words can be incomplete.
 */
function countUses(compilation: Compilation, near: string, but: string): UseCounts {
  const known = merged.get(compilation) ?? new Map<string, UseCounts>();
  merged.set(compilation, known);
  const counts = known.get(but) ?? sumUses(compilation, near, but);
  known.set(but, counts);
  return counts;
}

function sumUses({ comments }: Compilation, near: string, but: string): UseCounts {
  const sums = new Map<string, Map<string, number>>();
  for (const [file, all] of comments)
    for (const comment of file === but ? [] : all) {
      const own = counted.get(comment) ?? countComment(comment);
      counted.set(comment, own);
      for (const { role, word, count } of own) {
        const words = sums.get(role) ?? new Map<string, number>();
        sums.set(role, words.set(word, (words.get(word) ?? 0) + count * (file.startsWith(near) ? NEAR : 1)));
      }
    }
  return {
    of: (role, word) => sums.get(role)?.get(word) ?? 0,
    words: (role) => [...(sums.get(role)?.keys() ?? [])],
  };
}

/** The counts for a place: uses in the same part of the tree, such as `app/operations/books/` or `app/webhooks/`, count more. */
export function usesAt({ project, source }: CommentPlace): UseCounts {
  const { directory } = project.shown;
  const [part] = /^(?:\.\.\/)?[^/]*\//.exec(pathInTree(directory, source.file) ?? '') ?? [];
  const near = part === undefined ? source.file : fileInTree(directory, part);
  return countUses(project.compilation()!, near, source.file);
}

function countComment({ directives }: Comment): readonly Use[] {
  const uses = new Map<string, Use>();
  const add = (role: string, word: string): void => {
    const use = uses.get(`${role}\n${word}`) ?? { role, word, count: 0 };
    use.count++;
    uses.set(`${role}\n${word}`, use);
  };
  for (const directive of directives) {
    add('directive', directive.name);
    const { text } = directive.content.source;
    for (const { role, start, end, type } of readParts(directive)) {
      if (type !== undefined) for (const { name } of namesIn(type)) add('type', name);
      else if (role !== 'text' && role !== 'facets')
        add(role === 'include' ? directive.name : role, text.slice(start, end));
    }
  }
  return [...uses.values()];
}
