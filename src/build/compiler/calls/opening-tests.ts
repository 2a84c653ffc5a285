import type { CallExpression, IfStatement, Node, Program } from 'oxc-parser';
import type { Span } from '../diagnostics/source.ts';
import { isSpanIn } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { functionVisitor, isNamed, lastName, literalText, visitEach } from '../module/nodes.ts';
import { VERIFY } from './call-effects.ts';
import type { LocalValues } from './local-values.ts';
import { isLog } from './named-calls.ts';
import type { Outcome } from './statement-ends.ts';
import { endOf, isNegative, onlyGoesOn, resultOf, statementsOf } from './statement-ends.ts';
import { throwsProblem } from './refusals.ts';
import { isNothing } from './returned-values.ts';
import { lengthOwner } from './secret-tests.ts';

/** A condition on which code lets a request go on, without the comparison that it has for others. */
export interface OpeningTest {
  readonly test: Node;
  /** The values that are unset then. */
  readonly values: readonly Node[];
  /** Where the comparison is. */
  readonly spans: readonly Span[];
  /** By its result, or by not refusing. */
  readonly outcome: Outcome;
}

/** Code that runs only if a condition is met, or not met. */
interface Branch {
  readonly test: Node;
  readonly isMet: boolean;
  readonly span: Span;
  /** The code that runs otherwise. */
  readonly other: Node | null;
}

/** Finds the conditions of a file that let requests go on, and those that refuse them. */
export class OpeningTests {
  readonly found: OpeningTest[] = [];
  /** Those that only write to a log. */
  readonly logged: Node[] = [];
  readonly #values: LocalValues;
  readonly #calls: CallExpression[] = [];
  readonly #conditions: Node[] = [];
  readonly #negative: Node[] = [];
  readonly #refusing: { readonly test: Node; readonly isNegated: boolean }[] = [];
  readonly #bodies = new Set<Node>();
  readonly #optional: Branch[] = [];

  constructor(values: LocalValues) {
    this.#values = values;
  }

  visitor(): object {
    return visitEach(
      functionVisitor((node) => void this.#bodies.add((node as Node & { body: Node }).body)),
      {
        Program: ({ body }: Program) => this.#branches(body, body, false),
        BlockStatement: (block: Node & { type: 'BlockStatement' }) => {
          this.#branches(block.body, block.body, this.#bodies.has(block));
        },
        IfStatement: ({ test, consequent, alternate }: IfStatement) => this.#either(test, consequent, alternate),
        ConditionalExpression: ({ test, consequent, alternate }: Node & { type: 'ConditionalExpression' }) => {
          this.#either(test, consequent, alternate);
          this.#choose(test, consequent, alternate);
        },
        ExpressionStatement: ({ expression }: Node & { type: 'ExpressionStatement' }) => {
          // `KEY && check(ctx);`
          if (expression.type === 'LogicalExpression')
            this.#open(expression.left, expression.operator === '||', 'next', [expression.right]);
        },
        LogicalExpression: ({ operator, left, right }: Node & { type: 'LogicalExpression' }) => {
          if (operator !== '??')
            this.#optional.push({ test: left, isMet: operator === '&&', span: right, other: null });
          if (operator === '||') this.#open(left, true, 'true', [right]);
          if (operator !== '??' && resultOf(right) === 'closed') this.#refuse(left, operator === '&&');
        },
        CallExpression: (call: CallExpression) => {
          this.#calls.push(call);
          if (throwsProblem(call) && call.arguments[0] !== undefined) this.#refuse(call.arguments[0], false);
          if (isVerification(call)) this.#refuse(call, false);
        },
      },
    );
  }

  /** The spans of code, and those of the functions of the file that it calls. */
  withCalled(spans: readonly Span[]): Span[] {
    const called = this.#calls
      .filter((call) => spans.some((each) => isSpanIn(call, each)))
      .flatMap(({ callee }) => this.#values.functionOf(callee) ?? []);
    return [...spans, ...called];
  }

  /** The conditions without which a call isn't reached, and nothing else refuses the request. */
  skipping(call: Node): OpeningTest[] {
    return this.#optional.flatMap(({ test, isMet, span, other }) => {
      if (!isSpanIn(call, span) || (other !== null && this.#isVerified(other))) return [];
      return { test, values: unsetIn(test, !isMet), spans: [span], outcome: 'next' };
    });
  }

  /** Whether code refuses each request, or verifies it in another way. */
  #isVerified(node: Node): boolean {
    return isClosed(endOf([node])) || this.#calls.some((call) => isVerification(call) && isSpanIn(call, node));
  }

  /** Whether a comparison in one of some spans refuses the request there if it doesn't match. */
  isRefusal(comparison: Node, isNegated: boolean, spans: readonly Span[]): boolean {
    return this.#refusing.some(
      ({ test, ...each }) =>
        each.isNegated === isNegated && isSpanIn(comparison, test) && spans.some((span) => isSpanIn(test, span)),
    );
  }

  /** Whether the result of the function can be that of a comparison, which isn't in the condition of a statement, or is in that of `key !== KEY ? null : user`. */
  isResult(comparison: Node, isNegated: boolean, outcome: Outcome): boolean {
    const isIn = (each: Node): boolean => isSpanIn(comparison, each);
    if (isNegated) return outcome === 'object' && this.#negative.some(isIn);
    return outcome !== 'next' && !this.#conditions.some(isIn);
  }

  /** @param list The statements that some are in. */
  #branches(statements: readonly Node[], list: readonly Node[], isBody: boolean): void {
    for (const each of statements) {
      if (each.type !== 'IfStatement') continue;
      const rest = list.filter(({ start }) => start >= each.end);
      this.#branch(each, rest, isBody);
      // Those of a block are in a list, too.
      this.#branches([each.consequent, ...(each.alternate === null ? [] : [each.alternate])], rest, isBody);
    }
  }

  #branch({ test, consequent, alternate }: IfStatement, rest: readonly Node[], isBody: boolean): void {
    this.#conditions.push(test);
    const others = alternate === null ? [] : [alternate];
    const [outcome, opposite] = [endOf([consequent]), endOf(others)];
    const [end, other] = [endOf([consequent, ...rest]), endOf([...others, ...rest])];
    const isEnd = (it: Outcome): boolean => isClosed(it) || (isBody && it === 'falls');
    if (isClosed(outcome) || (isOpen(opposite) && isEnd(end))) this.#refuse(test, true);
    if (isClosed(opposite) || (isOpen(outcome) && isEnd(other))) this.#refuse(test, false);
    // `if (KEY && key !== KEY) return;`
    if (isClosed(outcome)) this.#open(test, false, other === 'next' ? other : 'object', [test]);
    if (alternate === null && statementsOf(consequent).every(isLogged) && unsetIn(test, true).length > 0)
      this.logged.push(test);
    const whenTrue = onlyGoesOn([consequent, ...rest]);
    if (isOpen(whenTrue)) this.#open(test, true, whenTrue, [test, ...others, ...rest]);
    // Nothing comes after the check that it leaves out.
    else if (whenTrue === 'returns') this.#open(test, true, 'next', rest.slice(-1));
    const whenFalse = onlyGoesOn([...others, ...rest]);
    if (isOpen(whenFalse)) this.#open(test, false, whenFalse, [test, consequent]);
    else if (alternate === null && outcome === 'falls')
      this.#open(test, false, 'next', statementsOf(consequent).slice(-1));
  }

  #either(test: Node, consequent: Node, alternate: Node | null): void {
    this.#optional.push({ test, isMet: true, span: consequent, other: alternate });
    if (alternate !== null) this.#optional.push({ test, isMet: false, span: alternate, other: consequent });
  }

  #choose(test: Node, consequent: Node, alternate: Node): void {
    const [whenTrue, whenFalse] = [resultOf(consequent), resultOf(alternate)];
    if (isNegative(consequent)) this.#negative.push(test);
    if (whenTrue === 'closed') this.#refuse(test, true);
    if (whenFalse === 'closed') this.#refuse(test, false);
    if (isOpen(whenTrue)) this.#open(test, true, whenTrue, [test, alternate]);
    if (isOpen(whenFalse)) this.#open(test, false, whenFalse, [test, consequent]);
  }

  #open(test: Node, isMet: boolean, outcome: Outcome, spans: readonly Span[]): void {
    const values = unsetIn(test, isMet);
    if (values.length > 0 && spans.length > 0) this.found.push({ test, values, spans, outcome });
  }

  #refuse(test: Node, isNegated: boolean): void {
    this.#refusing.push({ test, isNegated });
    const node = bareExpression(test);
    const inner = node.type === 'UnaryExpression' ? bareExpression(node.argument) : node;
    if (inner !== node && inner.type === 'LogicalExpression') this.#refuse(inner, !isNegated);
  }
}

/** The values of a condition each of which alone, if it is unset, makes it met, or not met. */
export function unsetIn(given: Node, isMet: boolean): Node[] {
  const node = bareExpression(given);
  switch (node.type) {
    case 'LogicalExpression':
      return node.operator === (isMet ? '||' : '&&')
        ? [node.left, node.right].flatMap((each) => unsetIn(each, isMet))
        : [];
    case 'UnaryExpression':
      return node.operator === '!' ? unsetIn(node.argument, !isMet) : [];
    case 'BinaryExpression':
      if (lengthOwner(node.left) !== undefined) return isLengthTest(node, isMet) ? [node.left] : [];
      return node.operator.startsWith('!') !== isMet && (isNothing(node.right) || literalText(node.right) === '')
        ? [node.left]
        : [];
    case 'CallExpression':
      return isNamed(node.callee, 'Boolean') ? node.arguments.flatMap((each) => unsetIn(each, isMet)) : [];
    default:
      return isMet ? [] : [node];
  }
}

/** Whether a comparison of a length is met, or not met, by that of an empty or missing value: `keys.length > 0`. */
function isLengthTest({ operator, left, right }: Node & { type: 'BinaryExpression' }, isMet: boolean): boolean {
  const limit = right.type === 'Literal' ? right.value : undefined;
  if (typeof limit !== 'number') return false;
  // `undefined` compares as `NaN` does.
  const length = left.type === 'ChainExpression' ? Number.NaN : 0;
  const results: Readonly<Record<string, boolean>> = {
    '>': length > limit,
    '>=': length >= limit,
    '<': length < limit,
    '<=': length <= limit,
    '==': length === limit,
    '===': length === limit,
    '!=': length !== limit,
    '!==': length !== limit,
  };
  return results[operator] === isMet;
}

function isOpen(outcome: Outcome): boolean {
  return outcome === 'true' || outcome === 'object' || outcome === 'next';
}

function isClosed(outcome: Outcome): boolean {
  return outcome === 'closed' || outcome === 'returns';
}

function isLogged(node: Node): boolean {
  return (
    node.type === 'ExpressionStatement' &&
    node.expression.type === 'CallExpression' &&
    node.expression.callee.type === 'MemberExpression' &&
    isLog(node.expression.callee)
  );
}

function isVerification({ callee }: CallExpression): boolean {
  return lastName(callee) === VERIFY;
}
