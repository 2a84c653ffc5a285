import type { Operation, Parameter } from './operation.ts';

/**
 * The name of the types of an operation of an older version, or of one of its definitions.
 *
 * @example versionedName('v1', 'getPet') // 'v1.getPet'
 */
export function versionedName(version: string, name: string): string {
  return `${version}.${name}`;
}

/**
 * The path in the name of the types of an operation of an older version, if the version is in a header.
 *
 * @example versionedPath('v1', '/pets') // '/v1/pets'
 */
export function versionedPath(version: string, path: string): string {
  return `/${version}${path}`;
}

/** The header that names the version of an operation, as a parameter; none if the version is in the path. */
export function versionParameters({ version, versionHeader }: Operation): Parameter[] {
  if (version === undefined || versionHeader === undefined) return [];
  const { name, isDefault } = versionHeader;
  const description = `The version of the API${isDefault ? ' (default)' : ''}.`;
  return [
    { name, in: 'header', required: isDefault !== true, schema: { type: 'string', enum: [version] }, description },
  ];
}

/**
 * Where the values of definitions that have changed are in a body: the name of a definition, or the plans of its parts.
 *
 * `known` has the names of properties that `values` is not about.
 */
export type ConversionPlan =
  | string
  | {
      readonly props?: Readonly<Record<string, ConversionPlan>>;
      readonly items?: ConversionPlan;
      readonly values?: ConversionPlan;
      readonly known?: readonly string[];
    };

/** How the bodies of an inherited operation are converted. */
export interface Conversion {
  /** From what the handler returns; absent if nothing has changed there. */
  readonly down?: ConversionPlan;
  /** Set if the plan is that of the items of a stream. */
  readonly stream?: true;
  /** The property of an envelope with the rows of a list, of which a handler can return the rows alone. */
  readonly rows?: string;
  /** From what a client sends; absent if nothing has changed there. */
  readonly up?: ConversionPlan;
  /** The plans of definitions that lead to changed ones, by name. */
  readonly plans: Readonly<Record<string, ConversionPlan>>;
}
