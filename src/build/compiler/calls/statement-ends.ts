import type { Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { lastName } from '../module/nodes.ts';
import { isLog } from './named-calls.ts';
import { makesProblem, refuses } from './refusals.ts';
import { isNothing } from './returned-values.ts';

/**
 * How code of a guard ends: with `true`, with an object, which verifiers return, with `next()`, with a refusal, with `return;`, by coming to its end, or otherwise.
 */
export type Outcome = 'true' | 'object' | 'next' | 'closed' | 'returns' | 'falls' | 'other';

/** How statements end, whatever they do before. */
export function endOf(statements: readonly Node[]): Outcome {
  for (const each of statements.flatMap(statementsOf)) {
    const outcome = outcomeOf(each);
    if (outcome !== 'falls') return outcome;
  }
  return 'falls';
}

/** The same, but `other` if they do more before than to set something and to write to a log. */
export function onlyGoesOn(statements: readonly Node[]): Outcome {
  for (const each of statements.flatMap(statementsOf)) {
    const outcome = outcomeOf(each);
    if (outcome !== 'falls') return outcome;
    if (!isHarmless(each)) return 'other';
  }
  return 'falls';
}

export function statementsOf(node: Node): Node[] {
  return node.type === 'BlockStatement' ? node.body.flatMap(statementsOf) : [node];
}

/** How code ends whose result an expression is. */
export function resultOf(given: Node): Outcome {
  const node = bareExpression(given);
  if (node.type === 'AwaitExpression') return resultOf(node.argument);
  if (node.type === 'ObjectExpression') return 'object';
  if (node.type === 'Literal' && node.value === true) return 'true';
  if (refuses(node)) return 'closed';
  return node.type === 'CallExpression' && /^_?next$/.test(lastName(node.callee)) ? 'next' : 'other';
}

/** Whether a result refuses a request: that of a verifier or an `authorize`. */
export function isNegative(given: Node): boolean {
  const node = bareExpression(given);
  return isNothing(node) || (node.type === 'Literal' && node.value === false);
}

function outcomeOf(node: Node): Outcome {
  switch (node.type) {
    case 'ThrowStatement':
      return 'closed';
    case 'ReturnStatement': {
      if (node.argument === null) return 'returns';
      const value = bareExpression(node.argument);
      return isNegative(value) || makesProblem(value) ? 'closed' : resultOf(value);
    }
    case 'ExpressionStatement': {
      const outcome = resultOf(node.expression);
      return outcome === 'next' || outcome === 'closed' ? outcome : 'falls';
    }
    default:
      return 'falls';
  }
}

function isHarmless(node: Node): boolean {
  if (node.type !== 'ExpressionStatement') return false;
  const { expression } = node;
  return (
    expression.type === 'AssignmentExpression' || (expression.type === 'CallExpression' && isLog(expression.callee))
  );
}
