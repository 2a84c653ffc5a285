import { keysOf, pointTo } from '../../../shared/contract/json-pointer.ts';
import { decodePart, withoutFragment } from '../../../shared/contract/path-spelling.ts';
import { depthsOf, MAX_REFERENCES } from '../../../shared/schema/depths.ts';
import { MAX_COMBINED, namesWithTooMany, referencesInPlace } from '../../../shared/schema/ways.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { entries } from './document-fields.ts';
import type { Documents } from './documents.ts';
import { uriOf } from './documents.ts';
import type { DescriptionFile } from './origins.ts';

/** The limit of levels in a description. */
const MAX_LEVELS = 500;

/**
 * Checks that a description is not so deep that reading it would overflow the stack.
 *
 * @throws {Error} If it is. The message names the limit.
 */
export function checkLimits({ root, files }: Documents): void {
  const targets = new Map<string, Set<string>>();
  for (const file of files.values()) {
    checkLevels(file);
    checkPaths(file);
    collectReferences(file, targets);
  }
  const fail = (name: string, limit: string): never => {
    throw new Error(`${root.name}: ${name.replace(`${root.uri}#`, '#')} ${limit}, which is the limit.`);
  };
  for (const [name, depth] of depthsOf(targets.keys(), (part) => targets.get(part) ?? []))
    if (depth > MAX_REFERENCES)
      fail(name, `refers to others through more than ${MAX_REFERENCES} references, one in another`);
  const inPlace = collectInPlace(files.values());
  for (const name of namesWithTooMany(inPlace.keys(), (part) => inPlace.get(part) ?? []))
    fail(name, `combines more than ${MAX_COMBINED} schemas, each counted as often as it is referred to`);
}

/** Collects which schemas of components lead to which parts for the same value, as often as they do. */
function collectInPlace(files: Iterable<DescriptionFile>): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const file of files)
    for (const [name, schema] of schemasOf(file)) {
      const targets = isKeywords(schema) ? referencesInPlace(schema).map((reference) => targetOf(reference, file)) : [];
      found.set(
        filePart(file.uri, ['components', 'schemas', name]),
        targets.filter((target) => target !== undefined),
      );
    }
  return found;
}

function schemasOf({ value }: DescriptionFile): [name: string, schema: unknown][] {
  const components = isKeywords(value) ? value['components'] : undefined;
  return entries(isKeywords(components) ? components['schemas'] : undefined);
}

/**
 * Checks how deep the values of a file nest.
 *
 * @throws {Error} If it is too deep.
 */
export function checkLevels({ name, value }: Pick<DescriptionFile, 'name' | 'value'>): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_LEVELS)
      throw new Error(`${name}: values nest more than ${MAX_LEVELS} levels deep, which is the limit.`);
    const next: unknown[] = [];
    for (const item of level)
      if (typeof item === 'object' && item !== null)
        for (const inner of Object.values(item)) if (typeof inner === 'object' && inner !== null) next.push(inner);
    level = next;
  }
}

/** A routing table nests as deep as its paths have segments. */
function checkPaths({ name, value }: DescriptionFile): void {
  for (const [path] of entries(isKeywords(value) ? value['paths'] : undefined))
    if (path.split('/').length > MAX_LEVELS)
      throw new Error(
        `${name}: the path ${path.slice(0, 50)}... has more than ${MAX_LEVELS} segments, which is the limit.`,
      );
}

/** Collects which parts of a file refer to which parts. */
function collectReferences(file: DescriptionFile, into: Map<string, Set<string>>): void {
  const visit = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as { readonly $ref?: unknown };
    if (typeof $ref === 'string') {
      const from = filePart(file.uri, path);
      const to = targetOf($ref, file);
      const known = into.get(from) ?? new Set();
      if (to !== undefined && to !== from) known.add(to);
      into.set(from, known);
    }
    for (const [key, inner] of Object.entries(value)) visit(inner, path.length < 3 ? [...path, key] : path);
  };
  visit(file.value, []);
}

function targetOf(reference: string, file: DescriptionFile): string | undefined {
  const path = withoutFragment(reference);
  const uri = path === '' ? file.uri : uriOf(path, file);
  return uri && filePart(uri, keysOf(decodePart(reference.slice(path.length + 1))));
}

/** The component, the path or another part of a file that a pointer is in. */
function filePart(uri: string, keys: readonly string[]): string {
  return keys.slice(0, keys[0] === 'components' ? 3 : 2).reduce<string>(pointTo, `${uri}#`);
}
