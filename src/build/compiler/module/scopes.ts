import type { Node, Program } from 'oxc-parser';
import { ScopeTracker, walk } from 'oxc-walker';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { bareExpression } from './body-reads.ts';
import { identifierName, propertyName } from './nodes.ts';

/** How many names a property can be behind: `ctx.state.user` has two. */
const MAX_NAMES = 4;

/** The declarations that the names of a module mean: two functions can each have a `user`. */
export class Scopes {
  readonly #ids = new Map<Node, string>();

  constructor(program: Program) {
    const tracker = new ScopeTracker({ preserveExitedScopes: true });
    walk(program, { scopeTracker: tracker });
    tracker.freeze();
    walk(program, {
      scopeTracker: tracker,
      enter: (node, parent) => {
        if (node.type !== 'Identifier') return;
        // The tracker is in the function already, whose parameters can have its name.
        const isOfFunction = parent?.type === 'FunctionDeclaration' && parent.id === node;
        const scope = isOfFunction
          ? tracker.getCurrentScope().replace(/-?\d+$/, '')
          : (tracker.getDeclaration(node.name)?.scope ?? '');
        if (scope !== '') this.#ids.set(node, `${node.name}#${scope}`);
      },
    });
  }

  /** A name, with its scope unless it is a name of the module, or one that the module doesn't declare. */
  idOf(node: Node): string | undefined {
    return this.#ids.get(node) ?? identifierName(node);
  }

  /** The same, or a property with what it is behind: `ctx.state.user`, which other functions have too. */
  pathOf(given: Node): string | undefined {
    const node = bareExpression(given);
    return node.type === 'Identifier' ? this.idOf(node) : propertyPath(node, MAX_NAMES);
  }
}

const known = new WeakMap<Program, Scopes>();

export function scopesOf(program: Program): Scopes {
  return getOrAdd(known, program, () => new Scopes(program));
}

/** Whether a name with its scope is one of the module, or one that it doesn't declare. */
export function isOuter(id: string): boolean {
  return !id.includes('#', 1);
}

function propertyPath(given: Node, names: number): string | undefined {
  const node = bareExpression(given);
  if (node.type === 'ThisExpression') return 'this';
  if (node.type !== 'MemberExpression' || names === 0) return identifierName(node);
  const owner = propertyPath(node.object, names - 1);
  const name = propertyName(node.property, node.computed);
  return owner === undefined || name === undefined ? undefined : `${owner}.${name}`;
}
