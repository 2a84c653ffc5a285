import type { Node, Program } from 'oxc-parser';
import { Visitor } from './visitor.ts';
import type { Span } from '../diagnostics/source.ts';
import { functionVisitor, isNamed, literalText } from './nodes.ts';

/** A call of the `require` that a CommonJS module is given. */
export interface RequireCall {
  readonly span: Span;
  /** The required module, if it is a string literal. */
  readonly name: string | undefined;
  /** Whether `.default` of its result is used, as of an ES module. */
  readonly takesDefault: boolean;
}

interface FoundCall {
  readonly call: Node;
  readonly argument: Node | undefined;
  /** The functions that contain it. */
  readonly within: readonly Node[];
}

/** Lists the calls of `require` in a module that binds no such name, except in functions that do. */
export function findRequires(program: Program): RequireCall[] {
  const found: FoundCall[] = [];
  const functions: Node[] = [];
  const shadowing = new Set<Node>();
  const defaults = new Defaults();
  const enter = (node: Node & { params: readonly Node[] }): void => {
    functions.push(node);
    if (node.params.some((param) => isNamed(param, 'require'))) shadowing.add(node);
  };
  const exit = (): void => void functions.pop();
  new Visitor({
    ...functionVisitor(enter, exit),
    VariableDeclarator({ id, init }) {
      if (isNamed(id, 'require') && functions.length > 0) shadowing.add(functions.at(-1)!);
      if (init !== null) defaults.bind(id, init);
    },
    MemberExpression: (node) => defaults.take(node),
    CallExpression(call) {
      if (isNamed(call.callee, 'require')) found.push({ call, argument: call.arguments[0], within: [...functions] });
    },
    TSImportEqualsDeclaration({ importKind, moduleReference: call }) {
      if (importKind !== 'type' && call.type === 'TSExternalModuleReference')
        found.push({ call, argument: call.expression, within: [] });
    },
  }).visit(program);
  return found
    .filter(({ within }) => !within.some((node) => shadowing.has(node)))
    .map(({ call, argument }) => ({
      span: { start: call.start, end: call.end },
      name: argument && staticText(argument),
      takesDefault: defaults.has(call),
    }));
}

/** The expressions whose `.default` is used: directly, in a pattern, or of the variable that has the value. */
class Defaults {
  readonly #expressions = new Set<Node>();
  readonly #names = new Set<string>();
  readonly #variables = new Map<Node, string>();

  bind(id: Node, init: Node): void {
    if (id.type === 'Identifier') this.#variables.set(init, id.name);
    if (id.type !== 'ObjectPattern') return;
    const takes = id.properties.some((property) => property.type === 'Property' && isNamed(property.key, 'default'));
    if (takes) this.#expressions.add(init);
  }

  take({ object, property }: { object: Node; property: Node }): void {
    if (!isNamed(property, 'default')) return;
    this.#expressions.add(object);
    if (object.type === 'Identifier') this.#names.add(object.name);
  }

  has(expression: Node): boolean {
    return this.#expressions.has(expression) || this.#names.has(this.#variables.get(expression) ?? '');
  }
}

/** The text of an expression, if a bundler can read it. */
function staticText(node: Node): string | undefined {
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return literalText(node);
  return node.quasis[0]?.value.cooked ?? undefined;
}
