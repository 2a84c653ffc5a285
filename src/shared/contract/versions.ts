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

/** How the paths of the operations of an older version begin, below the tree, and the name of the version. */
export const OLDER_TREE: RegExp = /^\.\.\/versions\/([^/]+)\/operations\//;

/** The path of the file of an operation's id, which ends with the name of the version that inherits it. */
export function pathOfId(id: string): string {
  // No name of a file has a question mark.
  const end = id.indexOf('?');
  return end === -1 ? id : id.slice(0, end);
}

/**
 * The common part of an operation's ids in all versions: the path of its file below the tree of a version.
 *
 * @example sharedId('pets/@get.ts?v1') // 'pets/@get.ts'
 * @example sharedId('../versions/v1/operations/pets/@get.ts') // 'pets/@get.ts'
 */
export function sharedId(id: string): string {
  return pathOfId(id).replace(OLDER_TREE, '');
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
  /** From the handler's result; absent if nothing has changed there. */
  readonly down?: ConversionPlan;
  /** Set if the plan is that of the items of a stream. */
  readonly stream?: true;
  /** The property of an envelope with the rows of a list. A handler can return the rows alone. */
  readonly rows?: string;
  /** From the client's data; absent if nothing has changed there. */
  readonly up?: ConversionPlan;
  /** The plans of definitions that lead to changed ones, by name. */
  readonly plans: Readonly<Record<string, ConversionPlan>>;
}
