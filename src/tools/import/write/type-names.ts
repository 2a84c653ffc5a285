/** Names of files have at most 255 bytes, with the number and the extension. */
const MAX_NAME = 200;

/**
 * Makes the name of a type from any text.
 *
 * @example typeName('listPets body') // 'ListPetsBody'
 */
export function typeName(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words.map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`).join('');
  return (/^[A-Za-z]/.test(name) ? name : `Schema${name}`).slice(0, MAX_NAME);
}

/** A name that is not taken, with a number at its end if need be. */
export function freeIdentifier(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  return name;
}
