import type { Schema } from '../../src/contract/operation.ts';
import { isSchema } from './schema.ts';

/** What a document says in one place, in a form that OpenAPI 3.0 and 3.1 share. */
export interface Fact {
  readonly kind: string;
  readonly where: string;
  readonly value: string;
}

/** How a document's schemas are read. */
export interface Dialect {
  readonly version: '3.0' | '3.1';
  /** The named schemas. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The names that count; a schema of another name counts as if it stood where it is referred to. */
  readonly names: ReadonlySet<string>;
}

/** What keywords say something of; all others stand for themselves. */
const GROUPS: Readonly<Record<string, string>> = {
  ...ofGroup('type', 'type format nullable $ref any oneOf anyOf allOf not discriminator additionalProperties'),
  ...ofGroup('bounds', 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern'),
  ...ofGroup('bounds', 'minItems maxItems uniqueItems minProperties maxProperties'),
  enum: 'enum',
  default: 'default',
  required: 'required properties',
  ...ofGroup('annotations', 'title description deprecated readOnly writeOnly examples'),
};

function ofGroup(group: string, keywords: string): Record<string, string> {
  return Object.fromEntries(keywords.split(' ').map((keyword) => [keyword, group]));
}

/**
 * Takes a schema apart into facts, each with the pointer to where in the schema it is said.
 *
 * @param owner What the schema is of: `parameter`.
 */
export function schemaFacts(schema: Schema, owner: string, where: string, dialect: Dialect): Fact[] {
  const { nullable, keywords } = readNullable(schema, dialect.version);
  const { $ref } = keywords;
  const name = typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined;
  if (name !== undefined && !dialect.names.has(name)) return schemaFacts(dialect.schemas[name]!, owner, where, dialect);
  const say = (keyword: string, value: unknown): Fact => ({
    kind: `${owner}: ${GROUPS[keyword] ?? keyword}`,
    where,
    value: `${keyword} ${JSON.stringify(value)}`,
  });
  const facts = Object.entries(keywords).flatMap(([keyword, value]) => {
    const at = `${where}/${keyword}`;
    if (keyword === 'properties') {
      return Object.entries(value as Record<string, Schema>).flatMap(([key, item]) =>
        schemaFacts(item, owner, `${at}/${key}`, dialect),
      );
    }
    if (keyword === 'required') return (value as string[]).map((key) => say('required', key));
    if (/^(?:one|any|all)Of$/.test(keyword)) {
      const members = value as Schema[];
      return [
        say(keyword, members.length),
        ...members.flatMap((member, i) => schemaFacts(member, owner, `${at}/${i}`, dialect)),
      ];
    }
    const isNested = /^(?:items|not|additionalProperties)$/.test(keyword) && isSchema(value);
    return isNested ? schemaFacts(value, owner, at, dialect) : [say(keyword, value)];
  });
  const all = nullable ? [...facts, say('nullable', true)] : facts;
  return all.length === 0 ? [say('any', true)] : all;
}

/** What 3.0 says by `nullable`, 3.1 by one more type, or by one more member of a union. */
function readNullable(schema: Schema, version: Dialect['version']): { nullable: boolean; keywords: Schema } {
  if (version === '3.0') {
    const { nullable, ...keywords } = schema;
    // Without anything it could add to, it adds nothing: any value is allowed.
    const adds = ['type', 'oneOf', 'anyOf', 'allOf'].some((keyword) => keyword in keywords);
    return withoutNull(keywords, nullable === true && adds);
  }
  const types = schema['type'];
  if (Array.isArray(types)) {
    const others = types.filter((type) => type !== 'null');
    return withoutNull({ ...schema, type: others.length === 1 ? others[0] : others }, others.length < types.length);
  }
  for (const union of ['oneOf', 'anyOf']) {
    const members = (schema[union] ?? []) as Schema[];
    const others = members.filter((member) => JSON.stringify(member) !== '{"type":"null"}');
    if (others.length === members.length) continue;
    const { [union]: _, ...beside } = schema;
    const isOne = union === 'anyOf' && others.length === 1;
    return withoutNull(isOne ? { ...beside, ...others[0] } : { ...beside, [union]: others }, true);
  }
  return withoutNull(schema, false);
}

function withoutNull(schema: Schema, nullable: boolean): { nullable: boolean; keywords: Schema } {
  const values = schema['enum'];
  if (!nullable || !Array.isArray(values)) return { nullable, keywords: schema };
  return { nullable, keywords: { ...schema, enum: values.filter((value) => value !== null) } };
}
