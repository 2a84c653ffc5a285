import { isTypeIdentifier } from '../../../build/codegen/identifier.ts';
import { freeIdentifier, typeName } from './type-names.ts';

/** The names that types have in one file: those of imported definitions, and of types that the file declares for itself. */
export class FileTypes {
  /** The declarations of the file's own types. */
  readonly declarations: string[] = [];
  readonly #names: ReadonlyMap<string, string>;
  readonly #taken: Set<string>;
  readonly #declared = new Map<string, string>();

  /** @param definitions The names of the file's definition and of those that it refers to. */
  constructor(definitions: readonly string[]) {
    const names = new Map<string, string>();
    // The types of the language that generated types use.
    this.#taken = new Set(['Array', 'Record']);
    for (const name of [...new Set(definitions)].sort(
      (a, b) => Number(isTypeIdentifier(b)) - Number(isTypeIdentifier(a)),
    )) {
      const local = isTypeIdentifier(name) ? name : freeIdentifier(typeName(name), this.#taken);
      this.#taken.add(local);
      names.set(name, local);
    }
    this.#names = names;
  }

  /** The name of a definition in this file. */
  nameOf(definition: string): string | undefined {
    return this.#names.get(definition);
  }

  /** Declares a type next to the exported one, unless there is an equal one. */
  declare(wanted: string, doc: string, text: string): string {
    const key = `${doc}${text}`;
    const known = this.#declared.get(key);
    if (known !== undefined) return known;
    const name = freeIdentifier(typeName(wanted), this.#taken);
    this.#taken.add(name);
    this.#declared.set(key, name);
    this.declarations.push(`${doc}type ${name} =${text.startsWith('\n') ? '' : ' '}${text};`);
    return name;
  }
}
