/** The entity tags in a list: RFC 9110, 8.8.3. */
export function tagsIn(list: string): readonly string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

/** Whether a list has a tag, by weak comparison: RFC 9110, 8.8.3.2. */
export function hasTag(list: readonly string[], tag: string | undefined): boolean {
  return tag !== undefined && list.some((one) => withoutWeakness(one) === withoutWeakness(tag));
}

function withoutWeakness(tag: string): string {
  return tag.replace(/^W\//, '');
}
