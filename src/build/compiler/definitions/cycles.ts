import type { Schema } from '../../../shared/contract/operation.ts';
import { KEYWORDS, keywordsWith } from '../../../shared/schema/keywords.ts';
import { resolverOf, splitReference } from '../../../shared/schema/references.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { eachSchema, eachSubschema } from '../../../shared/schema/walk.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SchemaDefinition } from './model.ts';

/** The keywords with schemas that apply to the same value. */
const IN_PLACE: readonly string[] = ['$ref', ...keywordsWith((row) => row.inPlace === true)];

/**
 * Reports schemas that apply themselves to the same value, so that validation would never end: JSON Schema 2020-12, Core, 9.4.1.
 *
 * @param schemas The expanded schemas of the definitions.
 * @returns The names of the definitions in the cycles.
 */
export function checkCycles(
  schemas: ReadonlyMap<string, Schema>,
  definitions: ReadonlyMap<string, SchemaDefinition>,
  report: Report,
): ReadonlySet<string> {
  const resolve = resolverOf(schemas);
  const reported = new Set<string>();
  const done = new Set<AnySchema>();
  const visit = (
    schema: AnySchema,
    open: readonly AnySchema[],
    chain: readonly string[],
  ): readonly string[] | undefined => {
    if (typeof schema === 'boolean' || done.has(schema) || !IN_PLACE.some((keyword) => keyword in schema))
      return undefined;
    const from = open.indexOf(schema);
    if (from !== -1) return chain.slice(from);
    const next: [schema: AnySchema, name: string][] = [];
    const { $ref } = schema;
    const target = typeof $ref === 'string' ? resolve($ref) : undefined;
    if (target !== undefined) next.push([target, referenceName($ref as string)]);
    eachSubschema(schema, (part, _, keyword) => {
      if (IN_PLACE.includes(keyword)) next.push([part, keyword]);
    });
    for (const [part, name] of next) {
      const cycle = visit(part, [...open, schema], [...chain, name]);
      if (cycle !== undefined) return cycle;
    }
    done.add(schema);
    return undefined;
  };
  for (const { name, at } of circular([...definitions.values()])) {
    eachSchema(schemas.get(name) ?? true, (part) => {
      // Every cycle leads through a reference.
      if (!('$ref' in part)) return;
      const cycle = visit(part, [], [])?.filter((step) => !Object.hasOwn(KEYWORDS, step));
      if (cycle === undefined) return;
      report(messages.endlessSchema(at, [cycle.at(-1) ?? name, ...cycle]));
      // One report is enough for all definitions of a cycle.
      for (const member of [name, ...cycle]) {
        reported.add(member);
        const found = schemas.get(member);
        if (found !== undefined) eachSchema(found, (inner) => done.add(inner));
      }
    });
  }
  return reported;
}

/** The definitions that refer to themselves, or to one that does. */
function circular(definitions: readonly SchemaDefinition[]): readonly SchemaDefinition[] {
  const users = new Map<string, string[]>(definitions.map(({ name }) => [name, []]));
  const left = new Map<string, number>();
  for (const { name, references } of definitions) {
    const known = references.filter((reference) => users.has(reference.name));
    left.set(name, known.length);
    for (const reference of known) users.get(reference.name)!.push(name);
  }
  const ends = [...left].flatMap(([name, count]) => (count === 0 ? [name] : []));
  // The list grows during the loop.
  for (const end of ends)
    for (const user of users.get(end)!) {
      const count = left.get(user)! - 1;
      left.set(user, count);
      if (count === 0) ends.push(user);
    }
  return definitions.filter(({ name }) => left.get(name)! > 0);
}

/** Names the target of a reference: `Tree`, or `Tree/$defs/branch` for a part of it. */
function referenceName(reference: string): string {
  const { name = reference, keys = [] } = splitReference(reference) ?? {};
  return [name, ...keys].join('/');
}
