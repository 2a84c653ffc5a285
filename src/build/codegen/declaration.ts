/** Generated code, with the names of the declarations that it refers to. */
export interface Code {
  readonly text: string;
  readonly uses: readonly string[];
}

/** A declaration of generated code: `text` is the statement. */
export interface Declaration extends Code {
  readonly name: string;
  /** The value of a constant that is a function, which can be created at its first call. */
  readonly made?: string;
}

/** Imports names from a module; nothing if there are none. */
export function namedImport(names: Iterable<string>, module: string): string[] {
  const list = [...names].join(', ');
  return list === '' ? [] : [`import { ${list} } from ${JSON.stringify(module)};`];
}

/** Declares a constant. */
export function constant(name: string, expression: string, uses: readonly string[]): Declaration {
  return { name, text: `const ${name} = ${expression};`, uses };
}

/** Declares a constant that is a function. */
export function constantFunction(name: string, expression: string, uses: readonly string[]): Declaration {
  return { ...constant(name, expression, uses), made: expression };
}
