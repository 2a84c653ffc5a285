import type { Declaration, Node, Program, Statement } from 'oxc-parser';
import { unwrap } from '../module/static-values.ts';
import type { Span } from '../diagnostics/source.ts';
import { identifierName, propertyName } from '../module/nodes.ts';

/** An exported object, class or namespace, and the names in it. */
export interface ExportedMembers {
  /** `default`, or the name that the file gives it. */
  readonly name: string;
  /** Of the statement or specifier that exports it. */
  readonly span: Span;
  /** Those of objects in an object have its name before them: `schema.security`. */
  readonly members: readonly string[];
  /** Whether only one of its functions is exported: `export default pets.read`. */
  readonly isPart?: true;
}

/** Lists the exports of a module that can contain functions. */
export function exportedMembers({ body }: Program): ExportedMembers[] {
  const declared = new Map(body.flatMap((statement) => declarationsIn(declarationOf(statement))));
  return body.flatMap((statement): ExportedMembers[] => {
    const { start, end } = statement;
    if (statement.type === 'ExportDefaultDeclaration') {
      const own = unwrap(statement.declaration);
      const part = partOf(own);
      if (part !== undefined) {
        const { owner, span } = part;
        const beside = declared.get(owner);
        return beside === undefined ? [] : [{ name: owner, span, members: beside, isPart: true }];
      }
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

/** The name of the object or class in `pets.read`, `new Pets().read` and `defineOperation(pets.read)`. */
function partOf(node: Node): { readonly owner: string; readonly span: Span } | undefined {
  const [given] = node.type === 'CallExpression' ? node.arguments : [node];
  const member = given && unwrap(given);
  if (member?.type !== 'MemberExpression') return undefined;
  const object = unwrap(member.object as Node);
  const owner = identifierName(object.type === 'NewExpression' ? object.callee : object);
  return owner === undefined ? undefined : { owner, span: { start: member.start, end: member.end } };
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
