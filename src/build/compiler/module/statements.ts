import type { ArrowFunctionExpression, CallExpression, Function, Node, Program } from 'oxc-parser';
import { parseSync } from 'oxc-parser';
import { childrenOf, isComparison, isNamed, lastName } from './nodes.ts';

/** The names of objects that only write to a log. */
export const LOGGER: RegExp = /^(?:console|_?log(?:ger)?)$/;

/** A function in code. */
export type MadeFunction = Function | ArrowFunctionExpression;

function parseModule(path: string, text: string): Program | undefined {
  const { program, errors } = parseSync(path, text, {
    lang: path.endsWith('.js') ? 'js' : 'ts',
    preserveParens: false,
  });
  return errors.length === 0 ? program : undefined;
}

/** Whether a file has an import of `defineOperation`, and a call of it with a function that throws a problem. */
export function isHandler(path: string, text: string): boolean {
  const [first, second, ...others] = parseModule(path, text)?.body ?? [];
  if (first?.type !== 'ImportDeclaration' || second?.type !== 'ExportDefaultDeclaration' || others.length > 0)
    return false;
  const call = second.declaration;
  if (first.source.value !== 'unplugin-operations/koa' || call.type !== 'CallExpression') return false;
  const [handler, ...rest] = call.arguments;
  const isCall = call.callee.type === 'Identifier' && call.callee.name === 'defineOperation';
  if (!isCall || handler?.type !== 'FunctionExpression' || rest.length > 0) return false;
  return isStub(handler);
}

/** Whether a function does nothing but `throw problem(501, 'Not implemented yet')`, in any words: the file of a new operation has it. */
export function isStub({ body }: { readonly body: Node | null }): boolean {
  const [statement, ...more] = body?.type === 'BlockStatement' ? body.body : [];
  if (statement?.type !== 'ThrowStatement' || more.length > 0) return false;
  const thrown = statement.argument;
  if (thrown.type !== 'CallExpression' || !isNamed(thrown.callee, 'problem')) return false;
  const [status, ...others] = thrown.arguments;
  return status?.type === 'Literal' && status.value === 501 && others.every(({ type }) => type === 'Literal');
}

/** Whether a function does nothing but return `true`, also as `!0` or a promise of it, and log something before. */
export function returnsTrue({ body }: { readonly body: Node | null }): boolean {
  if (body?.type !== 'BlockStatement') return body !== null && isTrue(body);
  const statement = body.body.find((each) => each.type !== 'EmptyStatement' && !isLogged(each));
  return statement?.type === 'ReturnStatement' && isTrue(statement.argument);
}

/** Whether a function returns `true` wherever it ends, unless what it does before throws an error. */
export function endsInTrue({ body }: { readonly body: Node | null }): boolean {
  if (body?.type !== 'BlockStatement') return body !== null && isTrue(body);
  const last = body.body.at(-1);
  return last?.type === 'ReturnStatement' && isTrue(last.argument) && body.body.every(hasTrueReturns);
}

function hasTrueReturns(node: Node): boolean {
  if (node.type === 'ReturnStatement') return isTrue(node.argument);
  return 'params' in node || childrenOf(node).every(hasTrueReturns);
}

/** `console.log(...)`, without other calls in it. */
function isLogged(node: Node): boolean {
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'CallExpression') return false;
  const { callee, arguments: given } = node.expression;
  return callee.type === 'MemberExpression' && LOGGER.test(lastName(callee.object)) && !given.some(hasCall);
}

function hasCall(node: Node): boolean {
  return /^(?:Call|New|Await|Yield|TaggedTemplate)Expression$/.test(node.type) || childrenOf(node).some(hasCall);
}

/** The function that a function returns, if it makes one and returns nothing else: `(role) => (ctx) => ...`. */
export function returnedFunction({ async: isAsync, body }: MadeFunction): MadeFunction | undefined {
  if (body === null || isAsync) return undefined;
  if (body.type !== 'BlockStatement') return functionIn(body);
  const last = body.body.at(-1);
  const before = body.body.slice(0, -1);
  if (last?.type !== 'ReturnStatement' || last.argument === null || !before.every(goesOn)) return undefined;
  const { argument } = last;
  return argument.type === 'Identifier' ? declaredIn(before, argument.name) : functionIn(argument);
}

function functionIn(node: Node | null): MadeFunction | undefined {
  if (node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression') return functionIn(node.expression);
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression' ? node : undefined;
}

/** The function that statements bind to a name for good. */
function declaredIn(statements: readonly Node[], name: string): MadeFunction | undefined {
  for (const each of statements) {
    if (each.type === 'FunctionDeclaration' && each.id?.name === name) return each;
    if (each.type !== 'VariableDeclaration' || each.kind !== 'const') continue;
    const found = each.declarations.find(({ id }) => isNamed(id, name));
    if (found !== undefined) return functionIn(found.init);
  }
  return undefined;
}

/** Whether a function returns nothing in a statement: it throws there at most. */
function goesOn(statement: Node | null): boolean {
  switch (statement?.type) {
    case undefined:
    case 'VariableDeclaration':
    case 'FunctionDeclaration':
    case 'ExpressionStatement':
    case 'EmptyStatement':
    case 'ThrowStatement':
      return true;
    case 'IfStatement':
      return goesOn(statement.consequent) && goesOn(statement.alternate);
    case 'BlockStatement':
      return statement.body.every(goesOn);
    default:
      return false;
  }
}

function isTrue(node: Node | null): boolean {
  switch (node?.type) {
    case 'Literal':
      return node.value === true;
    case 'UnaryExpression':
      return node.operator === '!' && truthOf(node.argument) === false;
    case 'LogicalExpression':
      return node.operator === '||' && (isTrue(node.left) || (isBoolean(node.left) && isTrue(node.right)));
    case 'AwaitExpression':
      return isTrue(node.argument);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return isTrue(node.expression);
    case 'CallExpression':
      return isPromiseOf(node) && node.arguments.length === 1 && isTrue(node.arguments[0]!);
    default:
      return false;
  }
}

/** Whether a number, a text, `null`, a boolean or the negation of one is truthy; undefined for any other node. */
function truthOf(node: Node): boolean | undefined {
  if (node.type === 'Literal') return Boolean(node.value);
  const truth = node.type === 'UnaryExpression' && node.operator === '!' ? truthOf(node.argument) : undefined;
  return truth === undefined ? undefined : !truth;
}

/** `Promise.resolve(...)` */
function isPromiseOf({ callee }: CallExpression): boolean {
  return callee.type === 'MemberExpression' && isNamed(callee.object, 'Promise') && lastName(callee) === 'resolve';
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
  return parseModule(path, text)?.body.every(isType) ?? false;
}

function isType(statement: Program['body'][number]): boolean {
  if (statement.type === 'ImportDeclaration') return statement.importKind === 'type';
  if (statement.type === 'TSTypeAliasDeclaration' || statement.type === 'TSInterfaceDeclaration') return true;
  return statement.type === 'ExportNamedDeclaration' && statement.exportKind === 'type';
}

/** A comparison or a negation, whose value is `true` or `false`. */
function isBoolean(node: Node): boolean {
  return node.type === 'UnaryExpression'
    ? node.operator === '!'
    : node.type === 'BinaryExpression' && isComparison(node);
}
