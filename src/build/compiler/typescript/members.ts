import type { PropertyKey, TSIndexSignature, TSPropertySignature, TSSignature, TSType } from 'oxc-parser';
import type { Schema } from '../../../shared/contract/operation.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { withDocs } from './doc.ts';
import { isMeantToHide, reportLost } from './lost-tags.ts';
import type { Env } from './env.ts';
import { nodeLocation, unsupported, withAllProperties } from './env.ts';
import { withModifier } from './modifier.ts';
import { mergeOthers, objectOf } from '../../../shared/schema/object.ts';
import { readAlternatives, splitUnion } from './union.ts';

/** A number as a property's name: ECMA-262, Number::toString, without exponents. */
const NUMERIC_NAME = '^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$';

/** A type whose value can be missing. */
interface Optional {
  /** `never` if no value is possible. */
  readonly schema: Schema | 'never';
  readonly optional: boolean;
}

/** Reads the members of an interface or of an object type as an object schema. */
export function readMembers(members: readonly TSSignature[], env: Env): Schema {
  const properties = new Map<string, { readonly schema: Schema; readonly optional: boolean; readonly at: Location }>();
  const others: Schema[] = [];
  for (const member of members) {
    if (member.type === 'TSIndexSignature') others.push(readIndexSignature(member, env));
    else if (member.type !== 'TSPropertySignature')
      unsupported(member, 'JSON has no functions. Remove it from this type', env);
    else {
      const name = propertyName(member.key, member.computed);
      const at = nodeLocation(member.key, env);
      const first = name === undefined ? undefined : properties.get(name);
      if (name === undefined) unsupported(member.key, 'a property name must be a literal', env);
      else if (first === undefined) properties.set(name, { ...readProperty(name, member, env), at });
      else env.report(messages.declaredTwice(at, `property "${name}"`, first.at));
    }
  }
  const required = [...properties].filter(([, property]) => !property.optional).map(([name]) => name);
  return objectOf(
    [...properties].map(([name, { schema }]) => [name, schema]),
    required,
    mergeOthers(others),
  );
}

function readProperty(name: string, member: TSPropertySignature, env: Env): { schema: Schema; optional: boolean } {
  const type = member.typeAnnotation?.typeAnnotation;
  if (env.part?.has(name) === false)
    return { schema: {}, optional: member.optional || (type !== undefined && splitUnion(type).hasUndefined) };
  const inner = withAllProperties(env);
  const value = type === undefined ? { schema: {}, optional: false } : readOptional(type, inner);
  const optional = member.optional || value.optional;
  if (value.schema === 'never' && !optional)
    return { schema: unsupported(type!, 'no value has this type, so no object can have the property', env), optional };
  checkHidden(member.start, inner);
  const schema = withDocs(value.schema === 'never' ? { not: {} } : value.schema, member.start, inner);
  return { schema: member.readonly ? withModifier(schema, nodeLocation(member.key, env)) : schema, optional };
}

/** Reports tags that would hide a property in the documents of other tools: here clients get it. */
function checkHidden(start: number, env: Env): void {
  for (const tag of env.docs.get(start)?.directives ?? [])
    if (isMeantToHide(tag)) env.report(messages.hidesNothing(tag.at, tag.name));
}

/** Reads a type in which `undefined` means that the value can be missing. */
export function readOptional(type: TSType, env: Env): Optional {
  const { parts, hasUndefined } = splitUnion(type);
  if (parts.length === 0) return { schema: 'never', optional: hasUndefined };
  return { schema: readAlternatives(parts, type, env), optional: hasUndefined };
}

/** The name of a property in JSON, or undefined if it is known at run time only. */
function propertyName(key: PropertyKey, isComputed: boolean): string | undefined {
  if (key.type === 'Identifier') return isComputed ? undefined : key.name;
  if (key.type === 'Literal') return String(key.value);
  return key.type === 'TemplateLiteral' && key.expressions.length === 0
    ? (key.quasis[0]?.value.cooked ?? undefined)
    : undefined;
}

function readIndexSignature({ parameters, typeAnnotation, start }: TSIndexSignature, env: Env): Schema {
  if (env.part !== undefined && env.part.label === 'keyof')
    return keyedBy(env.read(parameters[0]!.typeAnnotation.typeAnnotation, withAllProperties(env)), {});
  const inner = withAllProperties(env);
  const comment = env.docs.get(start);
  if (comment !== undefined) reportLost(comment, env.report);
  const { schema } = readOptional(typeAnnotation.typeAnnotation, inner);
  return keyedBy(env.read(parameters[0]!.typeAnnotation.typeAnnotation, inner), schema === 'never' ? false : schema);
}

/**
 * The keywords of an object schema for properties whose names are not listed.
 *
 * @param key The schema of the names.
 * @param value The schema of the values, or false if there are none.
 */
export function keyedBy(key: Schema, value: Schema | false): Schema {
  const keywords = Object.keys(key).filter((keyword) => keyword !== 'description');
  if (key['type'] === 'string' && keywords.length === 1) return { additionalProperties: value };
  if (key['type'] === 'number' || key['type'] === 'integer') return { patternProperties: { [NUMERIC_NAME]: value } };
  if (typeof key['pattern'] === 'string' && keywords.length === 2)
    return { patternProperties: { [key['pattern']]: value } };
  return { propertyNames: key, additionalProperties: value };
}
