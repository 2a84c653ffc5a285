/** The effects of a custom directive, one of a package, on an operation, as plain data. */
export interface CustomUse {
  readonly name: string;
  /** The package that the directive is from, so that two of one name are never taken for each other. */
  readonly from: string;
  /** The values of its lines, those of directories first. */
  readonly values: readonly unknown[];
  /** Whether it keeps clients out; absent if its definition does not define that. */
  readonly guards?: boolean;
  /** Whether it has steps that run in a server. */
  readonly runs?: true;
  /** The TypeScript types of the fields that its steps add to `ctx`, by name. */
  readonly ctx?: Readonly<Record<string, string>>;
  /** The values in words, for everything that shows an operation. */
  readonly texts: readonly string[];
}

/** Whether code decides who can use an operation: an `authorize`, or the guard of a custom directive. */
export function isGuarded({ authorized, custom = [] }: GuardedFields): boolean {
  return authorized === true || custom.some(({ guards }) => guards === true);
}

interface GuardedFields {
  readonly authorized?: true;
  readonly custom?: readonly CustomUse[];
}

/** The key of a custom directive, which no directive of this library has. */
export function customKey({ name, from }: Pick<CustomUse, 'name' | 'from'>): string {
  return `${from}:${name}`;
}

/** The facts that the runtime needs about a custom directive of an operation. */
export type CustomEntry = Pick<CustomUse, 'name' | 'from' | 'values' | 'guards'>;
