import { MagicString } from 'magic-string';
import type { Node } from 'oxc-parser';
import { parseSync } from 'oxc-parser';
import { Visitor } from './visitor.ts';

/**
 * Defers requires of packages to the first call. A require stays if the file uses its value in any way other than calling it.
 *
 * @param code CommonJS code.
 * @example lateRequires("const vary = require('vary')\nvary(res)", ['vary'])
 */
export function lateRequires(code: string, packages: readonly string[]): string {
  const { program, errors } = parseSync('late.cjs', code, { sourceType: 'commonjs' });
  if (errors.length > 0) return code;
  const text = new MagicString(code);
  const uses = new Map<string, number>();
  const count = (node: Node, by: number): void => {
    if (node.type === 'Identifier') uses.set(node.name, (uses.get(node.name) ?? 0) + by);
  };
  new Visitor({
    Identifier: (node) => count(node as Node, 1),
    CallExpression: ({ callee }) => count(boundOf(callee), -1),
    NewExpression: ({ callee }) => count(callee, -1),
    // These are names, not uses.
    MemberExpression: ({ property, computed }) => count(property, computed ? 0 : -1),
    Property: ({ key, computed, shorthand }) => count(key, computed || shorthand ? 0 : -1),
  }).visit(program);
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration' || statement.declarations.length !== 1) continue;
    const { id, init } = statement.declarations[0]!;
    // The declaration itself is the only use that is left.
    if (id.type !== 'Identifier' || init === null || uses.get(id.name) !== 1) continue;
    const call = init.type === 'MemberExpression' && !init.computed ? init.object : init;
    if (packages.some((name) => isRequire(call, name)))
      text.update(init.start, init.end, late(code.slice(init.start, init.end)));
  }
  return text.toString();
}

/** The function of `f.bind`, and any other callee itself. */
function boundOf(callee: Node): Node {
  const isBind =
    callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'bind';
  return isBind ? callee.object : callee;
}

function isRequire(node: Node, name: string): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
    return false;
  const [argument] = node.arguments;
  return argument?.type === 'Literal' && argument.value === name;
}

/** A function that loads the required one when it is first called, as a constructor too. */
function late(required: string): string {
  return `((load, f) => function (...args) { f ??= load(); return new.target ? new f(...args) : f(...args) })(() => ${required})`;
}
