import type { Node } from 'oxc-parser';
import { chainNames, isNamed, propertyName } from '../module/nodes.ts';
import type { Comparison } from './comparisons.ts';
import { comparisonVisitor, isSameness, valuesIn } from './comparisons.ts';
import type { KeptPromises } from './kept-promises.ts';
import type { NamesBoundOnce } from './names-bound-once.ts';
import { isPromiseMethod } from './returned-values.ts';

/** A name, or a property. */
export const IS_NAME = /^(?:Identifier|MemberExpression)$/;
/** `null`, `1`, `-1`, `'a'` and `` `a` ``. */
const IS_VALUE = /^(?:Literal|UnaryExpression|TemplateLiteral)$/;

/**
 * Finds what code compares, computes with or looks up, and of what it reads properties. A promise has no value for that.
 *
 * @param read Gets the expression, and what it is right to compare a promise with if that is the same one.
 */
export function readVisitors(read: (node: Node | null, others?: readonly Node[]) => void): object[] {
  const tagged = new Set<unknown>();
  const compare = (comparison: Comparison): void => {
    const { node, value, others } = comparison;
    const isSame = isSameness(comparison);
    read(value, isSame ? others : undefined);
    // Those with an operator come the other way around too.
    if (/^(?:CallExpression|SwitchStatement)$/.test(node.type))
      for (const each of others) read(each, isSame ? [value] : undefined);
  };
  const own = {
    BinaryExpression: ({ operator, left, right }: Node & { type: 'BinaryExpression' }) => {
      if (operator === 'instanceof' && !isNamed(right, 'Promise')) read(left);
      else if (!/^(?:[!=]==?|in.*)$/.test(operator)) for (const each of [left, right]) read(each);
    },
    UnaryExpression: ({ operator, argument }: Node & { type: 'UnaryExpression' }) => {
      if (/^[-+~]$/.test(operator)) read(argument);
    },
    AssignmentExpression: ({ operator, right }: Node & { type: 'AssignmentExpression' }) => {
      if (!/^(?:\?\?|\|\||&&)?=$/.test(operator)) read(right);
    },
    TaggedTemplateExpression: ({ quasi }: Node & { type: 'TaggedTemplateExpression' }) => void tagged.add(quasi),
    TemplateLiteral: (node: Node & { type: 'TemplateLiteral' }) => {
      if (!tagged.has(node)) for (const each of node.expressions) read(each);
    },
    // Promises have no other members, and no properties to destructure.
    MemberExpression: ({ object, property, computed }: Node & { type: 'MemberExpression' }) => {
      if (!isPromiseMethod(propertyName(property, computed))) read(object);
    },
    ObjectExpression: ({ properties }: Node & { type: 'ObjectExpression' }) => {
      for (const each of properties) if (each.type === 'SpreadElement') read(each.argument);
    },
    VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => {
      if (id.type === 'ObjectPattern') read(init);
    },
  };
  return [own, comparisonVisitor(compare)];
}

/** Whether a promise can be one of those that it is compared with: something else has got it, and they aren't values in code. */
export function mayBeSame(
  node: Node,
  others: readonly Node[],
  { names, kept }: { readonly names: NamesBoundOnce; readonly kept: KeptPromises },
): boolean {
  const all = others.flatMap((each) => valuesIn(each, names));
  const isKnown = all.length > 0 && all.every((each) => IS_VALUE.test(each.type) || isNamed(each, 'undefined'));
  if (isKnown || !IS_NAME.test(node.type)) return false;
  // Another function can have set a property, but not to what clients send.
  const isOpen = all.some(
    (each) => /^(?:Await|Call|Member)Expression$/.test(each.type) && !/^(?:auth|input)$/.test(chainNames(each)[0]!),
  );
  return isOpen || kept.isCopied(node);
}
