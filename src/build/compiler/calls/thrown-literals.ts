import type { CallExpression, Node, Program } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import type { Span } from '../diagnostics/source.ts';
import { functionVisitor, identifierName } from '../module/nodes.ts';
import { calledName, problemMakers } from './problem-makers.ts';

/** The status of an error, and its location. */
export interface ThrownStatus {
  readonly status: number;
  readonly span: Span;
}

/** The methods of Koa's context that throw, and which argument is the status. */
const METHODS: Readonly<Record<string, number>> = { throw: 0, assert: 1 };

/** Lists the literal statuses that a module throws: `problem(404)` of this package, `ctx.throw(404)` and `ctx.assert(value, 404)`. */
export function findThrown(program: Program, text: string): ThrownStatus[] {
  // Most files throw nothing.
  if (!/\bproblem\b|\.\s*(?:throw|assert)\s*\(/.test(text)) return [];
  const contexts = new Set<string>();
  const calls: CallExpression[] = [];
  const enter = ({ params }: { readonly params: readonly Node[] }): void => {
    if (params[0]?.type === 'Identifier') contexts.add(params[0].name);
  };
  new Visitor({
    ...functionVisitor(enter),
    CallExpression: (call) => void calls.push(call),
  }).visit(program);
  const makers = problemMakers(program);
  return calls.flatMap(({ callee, arguments: given }) => {
    const position = statusPosition(callee, makers, contexts);
    const argument = position === undefined ? undefined : given[position];
    if (argument?.type !== 'Literal' || typeof argument.value !== 'number') return [];
    const { value: status, start, end } = argument;
    return Number.isInteger(status) && status >= 400 && status <= 599 ? [{ status, span: { start, end } }] : [];
  });
}

/** The position of the status among the arguments of a function that throws; undefined for any other function. */
function statusPosition(callee: Node, makers: ReadonlySet<string>, contexts: ReadonlySet<string>): number | undefined {
  if (makers.has(calledName(callee) ?? '')) return 0;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type !== 'Identifier') return undefined;
  const method = identifierName(callee.property) ?? '';
  return contexts.has(callee.object.name) && Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
}
