import type { SourceText, Span } from '../diagnostics/source.ts';
import type { TypedAs } from './named-operation.ts';

/** The static properties of a value in a module. */
export interface Value {
  /**
   * `function`: it is one; `imported`: it comes from another module; `computed`: it is known at run time only; `other`: it is not one.
   */
  readonly kind: 'function' | 'imported' | 'computed' | 'other';
  /** The function's own name, else that of the variable that holds it. */
  readonly name?: string | undefined;
  readonly isGenerator?: boolean;
  /** Whether the function has a second parameter, which is `next`. */
  readonly takesNext?: boolean;
  /** Whether another function gets it, and returns what is exported. */
  readonly isWrapped?: true;
  /** Where the function has its parameters, and its body. */
  readonly parameters?: readonly Span[];
  readonly bodyAt?: Span | undefined;
  /** The specifier of the module that it comes from, also inside a wrapping call. */
  readonly from?: string | undefined;
  /** The names that lead to it there, such as `users` and `getUser`; `*` is the whole module, or something in it. */
  readonly names?: readonly string[] | undefined;
  /** The function whose result it is, if it gets no other function. */
  readonly called?: Value;
  /** Whether a property has such a result by a getter. */
  readonly isGotten?: true;
  /** Whether all it does is to throw a problem with status 501. */
  readonly isStub?: boolean;
  /** Whether all it does is to return `true`. */
  readonly returnsTrue?: boolean;
  /** Whether it returns `true` wherever it ends. */
  readonly endsInTrue?: boolean;
  /** The function that it returns, if it makes one. */
  readonly returned?: Value;
  /** Whether it is an array, which can hold functions. */
  readonly isList?: true;
  /** Whether the array has no items. */
  readonly isEmpty?: boolean;
  /** The items of an array, and those of arrays in it. */
  readonly items?: readonly Value[];
  /** The list that it is each item of in turn. */
  readonly itemOf?: Value;
  /** The functions in an object or a class, among the arguments of a call, or in one of several values. */
  readonly functions?: readonly Value[];
  /** The values in an object or a class by their names, and those in a list by their places. */
  readonly members?: readonly Member[];
  /** The class that the class extends, or the objects whose values the object has too. */
  readonly bases?: readonly Value[];
  /** The class that it is an instance of. */
  readonly made?: Value;
  /** The object, class or module that it is in, and its name there. */
  readonly memberOf?: MemberOf;
  /** The value of a boolean. */
  readonly flag?: boolean;
  /** Whether it can be another value: code assigns some to its variable, or a call takes some with the function. */
  readonly mayChange?: true;
  /** The names in its types. */
  readonly typedAs?: readonly TypedAs[];
  /** The type that its signature returns, without a promise around it. */
  readonly resultAt?: Span | undefined;
  /** The offsets that its comment can precede: of the function, its wrapper, its binding and its export; the innermost first. */
  readonly anchors: readonly number[];
}

/** The place of a value: `guards.admin`. */
export interface MemberOf {
  readonly owner: Value;
  /** `*` if only the running program knows it: `guards[name]`. */
  readonly name: string;
}

/** A value in an object or a class. */
export interface Member {
  /** An offset in brackets if only the running program knows it. */
  readonly name: string;
  readonly value: Value;
}

/** A value, and the file that shows it. */
export interface ShownValue {
  readonly source: SourceText;
  readonly value: Value;
}

/** The name of a whole module. */
export const ALL: string = '*';

/** Where the first imported value comes from, also in an array. */
export function originOf(values: readonly Value[]): Pick<Value, 'from' | 'names'> {
  const all = values.flatMap((value) => [value, ...(value.items ?? [])]);
  const { from, names } = all.find((value) => value.from !== undefined) ?? {};
  return { from, names };
}

/** The values that some names lead to in a value. One that another module has is an import of it. */
export function valuesAt(value: Value, names: readonly string[], seen: Set<Value> = new Set()): Value[] {
  const [name, ...rest] = names;
  if (name === undefined) return [value];
  const { kind, from, members, bases = [], made } = value;
  if (from !== undefined) return [{ kind: 'imported', from, names: [...namesOf(value), ...names], anchors: [] }];
  const own = members?.findLast((each) => each.name === name);
  if (own !== undefined) return valuesAt(own.value, rest);
  if (kind === 'function' || seen.has(value)) return [];
  seen.add(value);
  return [...bases, ...(made === undefined ? [] : [made])].flatMap((each) => valuesAt(each, names, seen));
}

/** The names that lead to a value of another module, unless it is the module itself. */
function namesOf({ names = [] }: Value): readonly string[] {
  return names[0] === ALL ? names.slice(1) : names;
}

/** Whether two values, or what files pass on, come from the same place of the same module. */
export function isSameSource(one: Pick<Value, 'from' | 'names'>, other: Pick<Value, 'from' | 'names'>): boolean {
  return one.from === other.from && one.names?.join('.') === other.names?.join('.');
}

/** Whether two names have one value. */
export function isSameValue(one: Value, other: Value): boolean {
  return (
    one.kind === other.kind &&
    one.name === other.name &&
    isSameSource(one, other) &&
    one.bodyAt?.start === other.bodyAt?.start
  );
}

/** Whether a value is another module: `lib` of `import * as lib`. */
export function isModule({ kind, from, names }: Value): boolean {
  return kind !== 'computed' && from !== undefined && names?.[0] === ALL;
}

/** A function, or those in another value. */
export function functionsIn(value: Value): readonly Value[] {
  if (value.kind === 'function') return [value];
  return value.functions ?? value.items?.flatMap(functionsIn) ?? [];
}

/** Whether a value can be one that its text does not show: the result of a call, something in an object, or what code assigns. */
export function isOpen({ kind, from, mayChange }: Value): boolean {
  return kind === 'computed' || (kind === 'imported' && from === undefined) || mayChange === true;
}
