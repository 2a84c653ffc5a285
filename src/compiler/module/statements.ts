import type { Argument, Expression, Program } from 'oxc-parser';
import { parseSync } from 'oxc-parser';

function parse(path: string, text: string): Program | undefined {
  const { program, errors } = parseSync(path, text, { lang: path.endsWith('.js') ? 'js' : 'ts' });
  return errors.length === 0 ? program : undefined;
}

/** Whether a file has an import of `defineOperation`, and a call of it with a function that returns data, or refuses. */
export function isHandler(path: string, text: string): boolean {
  const [first, second, ...others] = parse(path, text)?.body ?? [];
  if (first?.type !== 'ImportDeclaration' || second?.type !== 'ExportDefaultDeclaration' || others.length > 0)
    return false;
  const call = second.declaration;
  if (first.source.value !== 'unplugin-operations/koa' || call.type !== 'CallExpression') return false;
  const [handler, ...rest] = call.arguments;
  const isCall = call.callee.type === 'Identifier' && call.callee.name === 'defineOperation';
  if (!isCall || handler?.type !== 'FunctionExpression' || rest.length > 0) return false;
  const [statement, ...more] = handler.body?.body ?? [];
  const isReturn = statement?.type === 'ReturnStatement' && more.length === 0;
  return isReturn && (isData(statement.argument) || isRefusal(statement.argument));
}

/** Whether an expression is plain data. */
function isData(value: Expression | Argument | null): boolean {
  if (value?.type === 'Literal') return true;
  if (value?.type === 'UnaryExpression') return value.operator === '-' && value.argument.type === 'Literal';
  if (value?.type === 'ArrayExpression') return value.elements.every((item) => isData(item));
  if (value?.type !== 'ObjectExpression') return false;
  return value.properties.every(
    (item) => item.type === 'Property' && item.key.type === 'Literal' && isData(item.value),
  );
}

/** `ctx.throw(501, 'Not implemented yet')` */
function isRefusal(value: Expression | null): boolean {
  if (value?.type !== 'CallExpression' || value.callee.type !== 'MemberExpression') return false;
  const { object, property } = value.callee;
  const isThrow = property.type === 'Identifier' && property.name === 'throw' && !value.callee.computed;
  return (
    object.type === 'Identifier' && object.name === 'ctx' && isThrow && value.arguments.every((item) => isData(item))
  );
}

/** The code of a file without its comments, whose lines do not count. */
export function codeOf(path: string, text: string): string {
  const { comments } = parseSync(path, text);
  let code = '';
  let from = 0;
  for (const { start, end } of comments) {
    code += text.slice(from, start);
    from = end;
  }
  return (code + text.slice(from)).replaceAll(/\s+/g, ' ').trim();
}

/** Whether a file has comments, types and imports of types alone. */
export function hasNoCode(path: string, text: string): boolean {
  return parse(path, text)?.body.every(isType) ?? false;
}

function isType(statement: Program['body'][number]): boolean {
  if (statement.type === 'ImportDeclaration') return statement.importKind === 'type';
  return statement.type === 'ExportNamedDeclaration' && statement.exportKind === 'type';
}
