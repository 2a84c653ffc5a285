/** The value of a key, which is made and added if there is none. */
export function getOrAdd<K, V>(
  map: Pick<Map<K, V>, 'get'> & { set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
