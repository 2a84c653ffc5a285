import type { Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { functionVisitor, identifierName, patternNames, propertyName } from '../module/nodes.ts';

/** How many names a property can be behind: `ctx.state.user` has two. */
const MAX_NAMES = 4;

/** The names that the functions of a file bind, while a walk goes through it: two functions can each have a `user`. */
export class LocalNames {
  /** The names of the functions around, each with the one that binds it. */
  readonly #around: Map<string, string>[] = [];
  #count = 0;

  visitor(): object {
    return {
      ...functionVisitor(
        ({ params }) => {
          this.#around.push(new Map());
          this.#count++;
          params.forEach((each) => this.#bind(each));
        },
        () => void this.#around.pop(),
      ),
      VariableDeclarator: ({ id }: Node & { type: 'VariableDeclarator' }) => this.#bind(id),
    };
  }

  #bind(pattern: Node): void {
    const own = this.#around.at(-1);
    for (const name of own === undefined ? [] : patternNames(pattern))
      if (!own!.has(name)) own!.set(name, `${name}#${this.#count}`);
  }

  /** A name, which is another one in another function. */
  idOf(name: string): string {
    return this.#around.findLast((each) => each.has(name))?.get(name) ?? name;
  }

  /** A name, or a property with what it is behind: `ctx.state.user`, which other functions have too. */
  pathOf(given: Node): string | undefined {
    const node = bareExpression(given);
    return node.type === 'Identifier' ? this.idOf(node.name) : pathOf(node, MAX_NAMES);
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

/** A path as it is where nothing binds its first name, such as in a function that comes before the name. */
export function unboundPath(path: string): string {
  return path.replace(/#\d+/, '');
}
