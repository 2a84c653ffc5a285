import { pointTo } from '../../../shared/contract/json-pointer.ts';
import type { Operation, Schema } from '../../../shared/contract/operation.ts';
import { versionedName } from '../../../shared/contract/versions.ts';
import { mapOperationSchemas } from '../../../shared/schema/operation-schemas.ts';
import { mapReferences, referenceTo, splitReference } from '../../../shared/schema/references.ts';
import { isEqual } from '../../../shared/validation/values.ts';
import type { Compilation } from '../compilation.ts';
import type { CompiledMiddleware } from '../operations/middleware.ts';
import type { CompiledOperation } from '../operations/resolve.ts';
import { inheritedId, versionOf } from '../operations/tree-files.ts';
import { routeShape } from './mark-version.ts';

const joined = new WeakMap<Compilation, Compilation>();

/**
 * Puts all versions into one compilation, for the manifest and the types: the operations of each version, with separate ids. Definitions that differ from those
 * of today are renamed, all others are shared.
 *
 * @returns The compilation itself without versions.
 */
export function joinVersions(compilation: Compilation): Compilation {
  const { older: olderOnes, ...today } = compilation;
  if (olderOnes === undefined) return compilation;
  const known = joined.get(compilation);
  if (known !== undefined) return known;
  const names = olderOnes.map(({ version }) => version!);
  const parts = olderOnes.map((older, i) => joinOlder(older, today, names.slice(i)));
  const made: Compilation = {
    ...today,
    operations: [...parts.flatMap((part) => part.operations), ...withLayers(today.operations, [])],
    middleware: joinMiddleware([today, ...olderOnes]),
    schemas: new Map([...compilation.schemas, ...parts.flatMap(({ schemas }) => [...schemas])]),
  };
  joined.set(compilation, made);
  return made;
}

/** @param layers The names of the older versions whose `_middleware` files are around its operations. */
function joinOlder(
  older: Compilation,
  today: Compilation,
  layers: readonly string[],
): Pick<Compilation, 'operations' | 'schemas'> {
  const version = older.version!;
  const changed = changedNames(older.schemas, today.schemas);
  const rename = (schema: Schema): Schema => (changed.size === 0 ? schema : renameIn(schema, changed, version));
  const key = JSON.stringify([layers, [...changed]]);
  return {
    operations: older.operations.map((operation) =>
      rememberJoined(operation, key, () => {
        const contract = mapOperationSchemas(operation.contract, rename);
        return withSharedLimits({ ...operation, contract: { ...contract, id: idIn(contract, version) }, layers });
      }),
    ),
    schemas: new Map(
      [...older.schemas].flatMap(([name, schema]) =>
        changed.has(name) ? [[versionedName(version, name), rename(schema)] as const] : [],
      ),
    ),
  };
}

function withLayers(operations: readonly CompiledOperation[], layers: readonly string[]): readonly CompiledOperation[] {
  return operations.map((operation) => rememberJoined(operation, '', () => withSharedLimits({ ...operation, layers })));
}

/** All versions of an operation count for the same limits. Those of directories are shared in any case. */
function withSharedLimits(operation: CompiledOperation): CompiledOperation {
  const { contract } = operation;
  if (contract.rateLimits === undefined || operation.sharedRoute === undefined) return operation;
  const scope = routeShape(operation);
  const rateLimits = contract.rateLimits.map((limit) => ({ ...limit, directory: limit.directory ?? scope }));
  return { ...operation, contract: { ...contract, rateLimits } };
}

/** The id of an operation among those of all versions. */
function idIn({ id }: Operation, version: string): string {
  return versionOf(id) === version ? id : inheritedId(id, version);
}

/** The operations of the last run, so that the same operation is the same object. */
const operations = new WeakMap<CompiledOperation, { readonly key: string; readonly made: CompiledOperation }>();

function rememberJoined(operation: CompiledOperation, key: string, make: () => CompiledOperation): CompiledOperation {
  const known = operations.get(operation);
  if (known?.key === key) return known.made;
  const made = make();
  operations.set(operation, { key, made });
  return made;
}

/** The names of the definitions that differ from those of today, by themselves or by the definitions that they refer to. */
function changedNames(own: Compilation['schemas'], today: Compilation['schemas']): ReadonlySet<string> {
  const changed = new Set([...own].flatMap(([name, schema]) => (isEqual(schema, today.get(name)) ? [] : [name])));
  for (let before = -1; before !== changed.size;) {
    before = changed.size;
    for (const [name, schema] of own) if (refersTo(schema, changed)) changed.add(name);
  }
  return changed;
}

function refersTo(schema: Schema, names: ReadonlySet<string>): boolean {
  let found = false;
  mapReferences(schema, (reference) => {
    if (names.has(splitReference(reference)?.name ?? '')) found = true;
    return reference;
  });
  return found;
}

function renameIn(schema: Schema, names: ReadonlySet<string>, version: string): Schema {
  return mapReferences(schema, (reference) => {
    const { name, keys } = splitReference(reference) ?? { name: '', keys: [] };
    if (!names.has(name)) return reference;
    return referenceTo(versionedName(version, name), keys.reduce(pointTo, '')).$ref;
  });
}

/** The `_middleware` files of all versions, each once. */
function joinMiddleware(compilations: readonly Compilation[]): CompiledMiddleware[] {
  const files = new Map<string, CompiledMiddleware>();
  for (const file of compilations.toReversed().flatMap(({ middleware }) => middleware)) files.set(file.path, file);
  const names = compilations.slice(1).map(({ version }) => version);
  const rank = ({ path }: CompiledMiddleware): number => {
    const version = versionOf(path);
    return version === undefined ? names.length : names.indexOf(version);
  };
  return [...files.values()].sort((a, b) => rank(a) - rank(b));
}
