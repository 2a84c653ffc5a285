import type { PathTemplate } from '../shared/contract/path-template.ts';
import { printSegments, templateKey } from '../shared/contract/path-template.ts';

/**
 * Gives the parameters of a new path the names that they have in the other paths of the tree.
 *
 * @param name The new file, as the user writes it: `pets/{id}/photo@get`.
 * @returns The name to write instead; undefined if its parameters have the names of the others, if it has no neighboring path, or if a name would repeat.
 */
export function withNamesOfTree(
  name: string,
  template: PathTemplate,
  others: readonly PathTemplate[],
): string | undefined {
  const names = template.segments.flatMap((segment, i) => {
    const own = pathNames([segment]);
    if (own.length === 0) return own;
    const key = prefixKey(template, i + 1);
    const beside = others.filter((other) => other.segments.length > i && prefixKey(other, i + 1) === key);
    const spellings = beside.map(({ segments }) => pathNames([segments[i]!]));
    return spellings.some((each) => each.join('/') === own.join('/')) ? own : (mostFrequent(spellings) ?? own);
  });
  const isSame = names.every((each, i) => each === template.names[i]);
  // A path can't have a name twice, so it keeps the user's names then.
  if (isSame || new Set(names).size < names.length) return undefined;
  const written = [...name.matchAll(/\{[^{}]*\}/g)].length;
  // The prefix of all paths can have parameters too, which aren't in the name.
  let index = names.length - written;
  return name.replaceAll(/\{[^{}]*\}/g, () => `{${names[index++]}}`);
}

/**
 * Finds a segment whose singular or plural is in its place in other paths, and that is in none of them: `pet` next to `pets`.
 *
 * @param name The new file, as the user writes it: `pet/{id}@get`.
 * @returns Both spellings, and the name with that of the other paths.
 */
export function plurals(
  name: string,
  template: PathTemplate,
  others: readonly PathTemplate[],
): { readonly own: string; readonly other: string; readonly meant: string } | undefined {
  for (let i = 0; i < template.segments.length; i++) {
    const beside = others.filter(
      (other) => other.segments.length > i && prefixKey(other, i) === prefixKey(template, i),
    );
    const [own, ...texts] = [template, ...beside].map(({ segments }) => printSegments([segments[i]!]).slice(1));
    if (own === undefined || texts.includes(own)) continue;
    const other = texts.find((text) => isPluralOf(text, own) || isPluralOf(own, text));
    if (other === undefined) return undefined;
    const after = template.segments.slice(i + 1).filter((segment) => printSegments([segment]).slice(1) === own);
    return { own, other, meant: replaceSegment(name, own, other, after.length) };
  }
  return undefined;
}

/** @param after How many segments with the same text follow the one to replace. A name can begin with directories that have the text too. */
function replaceSegment(name: string, own: string, other: string, after: number): string {
  const parts = name.split('/');
  const places = parts.flatMap((part, i) => (isSegment(part, own) ? [i] : []));
  const place = places.at(-1 - after);
  return parts.map((part, i) => (i === place ? other + part.slice(own.length) : part)).join('/');
}

/** Whether a part of a name has the text of a segment, before a method or an extension. */
function isSegment(part: string, text: string): boolean {
  return part.startsWith(text) && /^(?:[@.]|$)/.test(part.slice(text.length));
}

function isPluralOf(plural: string, text: string): boolean {
  return [`${text}s`, `${text}es`, text.replace(/y$/, 'ies')].some((each) => each !== text && each === plural);
}

function prefixKey(template: PathTemplate, length: number): string {
  return templateKey({ ...template, segments: template.segments.slice(0, length) });
}

function pathNames(segments: PathTemplate['segments']): string[] {
  return segments.flat().flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));
}

function mostFrequent(spellings: readonly string[][]): string[] | undefined {
  const countOf = (spelling: string[]): number =>
    spellings.filter((each) => each.join('/') === spelling.join('/')).length;
  return spellings.toSorted((a, b) => countOf(b) - countOf(a))[0];
}
