import type { Comment, Directive } from '../../build/compiler/comment/comment.ts';
import type { Compilation, CompiledOperation } from '../../build/compiler/compile.ts';
import { placesIn } from '../../build/compiler/definitions/located-data.ts';
import type { SchemaDefinition } from '../../build/compiler/definitions/model.ts';
import type { Location, SourceText, Span } from '../../build/compiler/diagnostics/source.ts';
import { readParts } from '../../build/compiler/language/line-parts.ts';
import type { TypeNode } from '../../build/compiler/language/type-nodes.ts';
import { pointTo } from '../../shared/contract/json-pointer.ts';
import type { AnySchema } from '../../shared/schema/json-types.ts';
import { asSchema, besideNull } from '../../shared/schema/json-types.ts';
import { referredName } from '../../shared/schema/references.ts';
import { operationRows } from './list-rows.ts';
import type { Node } from './syntax-walk.ts';
import { eachNode } from './syntax-walk.ts';

/** A property that the comment of a list names: `filter (year gte)`. */
export interface ListEntry {
  readonly operation: CompiledOperation;
  readonly name: string;
  readonly at: Location;
}

/** Lists the properties that the comments of lists name. */
export function listEntries({ operations, comments }: Compilation): ListEntry[] {
  return operations
    .filter(({ contract }) => contract.paging !== undefined)
    .flatMap((operation) => {
      const { source } = operation.handler.at;
      return (comments.get(source.file) ?? []).flatMap(({ directives }) =>
        directives
          .filter(({ name }) => name === 'param-include')
          .flatMap(readParts)
          .filter(({ role }) => role === 'row-property')
          .map(({ start, end }): ListEntry => {
            return { operation, name: source.text.slice(start, end), at: { source, span: { start, end } } };
          }),
      );
    });
}

/** The definitions that declare a property of an operation's rows themselves. Empty if the type in its comment does. */
export function declaringDefinitions(
  operation: CompiledOperation,
  property: string,
  compilation: Compilation,
): ReadonlySet<SchemaDefinition> {
  const found = new Set<SchemaDefinition>();
  const seen = new Set<string>();
  const visit = (schema: AnySchema, owner: SchemaDefinition | undefined): void => {
    const { $ref, allOf = [], anyOf = [], oneOf = [], properties = {} } = asSchema(schema) as Branches;
    if (owner !== undefined && Object.hasOwn(properties, property)) found.add(owner);
    const name = $ref === undefined ? undefined : referredName({ $ref });
    const target = name === undefined ? undefined : compilation.definitions.schemas.get(name);
    if (target !== undefined && !seen.has($ref!)) {
      seen.add($ref!);
      visit(target.schema, target);
    }
    for (const part of [...allOf, ...besideNull(anyOf), ...besideNull(oneOf)]) visit(part, owner);
  };
  for (const schema of operationRows(operation, compilation)?.schemas ?? []) visit(schema, undefined);
  return found;
}

interface Branches {
  readonly $ref?: string;
  readonly allOf?: readonly AnySchema[];
  readonly anyOf?: readonly AnySchema[];
  readonly oneOf?: readonly AnySchema[];
  readonly properties?: { readonly [name: string]: AnySchema };
}

/** The places where a definition declares a property, and where it requires it. */
export function declarationsOf(
  definition: SchemaDefinition,
  property: string,
  comments: readonly Comment[],
): Location[] {
  const { at, schema } = definition;
  const { source } = at;
  if (/\.(?:json|ya?ml)$/.test(source.file)) return inData(source, schema, property);
  const inComments = comments.flatMap(({ directives }) => inTypedef(directives, at, property));
  return inComments.length > 0 ? inComments : inTypes(source, at, property);
}

/** The properties in the types of a line. */
export function typeProperties(directive: Directive, property: string): Location[] {
  const { source } = directive.content;
  return readParts(directive)
    .flatMap(({ type }) => (type === undefined ? [] : keysIn(type)))
    .filter(({ key }) => key === property)
    .map(({ keyAt }) => unquoted(source, keyAt));
}

function keysIn(node: TypeNode): readonly { readonly key: string; readonly keyAt: Span }[] {
  switch (node.kind) {
    case 'list':
    case 'nullable':
    case 'group':
      return keysIn(node.inner);
    case 'generic':
      return node.arguments.flatMap(keysIn);
    case 'object':
      return node.properties;
    default:
      return [];
  }
}

function inData(source: SourceText, schema: object, property: string): Location[] {
  const places = placesIn(source);
  const { properties = {}, required = [] } = schema as { properties?: object; required?: readonly string[] };
  if (!Object.hasOwn(properties, property)) return [];
  const index = required.indexOf(property);
  return [
    places(pointTo('/properties', property), 'key'),
    ...(index === -1 ? [] : [places(pointTo('/required', String(index)))]),
  ].map(({ span }) => unquoted(source, span));
}

/** The lines of a `@typedef`, up to the next one. */
function inTypedef(directives: readonly Directive[], { span, source }: Location, property: string): Location[] {
  const own = directives.findIndex(
    ({ name, at, content }) =>
      name === 'typedef' && at.span.start <= span.start && span.end <= content.start + content.text.length,
  );
  if (own === -1) return [];
  const end = directives.findIndex(({ name }, i) => i > own && name === 'typedef');
  const lines = directives.slice(own + 1, end === -1 ? undefined : end);
  return [
    ...typeProperties(directives[own]!, property),
    ...lines
      .filter(({ name }) => name === 'property' || name === 'prop')
      .flatMap(readParts)
      .filter(({ role, start, end: to }) => role === 'name' && source.text.slice(start, to) === property)
      .map(({ start, end: to }) => ({ source, span: { start, end: to } })),
  ];
}

/** The member of an interface, or of an object type in a type. */
function inTypes(source: SourceText, { span }: Location, property: string): Location[] {
  const found: Location[] = [];
  let owner: Node | undefined;
  eachNode(source, (node) => {
    const id = node['id'] as Node | undefined;
    if (/^TS(?:Interface|TypeAlias)Declaration$/.test(node.type) && id !== undefined && touchesSpan(id, span))
      owner = node;
    if (owner === undefined || node.type !== 'TSPropertySignature' || node.end > owner.end) return;
    const key = node['key'] as Node;
    const name = key['name'] ?? key['value'];
    if (name === property && depthOf(source, owner, node) === 1) found.push(unquoted(source, key));
  });
  return found;
}

function touchesSpan(node: Span, span: Span): boolean {
  return node.start <= span.start && span.start <= node.end;
}

/** The number of object types around a member, from a declaration on. */
function depthOf(source: SourceText, owner: Node, member: Node): number {
  let depth = 0;
  eachNode(source, ({ type, start, end }) => {
    const isAround = owner.start <= start && start < member.start && member.end <= end && end <= owner.end;
    if (isAround && (type === 'TSInterfaceBody' || type === 'TSTypeLiteral')) depth++;
  });
  return depth;
}

/** A name without its quotes. */
function unquoted(source: SourceText, { start, end }: Span): Location {
  const isQuoted = /^["']/.test(source.text.slice(start, end).trimEnd());
  const text = source.text.slice(start, end).trimEnd();
  return {
    source,
    span: isQuoted ? { start: start + 1, end: start + text.length - 1 } : { start, end: start + text.length },
  };
}
