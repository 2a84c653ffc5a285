import type { Argument, Expression, Program } from 'oxc-parser';
import { parseSync } from 'oxc-parser';

function parse(path: string, text: string): Program | undefined {
  const { program, errors } = parseSync(path, text, { lang: path.endsWith('.js') ? 'js' : 'ts' });
  return errors.length === 0 ? program : undefined;
}

/** Whether a file has an import of `defineOperation`, and a call of it with a function that returns data, or throws a problem. */
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
  if (more.length > 0) return false;
  return statement?.type === 'ReturnStatement'
    ? isData(statement.argument)
    : statement?.type === 'ThrowStatement' && isProblem(statement.argument);
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

/** `problem(501, 'Not implemented yet')` */
function isProblem(value: Expression): boolean {
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier') return false;
  return value.callee.name === 'problem' && value.arguments.every((item) => isData(item));
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
