const WORDS = new Set(
  [
    'any as async await boolean break case catch class const constructor continue debugger declare default delete',
    'do else enum export extends false finally for from function get if implements import in infer',
    'instanceof interface is keyof let module namespace never new null number object of package private protected',
    'public readonly require return set static string super switch symbol this throw true try type typeof',
    'undefined unique unknown var void while with yield bigint global',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a name can be that of a type in TypeScript. */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !WORDS.has(name);
}

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
