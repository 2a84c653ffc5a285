import type { Schema } from '../../../shared/contract/operation.ts';
import { droppedOf, isDropped, isFace } from '../../../shared/schema/faces.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { mapReferences, splitReference } from '../../../shared/schema/references.ts';
import { eachSchema, mapSubschemas } from '../../../shared/schema/walk.ts';
import { pointTo } from '../../../shared/contract/json-pointer.ts';

/** Keywords that models do not need: those of OpenAPI, and examples. */
const LEFT_OUT =
  /^(?:x-(?!mcp-header$)|discriminator$|xml$|externalDocs$|example$|examples$|\$comment$|readOnly$|writeOnly$)/;

/** The schemas of tools: references lead to `$defs`, and parts that models don't need are left out. */
export class ToolSchemas {
  readonly #schemas: ReadonlyMap<string, Schema>;
  readonly #names = new Map<string, string>();
  readonly #written = new Map<string, Schema>();

  constructor(schemas: ReadonlyMap<string, Schema>) {
    this.#schemas = schemas;
  }

  /** The definitions that were written, by their names in `$defs`. */
  get definitions(): { readonly [name: string]: Schema } {
    return Object.fromEntries(this.#written);
  }

  /** Writes a schema. */
  write(schema: AnySchema): AnySchema {
    if (typeof schema === 'boolean') return schema;
    return mapReferences(strip(schema), (reference, _path, keyword) =>
      keyword === '$ref' ? this.#refer(reference) : reference,
    );
  }

  /** The names in `$defs` that schemas use, directly or through others. */
  usesOf(...schemas: readonly AnySchema[]): string[] {
    const found = new Set<string>();
    const visit = (schema: AnySchema): void =>
      eachSchema(schema, ({ $ref }) => {
        const name = typeof $ref === 'string' ? /^#\/\$defs\/([^/]+)/.exec($ref)?.[1] : undefined;
        if (name === undefined || found.has(name)) return;
        found.add(name);
        const definition = this.#written.get(name);
        if (definition !== undefined) visit(definition);
      });
    for (const schema of schemas) visit(schema);
    return [...found].sort();
  }

  #refer(reference: string): string {
    const split = splitReference(reference);
    if (split === undefined) return reference;
    const name = this.#nameOf(split.name);
    return split.keys.reduce<string>((path, key) => pointTo(path, key), `#/$defs/${name}`);
  }

  #nameOf(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const base = (isFace(name) ? name.replace(/@.*/, '') : name).replaceAll(/[^\w.-]/g, '_');
    const taken = new Set(this.#names.values());
    let free = base;
    for (let i = 2; taken.has(free); i++) free = `${base}_${i}`;
    this.#names.set(name, free);
    const definition = this.#schemas.get(name);
    // The place comes before the definition, which can refer to itself.
    this.#written.set(free, {});
    this.#written.set(free, this.write(definition ?? {}) as Schema);
    return free;
  }
}

function strip(schema: Schema): Schema {
  const dropped = droppedOf(schema);
  const kept = Object.entries(schema).filter(([keyword]) => !LEFT_OUT.test(keyword));
  const own = kept.length === Object.keys(schema).length ? schema : (Object.fromEntries(kept) as Schema);
  const travelling =
    dropped.length === 0 || !isKeywords(own['properties'])
      ? own
      : { ...own, properties: without(own['properties'] as Schema, dropped) };
  return mapSubschemas(travelling, (subschema) => {
    if (typeof subschema === 'boolean') return subschema;
    return isDropped(subschema) ? false : strip(subschema);
  });
}

/** Properties without those that do not travel. */
function without(properties: Schema, dropped: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !dropped.includes(name)));
}
