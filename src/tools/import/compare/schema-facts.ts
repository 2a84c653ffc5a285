import type { Schema } from '../../../shared/contract/operation.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { isKeywords, isTypeOfConstant } from '../../../shared/schema/json-types.ts';
import { keywordRow } from '../../../shared/schema/keywords.ts';
import { splitReference } from '../../../shared/schema/references.ts';
import type { At } from '../../openapi/read/origins.ts';
import { comparableText } from '../texts.ts';
import { stableText } from '../../../shared/validation/values.ts';

/** A statement of a description in one place. */
export interface Fact {
  readonly kind: string;
  readonly where: string;
  readonly value: string;
  readonly at: At;
  /** Why a tree may not have it, unless its kind has the reason. */
  readonly reason?: string;
}

/** The named schemas of a description. */
export interface Named {
  readonly schemas: ReadonlyMap<string, AnySchema>;
  /** The names that count; a schema of another name counts as if it were inlined. */
  readonly names: ReadonlySet<string>;
}

/** The subjects of keywords; each other keyword is its own subject. */
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
 * Takes a schema apart into facts, each with the pointer to its place in the schema.
 *
 * @param owner The part that has the schema: `parameter`.
 */
export function schemaFacts(schema: AnySchema, owner: string, where: string, at: At, named: Named): Fact[] {
  const facts: Fact[] = [];
  collectFacts(schema, owner, where, at, named, facts, []);
  return facts;
}

function collectFacts(
  schema: AnySchema,
  owner: string,
  where: string,
  at: At,
  named: Named,
  into: Fact[],
  open: readonly string[],
): void {
  const say = (keyword: string, value: unknown, place: At = at): unknown =>
    into.push({
      kind: `${owner}: ${GROUPS[keyword] ?? keyword}`,
      where,
      value: `${keyword} ${stableText(value)}`,
      at: place,
    });
  if (typeof schema === 'boolean') return void say(schema ? 'any' : 'not', schema ? true : {});
  if (!isKeywords(schema)) return void say('not a schema', schema);
  const count = into.length;
  const { nullable, keywords, inner } = readNullable(schema);
  if (nullable) say('nullable', true);
  for (const [keyword, value] of Object.entries(keywords)) {
    const place: At = { of: inner !== undefined && keyword in inner ? inner : schema, key: keyword };
    const split = keyword === '$ref' ? splitReference(String(value)) : undefined;
    const target =
      split?.keys.length === 0 && !named.names.has(split.name) && !open.includes(split.name)
        ? named.schemas.get(split.name)
        : undefined;
    if (keyword === 'type' && isTypeOfConstant(keywords)) continue;
    if (target !== undefined) collectFacts(target, owner, where, at, named, into, [...open, split!.name]);
    else if (keyword === 'description' && comparableText(String(value)) === '') continue;
    else if (keyword === 'description') say(keyword, comparableText(String(value)), place);
    else if (keyword === 'required' && Array.isArray(value))
      new Set(value as string[]).forEach((name) => say(keyword, name, place));
    else collectKeyword(keyword, value, schema, { owner, where, named, into, open, say });
  }
  if (into.length === count) say('any', true);
}

interface Collecting {
  readonly owner: string;
  readonly where: string;
  readonly named: Named;
  readonly into: Fact[];
  readonly open: readonly string[];
  readonly say: (keyword: string, value: unknown, place?: At) => unknown;
}

function collectKeyword(keyword: string, value: unknown, of: Schema, collecting: Collecting): void {
  const { owner, where, named, into, open, say } = collecting;
  const below = `${where}/${keyword}`;
  const held = keywordRow(keyword)?.subschemas;
  const visit = (item: unknown, path: string, at: At): void =>
    collectFacts(item as AnySchema, owner, path, at, named, into, open);
  if (held === 'list' && Array.isArray(value)) {
    say(keyword, value.length, { of, key: keyword });
    value.forEach((item, i) => visit(item, `${below}/${i}`, { of: value, key: i }));
  } else if (held === 'map' && isKeywords(value)) {
    for (const [key, item] of Object.entries(value)) visit(item, `${below}/${key}`, { of: value, key });
  } else if (held === 'one' && isKeywords(value)) visit(value, below, { of, key: keyword });
  else if (keyword === 'additionalProperties' && value === true) visit(value, below, { of, key: keyword });
  else say(keyword, value, { of, key: keyword });
}

/** A schema apart from null. */
interface Nullable {
  readonly nullable: boolean;
  readonly keywords: Schema;
  /** The only other member of its union, whose keywords count as its own. */
  readonly inner?: Schema | undefined;
}

/** One spelling of several for null: one more type, or one more member of a union. */
function readNullable(schema: Schema): Nullable {
  const types = schema['type'];
  if (Array.isArray(types)) {
    const others = types.filter((type) => type !== 'null');
    if (others.length === types.length)
      return { nullable: false, keywords: { ...schema, type: others.length === 1 ? others[0] : [...others].sort() } };
    return withoutNull({ ...schema, type: others.length === 1 ? others[0] : [...others].sort() });
  }
  for (const union of ['oneOf', 'anyOf']) {
    if (!Array.isArray(schema[union])) continue;
    const members = schema[union] as Schema[];
    const others = members.filter(
      (member) => !(isKeywords(member) && member['type'] === 'null' && Object.keys(member).length === 1),
    );
    if (others.length === members.length || others.length === 0) continue;
    const { [union]: _, ...beside } = schema;
    const isOne = union === 'anyOf' && others.length === 1;
    if (isOne) return { ...withoutNull({ ...beside, ...others[0] }), inner: others[0] };
    return withoutNull({ ...beside, [union]: others });
  }
  return { nullable: false, keywords: schema };
}

function withoutNull(schema: Schema): Nullable {
  const values = schema['enum'];
  if (!Array.isArray(values)) return { nullable: true, keywords: schema };
  return { nullable: true, keywords: { ...schema, enum: values.filter((value) => value !== null) } };
}
