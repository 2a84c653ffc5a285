import type { SourceText } from '../../build/compiler/diagnostics/source.ts';
import { parseSyntax } from '../../build/compiler/module/syntax.ts';

/** A node of the syntax tree, as far as a walk needs it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Visits every node of a module, parents first. */
export function eachNode(
  source: SourceText,
  visit: (node: Node, field: string, parent: Node | undefined) => void,
): void {
  const walk = (value: unknown, field: string, parent: Node | undefined): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, field, parent);
    else if (typeof value === 'object' && value !== null && 'type' in value) {
      const node = value as Node;
      visit(node, field, parent);
      for (const [key, child] of Object.entries(node)) if (typeof child === 'object') walk(child, key, node);
    }
  };
  walk(parseSyntax(source, () => {})?.program, '', undefined);
}
