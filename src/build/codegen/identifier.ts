/** Whether a name needs no quotes as a property, in an import or after a dot. Words such as `class` need none there either. */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

/** Writes the access to a property: `v.name`, or `v["first-name"]`. */
export function memberText(object: string, name: string): string {
  return isIdentifier(name) ? `${object}.${name}` : `${object}[${JSON.stringify(name)}]`;
}

/** Words that cannot name a type: ECMAScript's reserved words, and TypeScript's operators and own types. */
const RESERVED: ReadonlySet<string> = new Set(
  [
    'any as await bigint boolean break case catch class const continue debugger default delete do else enum',
    'export extends false finally for function if implements import in infer instanceof interface intrinsic',
    'keyof let never new null number object package private protected public readonly return static string',
    'super switch symbol this throw true try typeof undefined unique unknown var void while with yield',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a word is reserved, so that it cannot name a type. */
export function isReserved(word: string): boolean {
  return RESERVED.has(word);
}

/** Whether a name can be that of a type. */
export function isTypeIdentifier(name: string): boolean {
  return isIdentifier(name) && !isReserved(name);
}
