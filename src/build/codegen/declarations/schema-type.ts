import type { Schema } from '../../../shared/contract/operation.ts';
import { areExclusive } from '../../../shared/schema/exclusive.ts';
import { droppedOf, isDropped } from '../../../shared/schema/faces.ts';
import { referredName, resolverOf } from '../../../shared/schema/references.ts';
import type { AnySchema, Keywords } from '../../../shared/schema/json-types.ts';
import type { TypeScope } from './mode.ts';
import type { Member, TypeText } from './print.ts';
import { literalText } from '../literal.ts';
import { NEVER, UNKNOWN, atom, intersection, arrayOf, objectOf, union } from './print.ts';
import type { Required } from './required.ts';
import { requiredOf } from './required.ts';

/**
 * Writes a JSON Schema as a type; constraints that TypeScript cannot express, such as bounds and patterns, are left out.
 *
 * @example typeOf({ type: ['integer', 'null'] }, scope).text // 'number | null'
 */
export function typeOf(schema: AnySchema, scope: TypeScope): TypeText {
  if (typeof schema === 'boolean') return schema ? UNKNOWN : NEVER;
  const required = requiredOf(schema, scope);
  const isOnlyPart = !('allOf' in schema) && !required.isOpen;
  if (isOnlyPart || required.undeclared.length === 0 || !required.isObject)
    return partType(schema, scope, required, isOnlyPart);
  // A property that may be undefined is not, next to a type that `undefined` does not fit.
  const type = required.isOpen ? atom('{} | null') : UNKNOWN;
  return intersection([partType(schema, scope, required, false), objectOf(requiredMembers(required.undeclared, type))]);
}

/** @param isOnlyPart Whether the schema has no other parts, so that it has the properties that it requires and does not declare. */
function partType(schema: AnySchema, scope: TypeScope, required: Required, isOnlyPart: boolean): TypeText {
  if (typeof schema === 'boolean') return schema ? UNKNOWN : NEVER;
  const { $ref, allOf = [], anyOf, oneOf } = schema as Keywords;
  const parts = [
    ownType(schema, scope, required, isOnlyPart),
    ...allOf.map((part) => partType(part, scope, required, false)),
  ];
  if (typeof $ref === 'string') parts.push(referredType($ref, scope));
  if (anyOf !== undefined)
    parts.push(branchesType(anyOf, scope, areExclusive(anyOf, resolverOf({ get: scope.resolve }))));
  if (oneOf !== undefined) parts.push(branchesType(oneOf, scope, true));
  const known = parts.filter((part) => part.text !== UNKNOWN.text);
  // Any object adds nothing to another part.
  const specific = known.filter((part) => part.text !== ANY_OBJECT.text);
  return intersection(specific.length > 0 ? specific : known);
}

/**
 * A union.
 *
 * @param isExclusive Whether a value matches one branch only. Defaults are not filled in if several match.
 */
function branchesType(branches: readonly AnySchema[], scope: TypeScope, isExclusive: boolean): TypeText {
  const mode = isExclusive ? scope.mode : (scope.mode.unfilled ?? scope.mode);
  return union(openLiterals(branches.map((branch) => typeOf(branch, { ...scope, mode }))));
}

/** Writes `string` next to literals so that TypeScript keeps them, and editors suggest them. */
function openLiterals(types: readonly TypeText[]): readonly TypeText[] {
  if (!types.some(({ text }) => text.startsWith('"'))) return types;
  return types.map((type) => (type.text === 'string' ? intersection([type, atom('{}')]) : type));
}

/** The type of `#/components/schemas/Pet` or `.../Pet/properties/name`. */
function referredType(reference: string, scope: TypeScope): TypeText {
  const name = referredName({ $ref: reference });
  const target = resolverOf({ get: scope.resolve })(reference);
  if (target === undefined) return UNKNOWN;
  if (name !== undefined) return atom(scope.refer(name, scope.mode));
  // A part of a schema that contains itself has no name to refer to.
  const { open = [] } = scope;
  return open.includes(reference) ? UNKNOWN : typeOf(target, { ...scope, open: [...open, reference] });
}

/** The type of a schema's own keywords, without references and unions. */
function ownType(schema: Schema, scope: TypeScope, required: Required, isOnlyPart: boolean): TypeText {
  if ('const' in schema) return valueType(schema['const']);
  if (Array.isArray(schema['enum'])) return union((schema['enum'] as unknown[]).map(valueType));
  const types = schema['type'] === undefined ? impliedTypes(schema) : [schema['type']].flat();
  return types.length === 0
    ? UNKNOWN
    : union(
        types.map((type) =>
          type === 'object' ? objectType(schema, scope, required, isOnlyPart) : namedType(type, schema, scope),
        ),
      );
}

/** The types that keywords apply to, if there is no `type`. */
function impliedTypes(schema: Schema): string[] {
  if ('properties' in schema) return ['object'];
  return 'items' in schema || 'prefixItems' in schema ? ['array'] : [];
}

function namedType(type: unknown, schema: Schema, scope: TypeScope): TypeText {
  switch (type) {
    case 'string':
      if (scope.mode.isReturned === true && schema['format'] === 'date-time')
        return union([atom('string'), atom('Date')]);
      return atom(schema['format'] === 'binary' ? scope.mode.file : 'string');
    case 'integer':
      return scope.mode.isReturned === true ? union([atom('number'), atom('bigint')]) : atom('number');
    case 'number':
      return atom('number');
    case 'boolean':
    case 'null':
      return atom(type);
    case 'array':
      return listType(schema, scope);
    default:
      return UNKNOWN;
  }
}

/** A value as the type of that value alone. */
function valueType(value: unknown): TypeText {
  if (Array.isArray(value)) return { text: `[${value.map((item) => valueType(item).text).join(', ')}]`, isList: true };
  if (typeof value !== 'object' || value === null) return atom(literalText(value as string | number | boolean | null));
  const members = Object.entries(value).map(([name, item]) => `${literalText(name)}: ${valueType(item).text}`);
  return atom(`{ ${members.join('; ')} }`);
}

/** An object with any properties: `any`, since interfaces are not assignable to an index of `unknown`. */
const ANY_OBJECT = objectOf([], atom('any'));

function objectType(schema: Schema, scope: TypeScope, required: Required, isOnlyPart: boolean): TypeText {
  const { properties: declared = {}, additionalProperties: others, patternProperties = {} } = schema as Keywords;
  const dropped = droppedOf(schema);
  const properties = Object.entries(declared).filter(([name]) => !dropped.includes(name));
  const entries = [...Object.values(patternProperties), ...(others === undefined || others === false ? [] : [others])];
  const extra = entries.filter((entry) => !isDropped(entry));
  // A handler can return a map with all of its entries, which then are left out.
  const isEmptied = extra.length < entries.length && properties.length === 0 && scope.mode.isReturned !== true;
  if (isEmptied && extra.length === 0 && required.undeclared.length === 0) return objectOf([], NEVER);
  const undeclared = isOnlyPart ? required.undeclared : [];
  const isAny = properties.length === 0 && extra.length === 0 && Object.keys(declared).length === 0;
  if (isAny) return undeclared.length === 0 ? ANY_OBJECT : objectOf(requiredMembers(undeclared, UNKNOWN), atom('any'));
  const members = properties.map(([name, property]): Member => {
    const isOptional = !required.names.has(name) && !(scope.mode.fillsDefaults && hasDefault(property, scope));
    const type = typeOf(property, scope);
    return { name, isOptional, type: isOptional ? optionalType(type, scope) : type, doc: docOf(property) };
  });
  if (extra.length === 0)
    return objectOf([...members, ...requiredMembers(undeclared, others === false ? NEVER : UNKNOWN)]);
  const extraTypes = extra.map((part) => typeOf(part, scope));
  // The declared names are names too: TypeScript requires their types in the index.
  const all = [...extraTypes, ...members.map(({ type }) => type)];
  return objectOf(
    [...members, ...requiredMembers(undeclared, union(extraTypes))],
    union(members.some(({ isOptional }) => isOptional) ? [...all, atom('undefined')] : all),
  );
}

/** A client can send undefined as if it was not given. */
function optionalType(type: TypeText, { mode }: TypeScope): TypeText {
  return mode.isSent === true ? union([type, atom('undefined')]) : type;
}

/** Required properties of one type. */
function requiredMembers(names: readonly string[], type: TypeText): Member[] {
  return names.map((name) => ({ name, isOptional: false, type, doc: [] }));
}

/** A list, or a tuple if the items have different types. */
function listType(schema: Schema, scope: TypeScope): TypeText {
  const { prefixItems, items } = schema as Keywords;
  const { minItems = 0, maxItems } = schema as { minItems?: number; maxItems?: number };
  if (prefixItems === undefined) return sentList(arrayOf(items === undefined ? UNKNOWN : typeOf(items, scope)), scope);
  const places = prefixItems.map((item, i) => {
    const { text, joint } = typeOf(item, scope);
    return i < minItems ? text : `${joint === undefined ? text : `(${text})`}?`;
  });
  const isClosed = items === false || (maxItems !== undefined && maxItems <= prefixItems.length);
  const rest = isClosed ? [] : [`...${arrayOf(items === undefined ? UNKNOWN : typeOf(items, scope)).text}`];
  return sentList({ text: `[${[...places, ...rest].join(', ')}]`, isList: true }, scope);
}

/** A client can send a readonly list. */
function sentList(type: TypeText, { mode }: TypeScope): TypeText {
  // The joint gives it parentheses where it is an item of another list.
  return mode.isSent === true ? { text: `readonly ${type.text}`, joint: '|' } : type;
}

/** Whether a schema, or its reference's target, has a default. */
export function hasDefault(schema: AnySchema | undefined, scope: TypeScope, open: readonly string[] = []): boolean {
  if (typeof schema !== 'object') return false;
  if ('default' in schema) return true;
  const name = referredName(schema);
  return name !== undefined && !open.includes(name) && hasDefault(scope.resolve(name), scope, [...open, name]);
}

/** The lines of a schema's comment. */
export function docOf(schema: AnySchema): string[] {
  if (typeof schema === 'boolean') return [];
  const { description, deprecated } = schema;
  return [
    ...(typeof description === 'string' ? [description] : []),
    ...('default' in schema ? [`@default ${JSON.stringify(schema['default'])}`] : []),
    ...(deprecated === true ? ['@deprecated'] : []),
  ];
}
