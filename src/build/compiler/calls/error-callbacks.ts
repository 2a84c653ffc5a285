import type { AssignmentExpression, CallExpression, Node, Program } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import { functionVisitor, identifierName, isNamed, lastName, parametersOf } from '../module/nodes.ts';
import { isEach } from './named-calls.ts';
import { makesProblem, refusedBy, throwsProblem } from './refusals.ts';
import { resultsOf } from './unthrown-problems.ts';

/** Methods whose callbacks come later by design, and those of promises. */
const LISTENS =
  /^(?:on|once|off|then|catch|finally|use|add(?:Event)?Listener|prependListener|setErrorHandler|onError)$/;

/** An error as the first parameter of a function. */
const ERROR = String.raw`_?(?:e|er|ex|cause|failure|\w*[eE]rr(?:or)?)`;
const IS_ERROR = new RegExp(`^${ERROR}$`);
const MAY_GET_ERROR = new RegExp(String.raw`\(\s*${ERROR}\b\s*[?:,)]|\b${ERROR}\s*=>`);

/** Reports refusals in error-first callbacks that no request waits for: `verify(token, key, (error) => { if (error) ctx.throw(401); });`. */
export function checkErrorCallbacks(source: SourceText, program: Program, report: Report): void {
  // Few files have such a callback.
  if (!MAY_GET_ERROR.test(source.text)) return;
  const callbacks = new ErrorCallbacks();
  new Visitor(callbacks.visitor()).visit(program);
  for (const [call, refusal] of callbacks.found) {
    const at = locationIn(source, refusal.start, refusal.end);
    report(messages.refusalInCallback(at, locationIn(source, call.start, call.end)));
  }
}

/** A function around the node that a walk is at. */
interface Around {
  /** The call that gets it, if its first argument is an error and nothing waits for it. */
  readonly call: Node | undefined;
  /** Whether it settles a promise: it is the `run` of `new Promise(run)`, or in one. */
  readonly settles: boolean;
}

class ErrorCallbacks {
  /** The calls, each with the refusal in its callback. */
  readonly found = new Map<Node, Node>();
  readonly #callbacks = new Map<Node, Node>();
  readonly #executors = new Set<Node>();
  readonly #around: Around[] = [];

  visitor(): object {
    return {
      ...functionVisitor(
        (node) => {
          const settles = this.#around.at(-1)?.settles === true || this.#executors.has(node);
          this.#around.push({ call: this.#callbacks.get(node), settles });
        },
        () => void this.#around.pop(),
      ),
      NewExpression: ({ callee, arguments: [run] }: Node & { type: 'NewExpression' }) => {
        if (isNamed(callee, 'Promise') && run !== undefined) this.#executors.add(run);
      },
      ExpressionStatement: ({ expression }: Node & { type: 'ExpressionStatement' }) => {
        const { settles } = this.#around.at(-1) ?? { settles: true };
        for (const each of settles ? [] : resultsOf(expression)) {
          const node = each.type === 'UnaryExpression' ? each.argument : each;
          const callback = node.type === 'CallExpression' ? callbackOf(node) : undefined;
          if (callback !== undefined) this.#callbacks.set(callback, node);
        }
      },
      ThrowStatement: ({ argument }: Node & { type: 'ThrowStatement' }) =>
        makesProblem(argument) && this.#note(argument),
      CallExpression: (node: CallExpression) =>
        (throwsProblem(node) || refusedBy(node) !== undefined) && this.#note(node),
      AssignmentExpression: (node: AssignmentExpression) => refusedBy(node) !== undefined && this.#note(node),
    };
  }

  #note(refusal: Node): void {
    const call = this.#around.at(-1)?.call;
    if (call !== undefined && !this.found.has(call)) this.found.set(call, refusal);
  }
}

function callbackOf({ callee, arguments: given }: CallExpression): Node | undefined {
  const last = given.at(-1);
  if (last?.type !== 'ArrowFunctionExpression' && last?.type !== 'FunctionExpression') return undefined;
  const [error] = parametersOf(last as unknown as { params: readonly Node[] });
  if (error === undefined || !IS_ERROR.test(identifierName(error) ?? '')) return undefined;
  return isEach(callee) || LISTENS.test(lastName(callee)) ? undefined : last;
}
