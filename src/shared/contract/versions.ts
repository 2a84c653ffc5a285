/**
 * The name of the types of an operation of an older version, or of one of its definitions.
 *
 * @example versionedName('v1', 'getPet') // 'v1.getPet'
 */
export function versionedName(version: string, name: string): string {
  return `${version}.${name}`;
}
