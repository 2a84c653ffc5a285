import type { Declaration, Node, Program, Statement } from 'oxc-parser';
import { unwrap } from '../module/static-values.ts';
import type { Span } from '../diagnostics/source.ts';
import { propertyName } from '../module/nodes.ts';

/** An exported object, class or namespace, and the names in it. */
export interface ExportedMembers {
  /** `default`, or the name that the file gives it. */
  readonly name: string;
  /** Of the statement or specifier that exports it. */
  readonly span: Span;
  /** Those of objects in an object have its name before them: `schema.security`. */
  readonly members: readonly string[];
}

/** Lists the exports of a module that can contain functions. */
export function exportedMembers({ body }: Program): ExportedMembers[] {
  const declared = new Map(body.flatMap((statement) => declarationsIn(declarationOf(statement))));
  return body.flatMap((statement): ExportedMembers[] => {
    const { start, end } = statement;
    if (statement.type === 'ExportDefaultDeclaration') {
      const own = unwrap(statement.declaration);
      const members = own.type === 'Identifier' ? declared.get(own.name) : memberNames(own);
      return members === undefined ? [] : [{ name: 'default', span: { start, end }, members }];
    }
    if (statement.type !== 'ExportNamedDeclaration' || statement.source !== null) return [];
    const own = declarationsIn(statement.declaration).map(([name, members]) => ({
      name,
      span: { start, end },
      members,
    }));
    const listed = statement.specifiers.flatMap(({ local, start: from, end: to }): ExportedMembers[] => {
      const name = local.type === 'Literal' ? local.value : local.name;
      const members = declared.get(name);
      return members === undefined ? [] : [{ name, span: { start: from, end: to }, members }];
    });
    return [...own, ...listed];
  });
}

function declarationOf(statement: Statement): Node | null {
  return statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
}

/** The names that a declaration binds to objects, classes and namespaces, with their members. */
function declarationsIn(declaration: Declaration | Node | null): [name: string, members: readonly string[]][] {
  if (declaration?.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id, init }): [string, readonly string[]][] => {
      const members = init === null ? undefined : memberNames(unwrap(init));
      return id.type === 'Identifier' && members !== undefined ? [[id.name, members]] : [];
    });
  if (declaration?.type !== 'ClassDeclaration' && declaration?.type !== 'TSModuleDeclaration') return [];
  const members = memberNames(declaration);
  return declaration.id?.type === 'Identifier' && members !== undefined ? [[declaration.id.name, members]] : [];
}

/** The names in an object, a class or a namespace; undefined for any other node. */
export function memberNames(node: Node): string[] | undefined {
  switch (node.type) {
    case 'ObjectExpression':
      return node.properties.flatMap((each) => {
        const name = each.type === 'Property' ? propertyName(each.key, each.computed) : undefined;
        if (each.type !== 'Property' || name === undefined) return [];
        const inner = unwrap(each.value);
        return [name, ...(inner.type === 'ObjectExpression' ? memberNames(inner)! : []).map((one) => `${name}.${one}`)];
      });
    case 'ClassDeclaration':
    case 'ClassExpression':
      return node.body.body.flatMap((each) => ('key' in each ? (propertyName(each.key, each.computed) ?? []) : []));
    case 'TSModuleDeclaration':
      return node.body?.type === 'TSModuleBlock' ? node.body.body.flatMap(statementNames) : undefined;
    default:
      return undefined;
  }
}

/** The names that a statement of a namespace exports. */
function statementNames(statement: Node): string[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined;
  if (declaration?.type === 'FunctionDeclaration') return declaration.id === null ? [] : [declaration.id.name];
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
}
