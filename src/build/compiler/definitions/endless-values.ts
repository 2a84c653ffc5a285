import type { Schema } from '../../../shared/contract/operation.ts';
import { resolverOf, splitReference } from '../../../shared/schema/references.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { eachSchema } from '../../../shared/schema/walk.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Known } from './missing-values.ts';
import { missing } from './missing-values.ts';
import type { SchemaDefinition } from './model.ts';

/**
 * Reports definitions that no finite value can satisfy, because each value requires another one: `{next: Node}` for `Node`.
 *
 * @param schemas The expanded schemas of the definitions.
 * @param circular The definitions whose cycle has been reported.
 */
export function checkEndlessValues(
  schemas: ReadonlyMap<string, Schema>,
  definitions: ReadonlyMap<string, SchemaDefinition>,
  circular: ReadonlySet<string>,
  report: Report,
): void {
  const endless = endlessTargets(schemas);
  if (endless.size === 0) return;
  const resolve = resolverOf(schemas);
  const known: Known = { resolve, hasValue: (reference) => !endless.has(resolve(reference) ?? true) };
  const reported = new Set(circular);
  for (const { name, at } of definitions.values()) {
    const schema = schemas.get(name);
    if (schema === undefined || !endless.has(schema) || reported.has(name)) continue;
    const chain = chainOf(name, schemas, known);
    // One report is enough for all definitions of a cycle, and for those that lead to it.
    const isKnown = chain.some((step) => reported.has(step));
    for (const step of chain) reported.add(step);
    if (!isKnown) report(messages.endlessValue(at, chain));
  }
}

/** The definitions without a finite value: those that remain when the others have been found, one after the other. */
function endlessTargets(schemas: ReadonlyMap<string, Schema>): ReadonlySet<AnySchema> {
  const resolve = resolverOf(schemas);
  const open = new Set<AnySchema>(schemas.values());
  const users = new Map<AnySchema, AnySchema[]>();
  for (const schema of schemas.values())
    eachSchema(schema, ({ $ref }) => {
      const target = typeof $ref === 'string' ? resolve($ref) : undefined;
      if (typeof target !== 'object') return;
      open.add(target);
      const known = users.get(target);
      if (known === undefined) users.set(target, [schema]);
      else known.push(schema);
    });
  const known: Known = { resolve, hasValue: (reference) => !open.has(resolve(reference) ?? true) };
  const pending = new Set(open);
  // The set grows while it is processed: a schema can have a value if one that it refers to has one.
  for (const schema of pending) {
    pending.delete(schema);
    if (missing(schema, known).length > 0) continue;
    open.delete(schema);
    for (const user of users.get(schema) ?? []) if (open.has(user)) pending.add(user);
  }
  // A value can also depend on references in the targets of references.
  for (let size = -1; size !== open.size;) {
    size = open.size;
    for (const schema of open) if (missing(schema, known).length === 0) open.delete(schema);
  }
  return open;
}

/** The way from a definition to the one that it needs twice: `Node -> Next -> Node`. */
function chainOf(name: string, schemas: ReadonlyMap<string, Schema>, known: Known): readonly string[] {
  const chain = [name];
  let schema: AnySchema = schemas.get(name)!;
  for (;;) {
    const [reference] = missing(schema, known);
    if (reference === undefined) return chain;
    const { name: next = reference, keys = [] } = splitReference(reference) ?? {};
    const step = [next, ...keys].join('/');
    chain.push(step);
    if (chain.indexOf(step) !== chain.length - 1) return chain;
    schema = known.resolve(reference) ?? true;
  }
}
