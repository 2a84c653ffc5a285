import type { Node, Program } from 'oxc-parser';
import { isOwnPackage } from '../module/entries.ts';
import { identifierName, patternNames } from '../module/nodes.ts';
import { calledModule, unwrap } from '../module/static-values.ts';

/** The names by which a module calls `problem` of this package: `problem`, `koa.problem` for a namespace, or a constant that is one of these. */
export function problemMakers({ body }: Program): ReadonlySet<string> {
  const makers = new Set(body.flatMap(takenBy));
  for (const statement of makers.size > 0 ? body : [])
    for (const { id, init } of statement.type === 'VariableDeclaration' ? statement.declarations : [])
      if (id.type === 'Identifier' && init !== null && makers.has(calledName(init) ?? '')) makers.add(id.name);
  return makers;
}

/** The names by which a module calls those of `http-errors`: `createError`, and `createError.` for the classes that it has. */
export function httpErrorMakers({ body }: Program): ReadonlySet<string> {
  return new Set(body.flatMap(httpErrorsBy));
}

/** Whether an expression calls one of the functions or classes with these names. */
export function isMadeBy(node: Node, makers: ReadonlySet<string>): boolean {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  const name = calledName(node.callee) ?? '';
  return makers.has(name) || (CLASS.test(name) && makers.has(name.replace(CLASS, '.')));
}

/** `Unauthorized` behind the name of what has it. */
const CLASS = /\.[A-Z]\w*$/;
const STARTS_LARGE = /^[A-Z]/;
const HTTP_ERRORS = 'http-errors';

function httpErrorsBy(statement: Program['body'][number]): string[] {
  if (statement.type === 'ImportDeclaration')
    return statement.source.value !== HTTP_ERRORS
      ? []
      : statement.specifiers.flatMap((one) => {
          const isClass = one.type === 'ImportSpecifier' && identifierName(one.imported) !== 'default';
          if (isClass) return STARTS_LARGE.test(identifierName(one.imported) ?? '') ? [one.local.name] : [];
          return [one.local.name, `${one.local.name}.`];
        });
  const declared = statement.type === 'VariableDeclaration' ? statement.declarations : [];
  return declared.flatMap(({ id, init }) => {
    if (init === null || calledModule(init) !== HTTP_ERRORS) return [];
    if (id.type === 'Identifier') return [id.name, `${id.name}.`];
    return patternNames(id).filter((name) => STARTS_LARGE.test(name));
  });
}

function takenBy(statement: Program['body'][number]): string[] {
  if (statement.type === 'ImportDeclaration') {
    if (!isOwnPackage(statement.source.value)) return [];
    return statement.specifiers.flatMap((one) => {
      if (one.type === 'ImportNamespaceSpecifier') return [`${one.local.name}.problem`];
      return one.type === 'ImportSpecifier' && identifierName(one.imported) === 'problem' ? [one.local.name] : [];
    });
  }
  if (statement.type !== 'VariableDeclaration') return [];
  return statement.declarations.flatMap(({ id, init }) => {
    if (init === null || !isOwnPackage(calledModule(init))) return [];
    if (id.type === 'Identifier') return [`${id.name}.problem`];
    return id.type !== 'ObjectPattern'
      ? []
      : id.properties.flatMap((one) =>
          one.type === 'Property' && identifierName(one.key) === 'problem' ? (identifierName(one.value) ?? []) : [],
        );
  });
}

/** The name that is called: `problem`, or `koa.problem`. */
export function calledName(given: Node): string | undefined {
  const callee = unwrap(given);
  if (callee.type !== 'MemberExpression' || callee.computed) return identifierName(callee);
  return `${identifierName(callee.object)}.${identifierName(callee.property)}`;
}
