/** The entity tags in a list: RFC 9110, 8.8.3. */
export function tagsIn(list: string): readonly string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

/** The content codings in use: RFC 9110, 8.4.1; RFC 7932; RFC 8878. */
const CODING = '(?:gzip|x-gzip|br|deflate|zstd|compress)';
const CODINGS = new RegExp(`^${CODING}(?:\\s*,\\s*${CODING})*$`, 'i');
const SUFFIX = new RegExp(`(?:-${CODING})+"$`);

/**
 * The tag of a coded body, which differs from that of the plain one: RFC 9110, 8.8.3.3. Weak tags do not differ.
 *
 * @example codedTag('"v1"', 'gzip') // '"v1-gzip"'
 */
export function codedTag(tag: string, coding: string): string {
  if (tag.startsWith('W/') || !CODINGS.test(coding)) return tag;
  return `${tag.slice(0, -1)}-${coding.toLowerCase().replaceAll(/\s*,\s*/g, '-')}"`;
}

/** The tag in a list that matches a tag by weak comparison, with any coding: RFC 9110, 8.8.3.2. */
export function findTag(list: readonly string[], tag: string | undefined): string | undefined {
  return tag === undefined ? undefined : list.find((one) => isTagOf(withoutWeakness(one), withoutWeakness(tag)));
}

/** Whether a list has a tag by strong comparison, with any coding: RFC 9110, 8.8.3.2. `*` matches every tag. */
export function hasStrongTag(list: readonly string[], tag: string | undefined): boolean {
  if (list[0] === '*') return true;
  return tag !== undefined && list.some((one) => !one.startsWith('W/') && isTagOf(one, tag));
}

function isTagOf(one: string, tag: string): boolean {
  return one === tag || one.replace(SUFFIX, '"') === tag;
}

function withoutWeakness(tag: string): string {
  return tag.replace(/^W\//, '');
}
