import type { TSType } from 'oxc-parser';
import type { Schema } from '../../../shared/contract/operation.ts';
import { ENUM_DESCRIPTIONS, enumOf, unionOf } from '../../../shared/schema/named-types.ts';
import { passageText } from '../comment/comment.ts';
import { withDocs } from './doc.ts';
import type { Env, Reporting } from './env.ts';
import { unsupported } from './env.ts';
import { distinct, isAny } from '../../../shared/schema/object.ts';

/** Why `undefined` cannot be used, and what to write. */
export const NO_UNDEFINED: string =
  'JSON has no "undefined". Write "null", or "?" after the name of an optional property';

/** The members of a union, including nested unions, without `never`; `undefined` is separate, since JSON does not have it. */
export function splitUnion(type: TSType): { parts: TSType[]; hasUndefined: boolean } {
  const parts: TSType[] = [];
  let hasUndefined = false;
  const pending = [type];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.type === 'TSUnionType') pending.push(...next.types.toReversed());
    else if (next.type === 'TSParenthesizedType') pending.push(next.typeAnnotation);
    else if (next.type === 'TSUndefinedKeyword') hasUndefined = true;
    else if (next.type !== 'TSNeverKeyword') parts.push(next);
  }
  return { parts, hasUndefined };
}

/** Reads a union. */
export function readUnion(type: TSType, env: Env): Schema {
  const { parts, hasUndefined } = splitUnion(type);
  if (hasUndefined) return unsupported(type, NO_UNDEFINED, env);
  return readAlternatives(parts, type, env);
}

/** Reads the members of a union that were split from it. */
export function readAlternatives(parts: readonly TSType[], type: TSType, env: Env): Schema {
  if (parts.length === 0) return unsupported(type, 'no value has this type', env);
  const schemas = parts.map((part) => env.read(part, env));
  const listed = parts.map(({ start }, i) => ({ schema: schemas[i]!, start }));
  if (listed.some((item) => isTitled(item, env))) return titledUnion(listed, env);
  const union = alternatives(schemas);
  return { ...union, ...enumDescriptions(union, listed, env) };
}

/** A literal's schema, and its offset. */
interface Listed {
  readonly schema: Schema;
  readonly start: number;
}

/** Whether a literal has a doc comment with a title, which an enum has no place for. */
function isTitled({ schema, start }: Listed, env: Env): boolean {
  const directives = env.docs.get(docStart(start, env))?.directives ?? [];
  return 'const' in schema && directives.some(({ name }) => name === 'title');
}

/** A union of schemas that have the texts of their doc comments. Literals of one type have it together, as in an enum. */
function titledUnion(listed: readonly Listed[], env: Env): Schema {
  const { type } = listed.every(({ schema }) => 'const' in schema)
    ? enumOf(listed.map(({ schema }) => schema['const']))
    : {};
  const members = listed.map(({ schema, start }) => withDocs(schema, docStart(start, env), env));
  return { ...(type !== undefined && { type }), anyOf: members };
}

/** Where the doc comment of a member ends: at the member, or at the bar in front of it. */
function docStart(start: number, env: Reporting): number {
  const before = env.module.source.text.slice(0, start).trimEnd();
  return !env.docs.has(start) && before.endsWith('|') ? before.length - 1 : start;
}

/** The comments on the literals of an enum, with its values. */
export function enumDescriptions(union: Schema, listed: readonly Listed[], env: Reporting): Schema {
  const { enum: values } = union;
  if (!Array.isArray(values)) return {};
  const texts = new Map<unknown, string>();
  for (const { schema, start } of listed) {
    const comment = env.docs.get(docStart(start, env));
    const text = comment && passageText(comment.description);
    if (text !== undefined && 'const' in schema) texts.set(schema['const'], text);
  }
  return texts.size === 0 ? {} : { [ENUM_DESCRIPTIONS]: values.map((value) => texts.get(value) ?? '') };
}

/** A union of schemas: literals and enums become one enum, nested unions are flattened, and a schema of any value replaces all others. */
export function alternatives(schemas: readonly Schema[]): Schema {
  const flat = distinct(schemas.flatMap(flatten));
  if (flat.some(isAny)) return {};
  const listed = flat.filter((schema) => 'const' in schema);
  const others = flat.filter((schema) => !('const' in schema));
  if (listed.length < 2 || others.every((schema) => schema['type'] === 'null')) return unionOf(flat);
  // All literals move to the first of them.
  const at = flat.indexOf(listed[0]!);
  return unionOf([...flat.slice(0, at), unionOf(listed), ...flat.slice(at).filter((schema) => !('const' in schema))]);
}

function flatten(schema: Schema): Schema[] {
  const [keyword, ...others] = Object.keys(schema).filter(
    (key) => key !== ENUM_DESCRIPTIONS && (key !== 'type' || !('enum' in schema)),
  );
  if (others.length > 0) return [schema];
  if (keyword === 'enum')
    return (schema['enum'] as unknown[]).map((value) => (value === null ? { type: 'null' } : { const: value }));
  return keyword === 'anyOf' ? (schema['anyOf'] as Schema[]).flatMap(flatten) : [schema];
}

/** The values of a schema that lists them, otherwise undefined. */
export function literalsOf(schema: Schema): unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  if (Array.isArray(schema['enum'])) return schema['enum'] as unknown[];
  return schema['type'] === 'null' ? [null] : undefined;
}

/** The schema of listed values. */
export function literals(values: readonly unknown[]): Schema {
  return alternatives(values.map((value) => (value === null ? { type: 'null' } : { const: value })));
}
