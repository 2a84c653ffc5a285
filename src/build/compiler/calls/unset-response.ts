import type { AssignmentExpression, CallExpression, Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import type { Span } from '../diagnostics/source.ts';
import { isSpanIn } from '../diagnostics/source.ts';
import { childrenOf, identifierName, isLoop, lastName, patternTargets } from '../module/nodes.ts';
import type { AnyFunction } from './read-order.ts';
import { ReadOrder } from './read-order.ts';
import { CONTEXT } from './refusals.ts';

/**
 * Finds the reads of `ctx.body` in a function before it or `next()` sets it. It is the response, but in other frameworks the body of the request.
 */
export function findUnsetResponse(text: string, found: AnyFunction): readonly Span[] {
  // Few files need the walk.
  if (!/\bbody\b/.test(text.slice(found.start, found.end))) return [];
  const reads = new ReadOrder(['body', 'response.body']).readIn(found).filter(({ isSure }) => isSure);
  if (reads.length === 0) return [];
  const { setFrom, passed } = usesIn(found);
  return reads
    .map(({ span }) => span)
    .filter((span) => setFrom.every((start) => span.start < start) && !passed.some((each) => isSpanIn(span, each)));
}

interface Uses {
  /** From where on the body may be set. */
  readonly setFrom: number[];
  /** The expressions that are returned as they are: they decide nothing. */
  readonly passed: Span[];
}

function usesIn(found: AnyFunction): Uses {
  const uses: Uses = { setFrom: [], passed: [] };
  const visit = (node: Node, loop: Node | undefined): void => {
    const around = loop ?? (isLoop(node) ? node : undefined);
    if (setsBody(node)) uses.setFrom.push((around ?? node).start);
    if (node.type === 'ReturnStatement' && node.argument !== null) pass(node.argument);
    for (const child of childrenOf(node)) visit(child, around);
  };
  const pass = (given: Node): void => {
    const node = bareExpression(given);
    if (node.type === 'LogicalExpression') pass(node.left);
    if (node.type === 'MemberExpression' && lastName(node) === 'body') uses.passed.push(node);
  };
  visit(found, undefined);
  if (found.body !== null) pass(found.body);
  return uses;
}

/** Whether an expression sets the body of the response, or calls a method of the context that may do it. */
function setsBody(node: Node): boolean {
  if (node.type === 'AssignmentExpression') return targetsBody(node);
  if (node.type !== 'CallExpression') return false;
  const { callee } = node as CallExpression;
  return (
    callee.type === 'MemberExpression' &&
    CONTEXT.test(identifierName(bareExpression(callee.object)) ?? '') &&
    !READS.test(lastName(callee))
  );
}

/** Methods of a context that don't set its body. */
const READS = /^(?:accepts\w*|append|assert|get|is|remove|set|throw|vary)$/;

function targetsBody({ left }: AssignmentExpression): boolean {
  return patternTargets(left).some((each) => each.type === 'MemberExpression' && lastName(each) === 'body');
}
