import { NO_JSON } from './library-types.ts';
import type { Expression, TSEnumDeclaration, TSLiteralType, TSTypeQuery } from 'oxc-parser';
import type { Schema } from '../../../shared/contract/operation.ts';
import { unwrap } from '../module/static-values.ts';
import type { Env } from './env.ts';
import { unsupported } from './env.ts';
import { objectOf } from '../../../shared/schema/object.ts';
import { tupleOf } from './tuple.ts';

/** Why the value of an enum's member cannot be another one. */
export const ENUM_VALUE = 'the value of an enum member must be a string or number literal';

/** Reads a literal type: `'a'`, `-1`, `true`. */
export function readLiteral(node: TSLiteralType, env: Env): Schema {
  const value = valueOf(node.literal);
  return value === undefined ? unsupported(node, NO_JSON, env) : { const: value };
}

/** The string, number or boolean literal of an expression, otherwise undefined. */
export function valueOf(expression: Expression): string | number | boolean | undefined {
  if (expression.type === 'TemplateLiteral' && expression.expressions.length === 0)
    return expression.quasis[0]?.value.cooked ?? undefined;
  if (expression.type === 'UnaryExpression') {
    const value = valueOf(expression.argument);
    if (typeof value !== 'number') return undefined;
    return expression.operator === '-' ? -value : expression.operator === '+' ? value : undefined;
  }
  if (expression.type !== 'Literal') return undefined;
  const { value } = expression;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}

/** The values of an enum by the names of its members, explicit or counted. */
export function readEnum(node: TSEnumDeclaration, env: Env): Map<string, unknown> {
  const values = new Map<string, unknown>();
  let next: number | undefined = 0;
  for (const { id, initializer, start, end } of node.body.members) {
    const earlier: unknown = initializer?.type === 'Identifier' ? values.get(initializer.name) : undefined;
    const value: unknown = initializer === null ? next : (earlier ?? valueOf(initializer));
    const name =
      id.type === 'Identifier' ? id.name : id.type === 'Literal' ? id.value : (id.quasis[0]?.value.cooked ?? '');
    if (value === undefined) unsupported({ start, end }, ENUM_VALUE, env);
    else values.set(name, value);
    // Counting goes on after a mistake, so that it is reported once.
    next = value === undefined ? 0 : typeof value === 'number' ? value + 1 : undefined;
  }
  return values;
}

/** Reads `typeof name`, of a constant that is written out. */
export function readConstant(node: TSTypeQuery, env: Env): Schema {
  const init = node.exprName.type === 'Identifier' ? env.module.constants.get(node.exprName.name) : undefined;
  const isFixed = init !== undefined && isAsConst(init);
  const schema = init === undefined ? undefined : schemaOf(unwrap(init), isFixed, env);
  return (
    schema ??
    unsupported(
      node,
      '"typeof" needs a constant of this file that holds a literal, or an array or object of literals "as const"',
      env,
    )
  );
}

function isAsConst(expression: Expression): boolean {
  if (expression.type === 'TSSatisfiesExpression') return isAsConst(expression.expression);
  if (expression.type !== 'TSAsExpression') return false;
  const { typeAnnotation: type } = expression;
  return type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const';
}

function schemaOf(expression: Expression, isFixed: boolean, env: Env): Schema | undefined {
  return env.budget.read(expression, () => valueSchema(expression, isFixed, env));
}

function valueSchema(expression: Expression, isFixed: boolean, env: Env): Schema | undefined {
  const value = valueOf(expression);
  if (value !== undefined) return { const: value };
  if (expression.type === 'Literal' && expression.raw === 'null') return { type: 'null' };
  if (!isFixed) return undefined;
  if (expression.type === 'ArrayExpression') {
    const items = expression.elements.map((item) =>
      item === null || item.type === 'SpreadElement' ? undefined : schemaOf(unwrap(item), true, env),
    );
    return items.every((item) => item !== undefined) ? tupleOf(items, items.length, false) : undefined;
  }
  if (expression.type !== 'ObjectExpression') return undefined;
  const properties = expression.properties.map((property): [string, Schema] | undefined => {
    if (property.type !== 'Property' || property.computed) return undefined;
    const { key } = property;
    const schema = schemaOf(unwrap(property.value), true, env);
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
    return name === undefined || schema === undefined ? undefined : [name, schema];
  });
  if (!properties.every((property) => property !== undefined)) return undefined;
  return objectOf(
    properties,
    properties.map(([name]) => name),
  );
}
