import { isGenericUse } from '../../schema/draft.ts';
import { referenceTo, resolverOf } from '../../schema/references.ts';
import { eachSchema } from '../../schema/walk.ts';
import type { Declared } from '../diagnostics/source.ts';
import type { Schema } from '../../contract/operation.ts';
import type { Reference } from '../language/declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { TYPE_NAMES } from '../../schema/build.ts';
import { BUILT_IN } from './built-in.ts';
import type { Definitions } from './collect.ts';
import { checkIncludes } from './includes.ts';
import type { SchemaDefinition } from './model.ts';

/** Reports what is wrong with definitions among each other: names that nothing defines, include cycles, generic ones that need themselves. */
export function checkDefinitions(definitions: Definitions, report: Report): void {
  checkIncludes(definitions.parameters, report);
  checkIncludes(definitions.responses, report);
  for (const schema of definitions.schemas.values()) {
    checkReferences(schema.references, definitions, report);
    if (schema.typeParameters.length > 0 && needsItself(schema, definitions))
      report(messages.recursiveGeneric(schema.at, schema.name));
  }
  for (const sets of [definitions.parameters, definitions.responses]) {
    for (const set of sets.values()) {
      checkReferences(set.references, definitions, report);
      checkUntyped(set.untyped ?? [], definitions, report);
    }
  }
}

/** Reports the names that nothing defines, and generic ones with the wrong number of type arguments. */
export function checkReferences(references: readonly Reference[], { schemas }: Definitions, report: Report): void {
  for (const reference of references) {
    const { name, arity } = reference;
    const definition = schemas.get(name);
    // Where a reference stands is worked out only to be told.
    if (definition === undefined) report(messages.unknownType(reference.at, name, [...TYPE_NAMES, ...schemas.keys()]));
    else if (arity !== undefined && arity !== definition.typeParameters.length) {
      report(messages.typeArguments(reference.at, name, definition.typeParameters.length, arity));
    }
  }
}

/** Reports the references that lead into a definition, to a place where it has no schema. */
export function checkParts(
  references: readonly Reference[],
  schemas: ReadonlyMap<string, Schema>,
  report: Report,
): void {
  const resolve = resolverOf(schemas);
  for (const reference of references) {
    const { name, pointer } = reference;
    if (pointer === undefined || pointer === '' || !schemas.has(name)) continue;
    if (resolve(referenceTo(name, pointer)['$ref'] as string) === undefined)
      report(messages.missingPart(reference.at, name, pointer));
  }
}

/** Warns of responses that have words where a type would stand; the first of them may be one. */
export function checkUntyped(untyped: readonly Declared<string>[], { schemas }: Definitions, report: Report): void {
  for (const { value, at } of untyped) {
    const [text, name] = /^([\w$][\w$.-]*)(?:<[^\s<>]+>)?(?:\[\])*(?=$|[\s:])/.exec(value) ?? [];
    const isType = name !== undefined && (TYPE_NAMES.includes(name) || schemas.has(name));
    report(messages.untypedResponse(at, isType ? text : undefined));
  }
}

function needsItself(schema: SchemaDefinition, { schemas }: Definitions): boolean {
  const seen = new Set<string>();
  const pending = genericsIn(schema.schema);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === schema.name) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    pending.push(...genericsIn(schemas.get(name)?.schema ?? {}));
  }
  return false;
}

function genericsIn(schema: Schema): string[] {
  const names: string[] = [];
  eachSchema(schema, (part) => {
    if (isGenericUse(part)) names.push(part.generic);
  });
  return names;
}

/**
 * Warns of definitions that no operation uses, directly or through others.
 *
 * @param isUsed Whether an operation names it.
 */
export function checkUnused(definitions: Definitions, used: UsedNames, report: Report): Set<string> {
  const parameters = reachableSets(definitions.parameters, used.parameters);
  const responses = reachableSets(definitions.responses, used.responses);
  const named = [
    ...used.schemas,
    ...[...parameters].flatMap((name) =>
      definitions.parameters.get(name)!.references.map((reference) => reference.name),
    ),
    ...[...responses].flatMap((name) => definitions.responses.get(name)!.references.map((reference) => reference.name)),
  ];
  const schemas = reachable(named, (name) =>
    definitions.schemas.get(name)?.references.map((reference) => reference.name),
  );
  const warn = (items: Iterable<{ name: string; at: SchemaDefinition['at'] }>, kept: ReadonlySet<string>): void => {
    for (const { name, at } of items)
      if (!kept.has(name) && at.source.file !== BUILT_IN) report(messages.unusedDefinition(at, name));
  };
  const [shadowed, others] = [true, false].map((wanted) =>
    [...definitions.schemas.values()].filter(({ name }) => TYPE_NAMES.includes(name) === wanted),
  );
  for (const { name, at } of shadowed!) if (!schemas.has(name)) report(messages.shadowedDefinition(at, name));
  warn(others!, schemas);
  warn(definitions.parameters.values(), parameters);
  warn(definitions.responses.values(), responses);
  return schemas;
}

/** The names that operations use. */
export interface UsedNames {
  readonly schemas: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
  readonly responses: ReadonlySet<string>;
}

function reachableSets(
  sets: Definitions['parameters'] | Definitions['responses'],
  names: ReadonlySet<string>,
): Set<string> {
  return reachable([...names], (name) => sets.get(name)?.includes.map((include) => include.value));
}

function reachable(names: readonly string[], next: (name: string) => readonly string[] | undefined): Set<string> {
  const seen = new Set<string>();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const further = seen.has(name) ? undefined : next(name);
    if (further === undefined) continue;
    seen.add(name);
    pending.push(...further);
  }
  return seen;
}
