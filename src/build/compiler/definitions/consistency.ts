import { isGenericUse } from '../../../shared/schema/draft.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { isOpen, objectShape } from '../../../shared/schema/object.ts';
import type { KeyedUse } from '../typescript/env.ts';
import { checkKeys } from '../typescript/lookup.ts';
import { referenceTo, resolverOf } from '../../../shared/schema/references.ts';
import { eachSchema } from '../../../shared/schema/walk.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import type { Reference } from '../language/declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { TYPE_NAMES } from '../../../shared/schema/named-types.ts';
import { BUILT_IN } from './built-in.ts';
import type { Definitions } from './collect.ts';
import { checkIncludes } from './includes.ts';
import type { SchemaDefinition } from './model.ts';
import { reachable, reachableSets, schemaNames } from './reachable.ts';
import { KINDS } from './collect.ts';

/** Reports the faults between definitions: unknown names, include cycles, and generics that use themselves. */
export function checkDefinitions(definitions: Definitions, report: Report): void {
  checkIncludes(definitions.parameters, report);
  checkIncludes(definitions.responses, report);
  const find = (name: string): SchemaDefinition | undefined => definitions.schemas.get(name);
  for (const { name, at, schema, typeParameters, references, keyed = [] } of definitions.schemas.values()) {
    checkReferences(references, definitions, report);
    for (const use of keyed) checkKeyed(use, definitions, report);
    if (typeParameters.length > 0 && reachable(genericsIn(schema), find, (used) => genericsIn(used.schema)).has(name))
      report(messages.recursiveGeneric(at, name));
  }
  for (const sets of [definitions.parameters, definitions.responses]) {
    for (const set of sets.values()) {
      checkReferences(set.references, definitions, report);
      checkUntyped(set.untyped ?? [], definitions, report);
    }
  }
}

/** Reports keys that a type of another file does not have. The keys of a type parameter are unknown. */
function checkKeyed(use: KeyedUse, { lookup }: Definitions, report: Report): void {
  const resolve = (schema: Schema): Schema | undefined =>
    typeof schema['$ref'] === 'string' ? asSchema(lookup.resolve(schema['$ref'])) : undefined;
  const object = lookup.expand(use.object);
  const shape = isOpen(object, resolve) ? undefined : objectShape(object, resolve);
  if (shape !== undefined) checkKeys(use, shape, report);
}

function asSchema(schema: AnySchema | undefined): Schema | undefined {
  return typeof schema === 'object' ? schema : undefined;
}

/** Reports references to unknown definitions, and to generics with the wrong number of type arguments. */
export function checkReferences(references: readonly Reference[], { schemas }: Definitions, report: Report): void {
  for (const reference of references) {
    const { name, arity, importedFrom } = reference;
    const definition = schemas.get(name);
    // The location of a reference is a getter: finding it takes time.
    if (definition === undefined && importedFrom !== undefined)
      report(messages.importedType(reference.at, name, importedFrom));
    else if (definition === undefined)
      report(messages.unknownType(reference.at, name, [...TYPE_NAMES, ...schemas.keys()], reference.error?.()));
    else if (arity !== undefined && arity !== definition.typeParameters.length) {
      report(messages.typeArguments(reference.at, name, definition.typeParameters.length, arity));
    } else if (name === 'Stream' && reference.isOutermost !== true && definition.at.source.file === BUILT_IN)
      report(messages.misplacedStream(reference.at));
  }
}

/** Reports references to missing parts of definitions. */
export function checkParts(
  references: readonly Reference[],
  schemas: ReadonlyMap<string, Schema>,
  report: Report,
): void {
  const resolve = resolverOf(schemas);
  for (const reference of references) {
    const { name, pointer } = reference;
    if (pointer === undefined || pointer === '' || !schemas.has(name)) continue;
    if (resolve(referenceTo(name, pointer).$ref) === undefined)
      report(messages.missingPart(reference.at, name, pointer));
  }
}

/** Warns of responses without a type; their first word may be one. */
export function checkUntyped(untyped: readonly Declared<string>[], { schemas }: Definitions, report: Report): void {
  for (const { value, at } of untyped) {
    const [text, name] = /^([\w$][\w$.-]*)(?:<[^\s<>]+>)?(?:\[\])*(?=$|[\s:])/.exec(value) ?? [];
    const isType = name !== undefined && (TYPE_NAMES.includes(name) || schemas.has(name));
    report(messages.untypedResponse(at, isType ? text : undefined));
  }
}

function genericsIn(schema: Schema): string[] {
  const names: string[] = [];
  eachSchema(schema, (part) => {
    if (isGenericUse(part)) names.push(part.generic);
  });
  return names;
}

/** The names that operations use. */
export interface UsedNames {
  readonly schemas: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
  readonly responses: ReadonlySet<string>;
}

/**
 * Warns of definitions that no operation uses, directly or through others. Shared files are left out.
 *
 * @returns The names of the used schemas.
 */
export function checkUnused(definitions: Definitions, names: UsedNames, report: Report): Set<string> {
  const parameters = reachableSets(names.parameters, definitions.parameters);
  const responses = reachableSets(names.responses, definitions.responses);
  const schemas = reachable(
    [...names.schemas, ...[...parameters.values(), ...responses.values()].flatMap(schemaNames)],
    (name) => definitions.schemas.get(name),
    schemaNames,
  );
  for (const kind of KINDS) {
    const used = { schemas, parameters, responses }[kind];
    for (const definition of definitions[kind].values()) {
      const { name, at } = definition;
      if (used.has(name) || isForCode(definition)) continue;
      if (kind === 'schemas' && TYPE_NAMES.includes(name)) report(messages.shadowedDefinition(at, name));
      else if (at.source.file !== BUILT_IN && at.source.isShared !== true)
        report(messages.unusedDefinition(at, name, kind === 'schemas'));
    }
  }
  return new Set(schemas.keys());
}

/** Whether a definition is for the code of the project: its comment has `@internal`, or its schema `x-internal`. */
function isForCode(definition: { readonly at: Location; readonly schema?: Schema }): boolean {
  const { source, span } = definition.at;
  if (definition.schema?.['x-internal'] === true) return true;
  const start = source.text.lastIndexOf('/*', span.start);
  const end = source.text.indexOf('*/', start);
  if (start === -1 || end === -1 || !/@internal\b/.test(source.text.slice(start, end))) return false;
  const between = end > span.start ? '' : source.text.slice(end + 2, span.start);
  return /^\s*(?:export\s+)?(?:(?:interface|type|const|enum)\s+)?$/.test(between);
}
