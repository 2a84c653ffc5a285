import type { Span } from '../diagnostics/source.ts';

/** A part of a type, with its offsets in the file. */
export type TypeNode = Span &
  (
    | NameNode
    | GenericNode
    | { readonly kind: 'literal'; readonly value: string | number }
    | { readonly kind: 'list' | 'nullable' | 'group'; readonly inner: TypeNode }
    | { readonly kind: 'union'; readonly members: readonly TypeNode[] }
    | { readonly kind: 'object'; readonly properties: readonly PropertyNode[] }
    /** A type of JSDoc or TypeScript that JSON Schema cannot express. */
    | { readonly kind: 'unsupported'; readonly construct: Construct; readonly parts: readonly TypeNode[] }
    /** A part with a syntax error, which its faults contain. */
    | { readonly kind: 'invalid'; readonly parts: readonly TypeNode[] }
  );

/** A type's name: built in, or of a definition. */
export interface NameNode extends Span {
  readonly kind: 'name';
  readonly name: string;
}

/** A name with type arguments. */
export interface GenericNode extends Span {
  readonly kind: 'generic';
  readonly name: NameNode;
  readonly arguments: readonly TypeNode[];
}

/** A property of an object type. */
export interface PropertyNode extends Span {
  readonly key: string;
  readonly keyAt: Span;
  readonly optional: boolean;
  /** Absent for a property that can have any value: `{a}`. */
  readonly type: TypeNode | undefined;
}

/** Types that JSON Schema can't express. */
export type Construct = 'function' | 'variadic' | 'optional' | 'unknown' | 'intersection';

/** Lists the names in a type, in order. */
export function namesIn(node: TypeNode): NameNode[] {
  switch (node.kind) {
    case 'name':
      return [node];
    case 'generic':
      return [node.name, ...node.arguments.flatMap(namesIn)];
    case 'list':
    case 'nullable':
    case 'group':
      return namesIn(node.inner);
    case 'union':
      return node.members.flatMap(namesIn);
    case 'object':
      return node.properties.flatMap(({ type }) => (type === undefined ? [] : namesIn(type)));
    case 'unsupported':
    case 'invalid':
      return node.parts.flatMap(namesIn);
    case 'literal':
      return [];
  }
}
