import type { Schema, SecurityRequirement } from '../../../shared/contract/operation.ts';
import { expandOr } from '../../../shared/schema/expand.ts';
import { depthsOf, MAX_REFERENCES } from '../../../shared/schema/depths.ts';
import { MAX_COMBINED, namesWithTooMany, referencesInPlace } from '../../../shared/schema/ways.ts';
import { splitReference } from '../../../shared/schema/references.ts';
import type { Resolve } from '../../../shared/schema/json-types.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import type { DeclaredParameter, DeclaredResponse } from '../language/declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import { linkDefaults } from './default-imports.ts';
import { withoutDeepIncludes } from './includes.ts';
import { linkFiles } from './identified.ts';
import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { FileDefinitions, SchemaDefinition, SetDefinition } from './model.ts';
import { schemaNames } from './reachable.ts';
import { isComponentName } from '../../../shared/contract/component-name.ts';

/** The definitions of all files, by name. */
export interface Definitions {
  readonly schemas: ReadonlyMap<string, SchemaDefinition>;
  readonly lookup: Lookup;
  readonly parameters: ReadonlyMap<string, SetDefinition<DeclaredParameter>>;
  readonly responses: ReadonlyMap<string, SetDefinition<DeclaredResponse>>;
  readonly document: BaseDocument;
  /** The `security` of the document, which applies to operations without their own. */
  readonly security: readonly Declared<SecurityRequirement>[];
  /** The names of the security schemes of the document. */
  readonly schemes: readonly Declared<string>[];
}

/** The kinds of definitions that operations name. */
export const KINDS = ['schemas', 'parameters', 'responses'] as const;

export type DefinitionKind = (typeof KINDS)[number];

interface Named {
  readonly name: string;
  readonly at: Location;
}

const NO_DOCUMENT: BaseDocument = {};

/** Collects the definitions of all files, and reports those with the same name. They take precedence over built-in ones. */
export function collectDefinitions(
  builtIn: FileDefinitions,
  files: readonly FileDefinitions[],
  report: Report,
): Definitions {
  const documents = files.flatMap((file) => file.document ?? []);
  for (const other of documents.slice(1))
    report(messages.definedTwice(other.at, 'document', 'openapi', documents[0]!.at));
  const byName = <T extends Named>(kind: string, select: (file: FileDefinitions) => readonly T[]): Map<string, T> =>
    new Map([
      ...select(builtIn).map((item) => [item.name, item] as const),
      ...collectNamed(kind, files.flatMap(select), report),
    ]);
  const named = byName('schema', (file) => file.schemas.filter(({ isTentative }) => isTentative !== true));
  const tentative = files.flatMap((file) => file.schemas.filter(({ isTentative }) => isTentative === true));
  const all = new Map([...tentative.map((item) => [item.name, item] as const), ...named]);
  const schemas = withoutDeepChains(linkFiles(withoutValues(linkDefaults(all)), report), report);
  return {
    schemas,
    lookup: lookupIn(schemas),
    parameters: withoutDeepIncludes(
      byName('parameter set', (file) => file.parameters),
      report,
    ),
    responses: withoutDeepIncludes(
      byName('response set', (file) => file.responses),
      report,
    ),
    document: documents[0]?.value ?? NO_DOCUMENT,
    security: documents[0]?.security ?? [],
    schemes: documents[0]?.schemes ?? [],
  };
}

/** Removes aliases that do not name a definition: values can have aliases too. */
function withoutValues(definitions: ReadonlyMap<string, SchemaDefinition>): ReadonlyMap<string, SchemaDefinition> {
  const isDefinition = ({ isTentative, references }: SchemaDefinition): boolean =>
    isTentative !== true || references.every(({ name }) => definitions.has(name));
  const kept = new Map([...definitions].filter(([, definition]) => isDefinition(definition)));
  return kept.size === definitions.size ? definitions : withoutValues(kept);
}

/**
 * Reports definitions that refer to others through too many references, or that combine too many schemas. They allow any value from there on. Definitions that
 * they refer to still count as used.
 */
function withoutDeepChains(schemas: Definitions['schemas'], report: Report): Definitions['schemas'] {
  const cut = new Set<string>();
  const depths = depthsOf(schemas.keys(), (name) => schemaNames(schemas.get(name) ?? { references: [] }));
  // Without these, no chain that is left is too long.
  for (const { name, at } of schemas.values())
    if (depths.get(name)! % (MAX_REFERENCES + 1) === 0) {
      cut.add(name);
      report(messages.referenceLimit(at, name, MAX_REFERENCES));
    }
  const combining = namesWithTooMany(schemas.keys(), (name) => (cut.has(name) ? [] : inPlaceNames(schemas.get(name))));
  for (const name of combining) report(messages.combinationLimit(schemas.get(name)!.at, name, MAX_COMBINED));
  for (const name of combining) cut.add(name);
  if (cut.size === 0) return schemas;
  return new Map([...schemas].map(([name, one]) => [name, cut.has(name) ? { ...one, schema: {} } : one] as const));
}

function inPlaceNames(definition: SchemaDefinition | undefined): string[] {
  const references = definition === undefined ? [] : referencesInPlace(definition.schema);
  return references.flatMap((reference) => splitReference(reference)?.name ?? []);
}

function collectNamed<T extends Named>(kind: string, items: readonly T[], report: Report): Map<string, T> {
  const collected = new Map<string, T>();
  for (const item of items) {
    const first = collected.get(item.name);
    if (!isComponentName(item.name)) report(messages.definitionName(item.at, item.name));
    else if (first !== undefined) report(messages.definedTwice(item.at, kind, item.name, first.at));
    else collected.set(item.name, item);
  }
  return collected;
}

/** Expands drafts and resolves references. */
export interface Lookup {
  readonly expand: (schema: Schema) => Schema;
  readonly resolve: Resolve;
}

/** Expands drafts and resolves references. A schema that is too large to expand allows any value, which is reported elsewhere. */
export function lookupIn(schemas: Definitions['schemas']): Lookup {
  const find = (name: string): SchemaDefinition | undefined => schemas.get(name);
  const expand = (schema: Schema): Schema => expandOr(schema, find, () => {});
  const resolve = resolverOf({
    get(name) {
      const definition = find(name);
      return definition && expand(definition.schema);
    },
  });
  return { expand, resolve };
}
