import type { Subject } from './checks.ts';
import type { AnySchema, Resolve } from '../schema/json-types.ts';
import type { IsSame } from './sameness.ts';

/** A pair of schemas that is compared, and where it is. */
export interface Site {
  readonly subject: 'request-body' | 'request-parameter' | 'response-body' | 'response-header';
  /** Whether the parameter is a header. */
  readonly isHeader?: boolean;
  /** The part: `query parameter "kind"`. */
  readonly label: string;
  /** The path in the value: names, `[]` for items, `*` for other properties. */
  readonly path: readonly string[];
  /** The innermost named schema, and the path in it. */
  readonly definition: { readonly name: string; readonly path: readonly string[] } | undefined;
  /** Whether the value is a property that does not travel in the site's direction, in both contracts, or in one of these. */
  readonly isDropped?: true;
  /** The schemas, or references, that lead here, with their counterparts, to end at a recursion. */
  readonly open: readonly (readonly [before: unknown, after: unknown])[];
}

/** A change of a schema, before its severity is known. */
export interface Change {
  readonly id: string;
  readonly site: Site;
  /** The change, to follow the subject: `the maximum decreased from 10 to 5`. */
  readonly message: string;
  /** The keywords whose violation the change can cause. */
  readonly keywords: readonly string[];
}

/** The contracts that schemas belong to. */
export interface Sides {
  readonly before: Resolve;
  readonly after: Resolve;
  readonly isSame: IsSame;
}

/** Lists the changes from one schema to another. */
export type CompareSchemas = (site: Site, before: AnySchema, after: AnySchema) => Change[];

/** The state of a comparison of two schemas. */
export interface Comparison extends Sides {
  readonly compare: (site: Site, before: AnySchema, after: AnySchema) => void;
  /** Reports a change by the end of its check's name. */
  readonly report: (site: Site, change: string, message: string, keywords?: readonly string[]) => void;
  /** Reports a change by the whole name of its check. */
  readonly reportAs: (site: Site, id: string, message: string, keywords?: readonly string[]) => void;
  /** Whether a comparison finds no break. */
  readonly isCompatible: (site: Site, before: AnySchema, after: AnySchema) => boolean;
}

/** Whether a site is part of a request. */
export function isRequest({ subject }: Site): boolean {
  return subject.startsWith('request');
}

/** The start of the names of a site's checks. */
export function subjectOf({ subject, path }: Site): Subject {
  if (path.length === 0 || subject === 'response-header') return subject;
  return subject === 'response-body' ? 'response-property' : 'request-property';
}

/** A site one step further into the value. */
export function stepInto(site: Site, step: string): Site {
  const { path, definition } = site;
  return {
    ...site,
    path: [...path, step],
    definition: definition && { ...definition, path: [...definition.path, step] },
  };
}

/** Names a site: `"name" of Pet`, or `the request body`. */
export function describe({ label, path, definition }: Site): string {
  if (definition !== undefined)
    return definition.path.length === 0 ? definition.name : `"${joinPath(definition.path)}" of ${definition.name}`;
  return path.length === 0 ? label : `"${joinPath(path)}" of ${label}`;
}

/** Writes a path as comments do: `address.city`, `items[].sku`. */
export function joinPath(path: readonly string[]): string {
  return path.join('.').replaceAll('.[]', '[]');
}
