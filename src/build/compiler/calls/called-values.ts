import type { CallExpression, Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import type { Span } from '../diagnostics/source.ts';
import { IS_NAME } from './value-reads.ts';
import type { NamesBoundOnce } from './names-bound-once.ts';

/** A function of another module that a file calls, or gives to a call. */
export interface CalledValue {
  /** The specifier of the module. */
  readonly from: string;
  /** The names that lead to it there. */
  readonly names: readonly string[];
  readonly span: Span;
}

/** The functions that a file calls, while a walk goes through it. */
export class CalledValues {
  readonly #found: Node[] = [];

  visitor(): object {
    return {
      CallExpression: ({ callee, arguments: given }: CallExpression) =>
        void this.#found.push(callee, ...given.filter(({ type }) => IS_NAME.test(type))),
    };
  }

  /** Those of other modules, each once. */
  found(names: NamesBoundOnce): CalledValue[] {
    const called = this.#found.flatMap((node): CalledValue[] => {
      const { from, names: found = [] } = names.valueOf(node) ?? {};
      if (from === undefined) return [];
      const isCalledBy = found.length > 1 && /^(?:call|apply|bind)$/.test(found.at(-1)!);
      const { start, end } = bareExpression(node);
      return [{ from, names: isCalledBy ? found.slice(0, -1) : found, span: { start, end } }];
    });
    return [...new Map(called.map((each) => [`${each.from} ${each.names.join('.')}`, each])).values()];
  }
}
