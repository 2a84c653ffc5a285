import type { AssignmentExpression, Node } from 'oxc-parser';
import { bareExpression } from './body-reads.ts';
import type { Draft, FunctionDrafts } from './function-drafts.ts';
import { identifierName, propertyName } from './nodes.ts';

/** How many names a property can be behind: `ctx.state.user` has two. */
const MAX_NAMES = 4;

/** The calls whose results functions keep in properties: `ctx.state.user = loadUser(ctx)`. */
export class KeptPromises {
  readonly #drafts: FunctionDrafts;
  readonly #kept = new Map<Draft | undefined, Map<string, Node>>();

  constructor(drafts: FunctionDrafts) {
    this.#drafts = drafts;
  }

  visitor(): object {
    return {
      AssignmentExpression: ({ left, right }: AssignmentExpression) => {
        const path = pathOf(left, MAX_NAMES);
        if (path === undefined || left.type !== 'MemberExpression') return;
        const own = this.#kept.get(this.#drafts.current) ?? new Map<string, Node>();
        this.#kept.set(this.#drafts.current, own.set(path, right));
      },
    };
  }

  /** The expression that the function has last assigned to a property. */
  lastOf(node: Node): Node | undefined {
    const own = this.#kept.get(this.#drafts.current);
    return own && own.get(pathOf(node, MAX_NAMES) ?? '');
  }
}

function pathOf(given: Node, names: number): string | undefined {
  const node = bareExpression(given);
  if (node.type === 'ThisExpression') return 'this';
  if (node.type !== 'MemberExpression' || names === 0) return identifierName(node);
  const owner = pathOf(node.object, names - 1);
  const name = propertyName(node.property, node.computed);
  return owner === undefined || name === undefined ? undefined : `${owner}.${name}`;
}
