import type { View } from './views.ts';
import type { Resource } from './written-resources.ts';

/** The property by which a path parameter names a resource: `petId` is `petId` or `id`, and `CallSid` is `sid`. */
export function idName({ names, base }: Pick<View, 'names' | 'base'>, parameter: string): string | undefined {
  const candidates = [...(names ?? Object.keys(base))];
  const wanted = plainName(parameter);
  const same = candidates.find((name) => plainName(name) === wanted);
  if (same !== undefined) return same;
  const [longest] = candidates
    .filter((name) => name.length > 1 && wanted.endsWith(plainName(name)))
    .sort((a, b) => b.length - a.length);
  return longest ?? candidates.find((name) => /^(?:id|_id|uuid|guid|gid|sid)$/i.test(name));
}

/** A name without the marks between its words: `pageSize` and `page_size` are the same. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** The most ids that are tried for a new resource. */
const MAX_TRIES = 2000;

/**
 * Makes the id of a new resource: in the style of the example, and not in use.
 *
 * @param isFree Whether an id is valid and not in use.
 * @returns The id of the example if no other one is found.
 */
export function newId(example: unknown, count: number, isFree: (id: unknown) => boolean): unknown {
  for (let turn = 1; turn <= MAX_TRIES; turn++)
    for (const id of idsLike(example, count + turn)) if (isFree(id)) return id;
  return example;
}

/** Ids in the style of an example: the next numbers, or its text with another number. */
function idsLike(example: unknown, number: number): unknown[] {
  if (typeof example === 'number') return [example + number - 1, number];
  if (typeof example !== 'string') return [number, String(number)];
  const [, before = '', digits = ''] = /^(.*?)(\d+)$/s.exec(example) ?? [];
  const next = digits === '' ? [] : [before + String(number).padStart(digits.length, '0').slice(-digits.length)];
  const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(example);
  const padded = example.length > 8 ? [example.slice(0, -6) + String(number).padStart(6, '0')] : [];
  return isUuid ? [uuid] : [...next, String(number), ...padded, uuid];
}

/** The values that a text of a path can be: the text, or a number. */
export function readings(text: string): unknown[] {
  return /^-?(?:0|[1-9]\d{0,14})$/.test(text) ? [text, Number(text)] : [text];
}

/** A resource with a property set to the first of some values that it can have. */
export function withProperty(view: View, resource: Resource, name: string, values: readonly unknown[]): Resource {
  for (const value of values) {
    const changed = { ...resource, [name]: value };
    if (view.fits(changed)) return changed;
  }
  return resource;
}
