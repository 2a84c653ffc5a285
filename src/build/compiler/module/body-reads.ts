import type { Node, Program } from 'oxc-parser';
import { Visitor } from './visitor.ts';
import type { Span } from '../diagnostics/source.ts';
import { propertyName } from './nodes.ts';
import { unwrap } from './static-values.ts';

/** A property of the body that a file reads by its name. */
export interface BodyRead {
  readonly name: string;
  readonly span: Span;
}

/**
 * Finds the properties of the request's body that a file reads by name: `ctx.input.body.id`, `input.body.id` and `const { id } = ctx.input.body`.
 * A property that the file also sets is not among them.
 */
export function findBodyReads(text: string, program: Program): BodyRead[] {
  // Few files need the walk.
  if (!/\bbody\b/.test(text) || !/\binput\b/.test(text)) return [];
  const reads: BodyRead[] = [];
  const set = new Set<string>();
  const add = (name: string | undefined, { start, end }: Node): void => {
    if (name !== undefined) reads.push({ name, span: { start, end } });
  };
  new Visitor({
    MemberExpression: (node) => {
      if (isBody(node.object)) add(propertyName(node.property, node.computed), node.property);
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'ObjectPattern' || init === null || !isBody(init)) return;
      for (const property of id.properties)
        if (property.type === 'Property') add(propertyName(property.key, property.computed), property.key);
    },
    AssignmentExpression: ({ left }) => {
      if (left.type === 'MemberExpression' && isBody(left.object))
        set.add(propertyName(left.property, left.computed) ?? '');
    },
  }).visit(program);
  return reads.filter(({ name }) => !set.has(name));
}

/** Whether an expression is `ctx.input.body` or `input.body`. */
function isBody(given: Node): boolean {
  const node = bareExpression(given);
  if (node.type !== 'MemberExpression' || propertyName(node.property, node.computed) !== 'body') return false;
  const input = bareExpression(node.object);
  if (input.type === 'Identifier') return input.name === 'input';
  return input.type === 'MemberExpression' && propertyName(input.property, input.computed) === 'input';
}

/** An expression without the parts that only TypeScript and optional chains have. */
export function bareExpression(node: Node): Node {
  const bare = unwrap(node);
  return bare.type === 'ChainExpression' ? bareExpression(bare.expression) : bare;
}
