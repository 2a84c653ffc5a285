import type { Node, Program } from 'oxc-parser';
import { Visitor } from './visitor.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { isNamed } from './nodes.ts';
import { scopesOf } from './scopes.ts';

const counts = new WeakMap<Program, ReadonlyMap<string, number>>();

/**
 * How often the code of a module binds, reads or exports a name, which has its scope unless it is one of the module. Texts, comments and names of properties do not count, except for those of `exports`;
 * neither do `name.property = ...`, `name = ...` and `void name`, which use nothing.
 */
export function timesNamed(program: Program, name: string): number {
  return getOrAdd(counts, program, () => countNames(program)).get(name) ?? 0;
}

function countNames(program: Program): Map<string, number> {
  const found = new Map<string, number>();
  const scopes = scopesOf(program);
  const add = (node: Node, times: number): void => {
    const id = scopes.idOf(node);
    if (id !== undefined) found.set(id, (found.get(id) ?? 0) + times);
  };
  const skipKey = ({ key, computed }: { readonly key: Node; readonly computed: boolean }): void => {
    if (!computed) add(key, -1);
  };
  new Visitor({
    Identifier: (node) => add(node, 1),
    MemberExpression({ object, property, computed }) {
      if (!computed && !isExports(object)) add(property, -1);
    },
    Property: skipKey,
    MethodDefinition: skipKey,
    PropertyDefinition: skipKey,
    AccessorProperty: skipKey,
    TSPropertySignature: skipKey,
    TSMethodSignature: skipKey,
    ImportSpecifier: ({ imported }) => add(imported, -1),
    ExportSpecifier: ({ exported }) => add(exported, -1),
    ExpressionStatement({ expression }) {
      if (expression.type === 'AssignmentExpression') add(rootOf(expression.left), -1);
      else add(expression.type === 'UnaryExpression' ? expression.argument : expression, -1);
    },
  }).visit(program);
  return found;
}

function isExports(object: Node): boolean {
  if (object.type === 'MemberExpression')
    return isNamed(object.object, 'module') && isNamed(object.property, 'exports');
  return isNamed(object, 'exports');
}

/** The object that a chain of members begins with: `a` of `a.b.c`. */
export function rootOf(node: Node): Node {
  return node.type === 'MemberExpression' ? rootOf(node.object) : node;
}
