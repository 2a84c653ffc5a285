import type { Schema } from '../../contract/operation.ts';
import { referencesIn } from '../../schema/data.ts';
import type { AnySchema } from '../../schema/types.ts';
import type * as validation from '../../validation/index.ts';

/** A function of the validation layer, by its name. */
export type Helper = keyof typeof validation;

/** What generated code refers to outside itself, collected while it is written. */
export interface Uses {
  readonly helpers: Set<Helper>;
  /** Functions of the runtime that only some apps need. */
  readonly readers: Set<'readMultipart'>;
  /** References to schemas (`#/components/schemas/Name`, or a place in one) whose conditions are called. */
  readonly conditions: Set<string>;
  /** Names of schemas that are read as data. */
  readonly schemas: Set<string>;
}

/** Nothing yet. */
export function createUses(): Uses {
  return { helpers: new Set(), readers: new Set(), conditions: new Set(), schemas: new Set() };
}

/** Writes the condition on the value in the variable of a level. */
export type Write = (schema: AnySchema, level: number, scope: Scope) => string;

/** Where the condition of a keyword is written. */
export interface Site {
  /** The schema that has the keyword. */
  readonly schema: Schema;
  /** The variable with the value. */
  readonly v: string;
  readonly level: number;
  readonly scope: Scope;
  readonly write: Write;
}

/** Writes the condition of one keyword, by the keyword's value; `true` if it always holds. */
export type WriteKeyword = (value: unknown, site: Site) => string;

/** The function that code is written into: its variables hold the parts of a value, one for each level. */
export class Scope {
  readonly uses: Uses;
  variables = 0;

  constructor(uses: Uses) {
    this.uses = uses;
  }

  /** The name of a helper, which is thereby imported. */
  use(helper: Helper): string {
    this.uses.helpers.add(helper);
    return helper;
  }

  /** The variable of a level, the value itself being level 0. */
  variable(level: number): string {
    this.variables = Math.max(this.variables, level);
    return nameOf(level);
  }
}

/**
 * Writes a function of a value that gives what an expression says of it.
 *
 * @param write Writes the expression, for the value in the variable of level 0.
 * @param parameters What comes before the value.
 */
export function writeFunction(uses: Uses, write: (scope: Scope) => string, parameters: readonly string[] = []): string {
  const scope = new Scope(uses);
  const text = write(scope);
  const names = [...parameters, nameOf(0)].join(', ');
  // A function of the value alone that is one already.
  const called = parameters.length === 0 ? /^([\w$]+)\(v\)$/.exec(text)?.[1] : undefined;
  if (called !== undefined) return called;
  const inner = Array.from({ length: scope.variables }, (_, i) => nameOf(i + 1));
  return inner.length === 0 ? `(${names}) => ${text}` : `(${names}) => { let ${inner.join(', ')}; return ${text}; }`;
}

/** The argument for the schemas that a schema refers to, if there are any. */
export function componentsFor(schema: AnySchema, uses: Uses): string[] {
  const names = referencesIn(schema);
  for (const name of names) uses.schemas.add(name);
  return names.size > 0 ? ['components'] : [];
}

/** Writes a function without parameters that returns an expression. */
export function thunk(expression: string): string {
  return expression.startsWith('{') ? `() => (${expression})` : `() => ${expression}`;
}

function nameOf(level: number): string {
  return level === 0 ? 'v' : `v${level}`;
}
