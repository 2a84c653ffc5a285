import type { CallExpression, Node, Program } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { isSpanIn, locationIn } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { functionVisitor, visitEach } from '../module/nodes.ts';
import { ContextPaths } from './context-paths.ts';
import { namesSet } from './early-reads.ts';
import { isTest } from './returned-values.ts';

/** The methods that koa-passport gives the context and its request. */
const METHODS = /\bis(?:Una|A)uthenticated\b/;
const PATH = /^(?:req(?:uest)?\.)?(is(?:Una|A)uthenticated)$/;

/** Reports methods of koa-passport that are conditions, which are always true: `if (!ctx.isAuthenticated)`. Code that also calls the method there is right. */
export function checkUncalledMethods(source: SourceText, program: Program, report: Report): void {
  // Few files need the walk.
  if (!METHODS.test(source.text)) return;
  const paths = new ContextPaths(program, []);
  const tested = new Set<Node>();
  const called: Node[] = [];
  const functions: Node[] = [];
  const visitor = visitEach(
    paths.visitor(),
    functionVisitor((node) => void functions.push(node)),
    testVisitor((node) => void tested.add(node), called),
  );
  new Visitor(visitor).visit(program);
  const nameOf = (node: Node): string | undefined => PATH.exec(paths.of(node)?.names.join('.') ?? '')?.[1];
  const set = namesSet(program);
  for (const node of tested) {
    const name = nameOf(node);
    if (name === undefined || set.has(name)) continue;
    // The last one around it is the innermost.
    const around = functions.findLast((each) => isSpanIn(node, each)) ?? program;
    if (!called.some((each) => isSpanIn(each, around) && nameOf(each) === name))
      report(messages.uncalledMethod(locationIn(source, node.start, node.end), name));
  }
}

/** Sees the values of conditions, and the functions that are called. */
function testVisitor(note: (node: Node) => void, called: Node[]): object {
  const decide = (given: Node): void => {
    const node = bareExpression(given);
    if (node.type === 'LogicalExpression') [node.left, node.right].forEach(decide);
    else note(node);
  };
  const byTest = ({ test }: { test: Node }): void => decide(test);
  return {
    IfStatement: byTest,
    ConditionalExpression: byTest,
    LogicalExpression: ({ left }: Node & { type: 'LogicalExpression' }) => decide(left),
    UnaryExpression: ({ operator, argument }: Node & { type: 'UnaryExpression' }) => {
      if (operator === '!') decide(argument);
    },
    CallExpression: ({ callee, arguments: [given] }: CallExpression) => {
      called.push(bareExpression(callee));
      // `ctx.isAuthenticated.call(ctx)`
      if (callee.type === 'MemberExpression') called.push(bareExpression(callee.object));
      if (given !== undefined && isTest(callee)) decide(given);
    },
  };
}
