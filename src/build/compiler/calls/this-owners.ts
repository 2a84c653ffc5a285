import type { Class, Node } from 'oxc-parser';
import { functionVisitor } from '../module/nodes.ts';

/** The classes that `this` is an instance of, or is itself, wherever a file uses it. */
export class ThisOwners {
  readonly #methods = new Map<Node, Class>();
  readonly #around: (Class | undefined)[] = [];
  readonly #owners = new Map<Node, Class>();

  /** The parts of a visitor that see them. */
  visitor(): object {
    const enter = (node: Node): void => {
      if (node.type !== 'ArrowFunctionExpression') this.#around.push(this.#methods.get(node));
    };
    const exit = (node: Node): void => {
      if (node.type !== 'ArrowFunctionExpression') this.#around.pop();
    };
    const enterClass = (node: Class): void => {
      for (const each of node.body.body)
        if ('value' in each && each.value !== null)
          this.#methods.set(each.type === 'MethodDefinition' ? each.value : each, node);
    };
    return {
      ...functionVisitor(enter, exit),
      ClassDeclaration: enterClass,
      ClassExpression: enterClass,
      PropertyDefinition: enter,
      'PropertyDefinition:exit': exit,
      ThisExpression: (node: Node) => {
        const owner = this.#around.at(-1);
        if (owner !== undefined) this.#owners.set(node, owner);
      },
    };
  }

  ownerOf(node: Node): Class | undefined {
    return this.#owners.get(node);
  }
}
