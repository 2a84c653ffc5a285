import type { AssignmentExpression, CallExpression, IfStatement, MemberExpression, Node } from 'oxc-parser';
import type { Span } from '../diagnostics/source.ts';
import { isSpanIn } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import {
  functionVisitor,
  identifierName,
  isComparison,
  isNamed,
  lastName,
  literalText,
  visitEach,
} from '../module/nodes.ts';
import { VERIFY } from './call-effects.ts';
import { isNamedAsGuard, isNamedAsPredicate } from './named-calls.ts';
import { refuses, throwsProblem } from './refusals.ts';
import { isNothing } from './returned-values.ts';

/** A comparison of two expressions, either of which can be the secret. */
export interface SecretComparison {
  /** The whole comparison. */
  readonly node: Node;
  readonly client: Node;
  readonly secret: Node;
  /** `list`: whether a list has it; `part`: a part of a text, or a pattern; `call`: a function that throws an error for undefined; `closed`: one that refuses every unset secret. */
  readonly kind: 'same' | 'list' | 'part' | 'call' | 'closed';
}

/** A condition: that a value isn't undefined or null (`defined`), isn't an empty text (`filled`), or neither (`true`). */
export interface ValueTest {
  readonly node: Node;
  readonly kind: 'defined' | 'filled' | 'true';
}

const EQUALS = /equals?$|^(?:timingSafe|constantTime|safe|secure)\w*(?:Equal|Compare)|^tsscmp$/i;
const ASSERTS = /^(?:assert\w*|ok|invariant|ensure\w*|check\w*|require[A-Z]\w*)$/;

/** The comparisons and tests of a file, and where it decides whether a client may go on. */
export class SecretTests {
  readonly comparisons: SecretComparison[] = [];
  readonly tests: ValueTest[] = [];
  /** `KEY && key !== KEY`, and `!KEY || key === KEY`. */
  readonly pairs: (Node & { type: 'LogicalExpression' })[] = [];
  readonly calls: CallExpression[] = [];
  readonly #guards: Span[] = [];

  visitor(): object {
    return visitEach(this.#comparisonVisitor(), this.#testVisitor(), this.#guardVisitor());
  }

  /** Whether a node is in a condition of a refusal, or in a function whose result decides. */
  isInGuard(node: Node): boolean {
    return this.#guards.some((each) => isSpanIn(node, each));
  }

  #compare(node: Node, client: Node, secret: Node, kind: SecretComparison['kind']): void {
    this.comparisons.push({ node, client, secret, kind });
  }

  #comparisonVisitor(): object {
    const both = (node: Node, one: Node, other: Node, kind: SecretComparison['kind']): void => {
      this.#compare(node, one, other, kind);
      this.#compare(node, other, one, kind);
    };
    return {
      BinaryExpression: (node: Node & { type: 'BinaryExpression' }) => {
        if (/^[!=]==?$/.test(node.operator)) both(node, node.left, node.right, 'same');
      },
      SwitchStatement: ({ discriminant, cases }: Node & { type: 'SwitchStatement' }) => {
        for (const { test } of cases) if (test !== null) this.#compare(test, discriminant, test, 'same');
      },
      CallExpression: (node: CallExpression) => {
        const { callee, arguments: given } = node;
        this.calls.push(node);
        const name = lastName(callee);
        const [one, other] = given;
        const object = callee.type === 'MemberExpression' ? callee.object : undefined;
        if (one !== undefined && object !== undefined) {
          // An empty text has no part but an empty one.
          if (/^(?:(?:starts|ends)With|includes)$/.test(name)) this.#compare(node, one, object, 'call');
          if (/^(?:(?:starts|ends)With|includes)$/.test(name)) this.#compare(node, object, one, 'part');
          if (name === 'test') this.#compare(node, one, object, 'part');
          if (/^(?:includes|has|get|indexOf)$/.test(name)) this.#compare(node, one, object, 'list');
        }
        if (name === VERIFY && given.length > 2) {
          this.#guards.push(node);
          this.#compare(node, given[1]!, given[2]!, 'closed');
        }
        if (name === 'is' && isNamed(object ?? callee, 'Object') && other !== undefined)
          both(node, one!, other, 'same');
        if (one === undefined || !EQUALS.test(name)) return;
        if (other !== undefined) both(node, one, other, 'call');
        else if (object !== undefined) both(node, object, one, 'call');
      },
    };
  }

  #testVisitor(): object {
    return {
      IfStatement: ({ test }: IfStatement) => this.#test(test),
      ConditionalExpression: ({ test }: Node & { type: 'ConditionalExpression' }) => this.#test(test),
      UnaryExpression: ({ operator, argument }: Node & { type: 'UnaryExpression' }) => {
        if (operator === '!') this.#test(argument);
      },
      BinaryExpression: (node: Node & { type: 'BinaryExpression' }) => {
        if (isComparison(node)) this.#test(node);
      },
      LogicalExpression: (node: Node & { type: 'LogicalExpression' }) => {
        if (node.operator === '??') return;
        this.pairs.push(node);
        if (node.operator !== '&&' && node.right.type !== 'CallExpression') return;
        const left = bareExpression(node.left);
        // The visitor sees the first part of it too.
        this.#test(left.type === 'LogicalExpression' && left.operator === '&&' ? left.right : left);
      },
      CallExpression: ({ callee, arguments: given }: CallExpression) => {
        // `console.assert` only logs.
        const isLogged = callee.type === 'MemberExpression' && isNamed(callee.object, 'console');
        if (ASSERTS.test(lastName(callee)) && !isLogged) given.forEach((each) => this.#test(each));
      },
    };
  }

  #test(given: Node): void {
    const node = bareExpression(given);
    if (node.type === 'LogicalExpression') [node.left, node.right].forEach((each) => this.#test(each));
    else if (node.type === 'UnaryExpression') this.#test(node.argument);
    else if (node.type === 'BinaryExpression') this.#testOf(node.left, node.right);
    else if (node.type === 'CallExpression' && isNamed(node.callee, 'Boolean'))
      node.arguments.forEach((each) => this.#test(each));
    else if (isLength(node)) this.tests.push({ node: bareExpression(node.object), kind: 'true' });
    else this.tests.push({ node, kind: 'true' });
  }

  /** `key === undefined`, `key !== ''`, `typeof key === 'string'` and `key.length > 20`. */
  #testOf(left: Node, right: Node): void {
    const node = bareExpression(left);
    if (isLength(node) && isLength(bareExpression(right))) return;
    if (node.type === 'UnaryExpression' && node.operator === 'typeof')
      this.tests.push({ node: bareExpression(node.argument), kind: 'defined' });
    else if (isLength(node)) this.#test(node);
    else if (literalText(right) === '') this.tests.push({ node, kind: 'filled' });
    else if (isNothing(right)) this.tests.push({ node, kind: 'defined' });
  }

  #guardVisitor(): object {
    const decide = (test: Node, ...results: (Node | null)[]): void => {
      if (results.some((each) => each !== null && decides(each))) this.#guards.push(test);
    };
    const named = (name: string, body: Node | null): void => {
      if (body !== null && (isNamedAsGuard(name) || isNamedAsPredicate(name))) this.#guards.push(body);
    };
    return {
      ...functionVisitor((node) =>
        named(
          (node as Node & { id?: Node | null }).id?.type === 'Identifier'
            ? identifierName((node as Node & { id: Node }).id)!
            : '',
          node,
        ),
      ),
      VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) =>
        named(identifierName(id) ?? '', init),
      Property: ({ key, value }: Node & { type: 'Property' }) => named(lastName(key), value),
      AssignmentExpression: ({ left, right }: AssignmentExpression) => named(lastName(left), right),
      IfStatement: ({ test, consequent, alternate }: IfStatement) => decide(test, consequent, alternate),
      ConditionalExpression: ({ test, consequent, alternate }: Node & { type: 'ConditionalExpression' }) =>
        decide(test, consequent, alternate),
      LogicalExpression: ({ left, right }: Node & { type: 'LogicalExpression' }) => decide(left, right),
      CallExpression: (call: CallExpression) => {
        if (throwsProblem(call) && call.arguments[0] !== undefined) this.#guards.push(call.arguments[0]);
      },
    };
  }
}

/** `key.length`. Two keys that are compared by their lengths can both be empty. */
function isLength(node: Node): node is MemberExpression {
  return node.type === 'MemberExpression' && /^(?:byteLength|length|size)$/.test(lastName(node));
}

/** The list or text whose length an expression is. */
export function lengthOwner(given: Node): Node | undefined {
  const node = bareExpression(given);
  return isLength(node) ? bareExpression(node.object) : undefined;
}

/** Whether a statement or an expression ends a request, or lets it go on. */
function decides(node: Node): boolean {
  switch (node.type) {
    case 'BlockStatement':
      return node.body.some(decides);
    case 'ThrowStatement':
      return true;
    case 'ReturnStatement':
      return node.argument !== null && decides(node.argument);
    case 'AwaitExpression':
      return decides(node.argument);
    default:
      return refuses(node) || (node.type === 'CallExpression' && /^_?next$/.test(lastName(node.callee)));
  }
}
