import type { Node, Program } from 'oxc-parser';
import { isOwnPackage } from '../module/entries.ts';
import { identifierName } from '../module/nodes.ts';
import { calledModule, unwrap } from '../module/static-values.ts';

/** The names by which a module calls `problem` of this package: `problem`, `koa.problem` for a namespace, or a constant that is one of these. */
export function problemMakers({ body }: Program): ReadonlySet<string> {
  const makers = new Set(body.flatMap(takenBy));
  for (const statement of makers.size > 0 ? body : [])
    for (const { id, init } of statement.type === 'VariableDeclaration' ? statement.declarations : [])
      if (id.type === 'Identifier' && init !== null && makers.has(calledName(init) ?? '')) makers.add(id.name);
  return makers;
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
