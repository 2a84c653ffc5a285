import type { Schema } from '../../../shared/contract/operation.ts';
import type { Declared } from '../diagnostics/source.ts';
import { startOf } from '../diagnostics/source.ts';
import type { DeclaredMediaType, DeclaredParameter } from '../language/declared.ts';

/** The parts of a body for some of its media types. */
export interface BodyGroup<T extends DeclaredParameter> {
  readonly parts: readonly Declared<T>[];
  /** The media types; empty for the default. */
  readonly consumes: readonly DeclaredMediaType[];
}

/** Whether a parameter is the body itself, not one of its properties. */
export function isWholeBody({ name, in: place }: DeclaredParameter): boolean {
  return name === 'body' && place === undefined;
}

/**
 * Groups the parts of a body by media type. In a comment with several `@param body`, the parts belong to the `@consumes` above them. In any other,
 * all parts are one body, for all media types.
 */
export function groupsOf<T extends DeclaredParameter>(
  parts: readonly Declared<T>[],
  consumes: readonly DeclaredMediaType[],
): readonly BodyGroup<T>[] {
  if (parts.filter(({ value }) => isWholeBody(value)).length < 2) return [{ parts, consumes }];
  const groups: { readonly parts: Declared<T>[]; readonly consumes: DeclaredMediaType[] }[] = [];
  const types = new Set<Declared<unknown>>(consumes);
  for (const entry of [...consumes, ...parts].sort((a, b) => startOf(a) - startOf(b))) {
    const isType = types.has(entry);
    if (groups.length === 0 || (isType && groups.at(-1)!.parts.length > 0)) groups.push({ parts: [], consumes: [] });
    if (isType) groups.at(-1)!.consumes.push(entry as DeclaredMediaType);
    else groups.at(-1)!.parts.push(entry as Declared<T>);
  }
  return groups;
}

/** Whether a schema is of bytes. */
export function isBinary(schema: Schema): boolean {
  return schema['format'] === 'binary';
}

/** The media type of a body without `@consumes`: JSON, or any bytes for a `{file}` alone. */
export function defaultType(schema: Schema): string {
  return isBinary(schema) ? 'application/octet-stream' : 'application/json';
}
