import type { AssignmentExpression, CallExpression, MemberExpression, Node, Program } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { isNamed, lastName, literalText, visitEach } from '../module/nodes.ts';
import { isRequest, LocalValues, MAX_COPIES } from './local-values.ts';
import { isNothing } from './returned-values.ts';

/** Reads of headers, also by a name that has taken them from the context. */
const READS = /\bheaders?\b|\.\s*get\s*\(/;
const HAS_HEADERS = /^headers?$/;
const UPPER_CASE = /^[\w-]*[A-Z][\w-]*$/;

/** The result of a read if the client sends no such value: `ctx.get` makes it an empty text. */
type Missing = 'empty' | 'undefined';

/**
 * Reports reads of headers that are always undefined, because Node.js has their names in lower case, and comparisons with undefined or null that are never true of
 * a value that a client leaves out.
 */
export function checkUnsetHeaders(source: SourceText, program: Program, report: Report): void {
  // Few files need the walk.
  if (!READS.test(source.text)) return;
  const reads = new HeaderReads(program);
  const set = new Set<Node>();
  const assignments = { AssignmentExpression: ({ left }: AssignmentExpression) => void set.add(left) };
  new Visitor(visitEach(reads.visitor(), assignments)).visit(program);
  const at = ({ start, end }: Node): Location => locationIn(source, start, end);
  for (const node of reads.members) {
    const name = literalText(node.property) ?? '';
    if (!set.has(node) && UPPER_CASE.test(name) && reads.areHeaders(node.object))
      report(messages.unsetHeader(at(node.property), name));
  }
  for (const { operator, left, right } of reads.comparisons) {
    const missing = isNothing(right) ? reads.missingOf(left) : undefined;
    const isNever = missing === 'empty' || (operator.length === 3 && !isNamed(right, 'undefined'));
    if (missing !== undefined && isNever) report(messages.unsetComparison(at(left), missing));
  }
}

class HeaderReads {
  readonly #values: LocalValues;
  readonly members: MemberExpression[] = [];
  readonly comparisons: (Node & { type: 'BinaryExpression' })[] = [];

  constructor(program: Program) {
    this.#values = new LocalValues(program);
  }

  visitor(): object {
    return visitEach(this.#values.visitor(), {
      MemberExpression: (node: MemberExpression) => {
        if (node.computed) this.members.push(node);
      },
      BinaryExpression: (node: Node & { type: 'BinaryExpression' }) => {
        if (/^[!=]==?$/.test(node.operator)) this.comparisons.push(node);
      },
    });
  }

  /** Whether an expression is `ctx.headers`, or a name that has them from there. */
  areHeaders(given: Node): boolean {
    const node = bareExpression(given);
    if (node.type === 'MemberExpression')
      return HAS_HEADERS.test(lastName(node)) && isRequest(bareExpression(node.object));
    const { node: value, path = [] } = this.#values.sourceOf(node) ?? {};
    if (value === undefined) return false;
    if (path.length === 0) return value.type === 'MemberExpression' && this.areHeaders(value);
    return path.length === 1 && HAS_HEADERS.test(path[0]!) && isRequest(bareExpression(value));
  }

  /** The result of a read without a value from the client; undefined if the expression is something else. */
  missingOf(given: Node, copies: number = MAX_COPIES): Missing | undefined {
    const node = bareExpression(given);
    switch (node.type) {
      case 'Identifier': {
        const { node: value, path, fallback } = this.#values.sourceOf(node) ?? {};
        const isCopy = value !== undefined && path?.length === 0 && fallback === undefined && copies > 0;
        return isCopy ? this.missingOf(value, copies - 1) : undefined;
      }
      case 'LogicalExpression':
        return node.operator === '??' && this.missingOf(node.left, copies) === 'empty' ? 'empty' : undefined;
      case 'MemberExpression':
        return this.areHeaders(node.object) && !node.optional ? 'undefined' : undefined;
      case 'CallExpression':
        return missingOfCall(node);
      default:
        return undefined;
    }
  }
}

/** `ctx.get('x-key')`, and `ctx.cookies.get('sid')`. */
function missingOfCall({ callee }: CallExpression): Missing | undefined {
  if (callee.type !== 'MemberExpression' || lastName(callee) !== 'get') return undefined;
  const object = bareExpression(callee.object);
  if (isRequest(object)) return 'empty';
  const areCookies = object.type === 'MemberExpression' && lastName(object) === 'cookies';
  return areCookies && isRequest(bareExpression(object.object)) ? 'undefined' : undefined;
}
