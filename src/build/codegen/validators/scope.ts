import type { Schema } from '../../../shared/contract/operation.ts';
import { referencesIn } from '../../../shared/schema/data.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import type * as validation from '../../../shared/validation/index.ts';

/** The name of a function of the validation layer. */
export type Helper = keyof typeof validation;

/** The declarations that generated code refers to, collected while it is written. */
export interface Uses {
  readonly helpers: Set<Helper>;
  /** The references to schemas whose conditions are called: `#/components/schemas/Name`, or a pointer into one. */
  readonly conditions: Set<string>;
  /** The conditions that picks call, for a value and again for its parts. */
  readonly tested: Set<string>;
  /** The references to schemas whose picks of responses are called. */
  readonly picks: Set<string>;
  /** The references to schemas whose picks of requests are called. */
  readonly takes: Set<string>;
  /** The branches of unions that defaults are filled into, as JSON. */
  readonly branches: Set<string>;
  /** The names of schemas that are used as data. */
  readonly schemas: Set<string>;
}

/** Creates empty sets. */
export function createUses(): Uses {
  return {
    helpers: new Set(),
    conditions: new Set(),
    tested: new Set(),
    picks: new Set(),
    takes: new Set(),
    branches: new Set(),
    schemas: new Set(),
  };
}

/** Adds all of some uses to others. */
export function addUses(uses: Uses, added: Uses): void {
  for (const kind of Object.keys(uses) as (keyof Uses)[])
    for (const use of added[kind]) (uses[kind] as Set<string>).add(use);
}

/** Writes the condition that a schema allows the value in the variable of a level. */
export type Write = (schema: AnySchema, level: number, scope: FunctionScope) => string;

/** The context of a keyword's condition. */
export interface Site {
  /** The schema that has the keyword. */
  readonly schema: Schema;
  /** The variable with the value. */
  readonly v: string;
  readonly level: number;
  readonly scope: FunctionScope;
  readonly write: Write;
}

/** Writes the condition of one keyword, by the keyword's value; `true` if it always holds. */
export type WriteKeyword = (value: unknown, site: Site) => string;

/** A function that is being written. Its variables hold a value and the parts of it, one for each level. */
export class FunctionScope {
  readonly uses: Uses;
  /** Whether to test the properties with `const` or `enum` before others. */
  readonly testsTagsFirst: boolean;
  variables = 0;

  constructor(uses: Uses, testsTagsFirst: boolean) {
    this.uses = uses;
    this.testsTagsFirst = testsTagsFirst;
  }

  /** Imports a helper, and returns its name. */
  use(helper: Helper): string {
    this.uses.helpers.add(helper);
    return helper;
  }

  /** Declares the variable of a level, and returns its name; level 0 is the value itself. */
  variable(level: number): string {
    this.variables = Math.max(this.variables, level);
    return variableName(level);
  }
}

interface FunctionOptions {
  readonly parameters?: readonly string[];
  readonly testsTagsFirst?: boolean;
}

/** A function that has been written. */
export interface WrittenFunction {
  readonly text: string;
  /** The expression that it returns: `true` if that is always so. */
  readonly result: string;
  /** Its body as a block. */
  readonly block: string;
}

/**
 * Writes a function of a value.
 *
 * @param write Writes the result, an expression of the variable of level 0.
 * @param options.parameters The parameters before the value.
 * @example writeFunction(uses, (scope) => `${scope.variable(0)} > 1`) // { text: '(v) => v > 1', result: 'v > 1', block: '{ return v > 1; }' }
 */
export function writeFunction(
  uses: Uses,
  write: (scope: FunctionScope) => string,
  { parameters = [], testsTagsFirst = false }: FunctionOptions = {},
): WrittenFunction {
  const scope = new FunctionScope(uses, testsTagsFirst);
  const result = write(scope);
  const names = [...parameters, variableName(0)].join(', ');
  // `(v) => is_Pet(v)` is `is_Pet`.
  const called = parameters.length === 0 ? /^([\w$]+)\(v\)$/.exec(result)?.[1] : undefined;
  const inner = Array.from({ length: scope.variables }, (_, i) => variableName(i + 1));
  const block = inner.length === 0 ? `{ return ${result}; }` : `{ let ${inner.join(', ')}; return ${result}; }`;
  const text = called ?? `(${names}) => ${inner.length === 0 ? result : block}`;
  return { text, result, block };
}

/** Makes the argument for the schemas that a schema refers to; an empty list if there are none. */
export function componentsFor(schema: AnySchema, uses: Uses): string[] {
  const names = referencesIn(schema);
  for (const name of names) uses.schemas.add(name);
  return names.size > 0 ? ['components'] : [];
}

/** Writes a function without parameters that returns an expression. */
export function thunk(expression: string): string {
  return expression.startsWith('{') ? `() => (${expression})` : `() => ${expression}`;
}

function variableName(level: number): string {
  return level === 0 ? 'v' : `v${level}`;
}
