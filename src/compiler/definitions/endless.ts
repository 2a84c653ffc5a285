import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SchemaDefinition } from './model.ts';

/** Keywords whose schemas are asked about the same value: JSON Schema 2020-12, Core, 10.2. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

/** Reports the schemas that have to be asked before they can answer: no value would ever be found right or wrong. */
export function checkEndless(schemas: ReadonlyMap<string, SchemaDefinition>, report: Report): void {
  const done = new Set<string>();
  const visit = (name: string, chain: readonly string[]): void => {
    const definition = schemas.get(name);
    if (definition === undefined || done.has(name)) return;
    if (chain.includes(name)) {
      report(messages.endlessSchema(definition.at, [...chain.slice(chain.indexOf(name)), name]));
      return;
    }
    for (const next of askedFirst(definition.schema)) visit(next, [...chain, name]);
    done.add(name);
  };
  for (const name of schemas.keys()) visit(name, []);
}

/** The names of the schemas that a schema asks about its own value. */
function askedFirst(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(askedFirst);
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref, ...others } = schema as { readonly [keyword: string]: unknown };
  const name = typeof $ref === 'string' ? /^#\/components\/schemas\/([^/]+)$/.exec($ref)?.[1] : undefined;
  return [...(name === undefined ? [] : [name]), ...SAME_VALUE.flatMap((keyword) => askedFirst(others[keyword]))];
}
