import type { Schema } from '../../../shared/contract/operation.ts';
import type { Passage } from '../comment/comment.ts';
import { locate } from '../comment/comment.ts';
import type { Reference } from './declared.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { MAX_NESTING } from '../comment/nesting.ts';
import type { Location, Span } from '../diagnostics/source.ts';
import type { Construct, GenericNode, NameNode, PropertyNode, TypeNode } from './type-nodes.ts';
import { parseTypeSyntax } from './type-syntax.ts';
import { namedSchema, unionOf } from '../../../shared/schema/named-types.ts';
import { useGeneric } from '../../../shared/schema/draft.ts';
import { referenceTo } from '../../../shared/schema/references.ts';
import { count } from '../../../shared/validation/explain/words.ts';

/** A type of a comment, as JSON Schema. */
export interface ParsedType {
  /** Absent if no comment contains the type. */
  readonly root?: TypeNode;
  /** Absent if the type is invalid, which has then been reported. */
  readonly schema: Schema | undefined;
  /** `void`: no body at all. */
  readonly isVoid: boolean;
  /** The schemas that it refers to, with their locations; also those in the valid parts of an invalid type. */
  readonly references: readonly Reference[];
}

/**
 * Turns a type expression into JSON Schema 2020-12: see docs/reference/types.md.
 *
 * A use of a generic definition is a draft, which is expanded once all definitions are known.
 *
 * @example parseType('Pet[]').schema // { type: 'array', items: { $ref: '#/components/schemas/Pet' } }
 */
export function parseType(type: Passage, report: Report): ParsedType {
  const { root, faults, isTooDeep } = parseTypeSyntax(type);
  for (const fault of faults) report(fault);
  if (isTooDeep) return { root, schema: undefined, isVoid: false, references: [] };
  const isVoid = root.kind === 'name' && root.name === 'void';
  const reading = new TypeReading(type);
  const schema = isVoid ? {} : reading.toSchema(root);
  for (const fault of reading.faults) report(fault);
  const isValid = faults.length + reading.faults.length === 0;
  return { root, schema: isValid ? schema : undefined, isVoid, references: reading.references };
}

const REASONS: Readonly<Record<Construct, string>> = {
  function: 'JSON has no functions',
  variadic: 'write a list as "T[]"',
  optional: 'put the name of an optional parameter in brackets, as in "[name]"',
  unknown: 'write "any" for any value',
  intersection: 'export it as a TypeScript type from a file of your definitions, and write its name',
};

/** Turns the nodes of a type into schemas. A part that JSON Schema cannot express becomes any value. */
class TypeReading {
  readonly references: Reference[] = [];
  readonly faults: Diagnostic[] = [];
  private depth = 0;

  constructor(private readonly type: Passage) {}

  toSchema(node: TypeNode): Schema {
    if (this.depth === MAX_NESTING) return this.fail(messages.nestingLimit(this.locate(node), MAX_NESTING));
    this.depth++;
    const schema = this.nodeToSchema(node);
    this.depth--;
    return schema;
  }

  private nodeToSchema(node: TypeNode): Schema {
    switch (node.kind) {
      case 'name':
        return this.nameToSchema(node);
      case 'literal':
        if (node.value === Infinity || node.value === -Infinity)
          return this.refuse(node, 'JSON has no number as large');
        return { const: node.value };
      case 'list':
        return { type: 'array', items: this.toSchema(node.inner) };
      case 'nullable':
        return unionOf([this.toSchema(node.inner), { type: 'null' }]);
      case 'group':
        return this.toSchema(node.inner);
      case 'union':
        return unionOf(node.members.map((member) => this.toSchema(member)));
      case 'generic':
        return this.genericToSchema(node);
      case 'object':
        return this.objectToSchema(node.properties);
      case 'unsupported':
        return this.refuse(node, REASONS[node.construct]);
      case 'invalid':
        return {};
    }
  }

  private nameToSchema(node: NameNode): Schema {
    const { name } = node;
    if (name === 'void') return this.refuse(node, 'it cannot be combined with other types');
    if (name === 'undefined') return this.refuse(node, 'JSON has no "undefined". Write "null"');
    const named = namedSchema(name);
    if (named === undefined) this.references.push({ name, at: this.locate(node), arity: 0 });
    return named ?? referenceTo(name);
  }

  private genericToSchema(node: GenericNode): Schema {
    const { name } = node.name;
    const isDefinition = !/^(?:Record|void|undefined)$/.test(name) && namedSchema(name) === undefined;
    if (isDefinition) this.references.push({ name, at: this.locate(node.name), arity: node.arguments.length });
    const given = node.arguments.map((argument) => this.toSchema(argument));
    if (isDefinition) return useGeneric(name, given);
    if (/^[Aa]rray$/.test(name) && given.length === 1) return { type: 'array', items: given[0] };
    if (/^(?:[Oo]bject|Record)$/.test(name) && given.length === 2)
      return { type: 'object', additionalProperties: given[1] };
    // Its arguments have been counted wrong.
    if (node.arguments.some(({ kind }) => kind === 'invalid')) return {};
    return this.refuse(
      node,
      `"${name}" cannot have ${count(given.length, 'type argument')}. Write "Array<T>", "Record<string, T>" or a generic definition`,
    );
  }

  private objectToSchema(properties: readonly PropertyNode[]): Schema {
    const fields = properties.map(({ key, type }) => [key, type === undefined ? {} : this.toSchema(type)] as const);
    const first = new Map<string, Span>();
    for (const { key, keyAt } of properties) {
      // A missing name has been reported where it should be.
      if (keyAt.start === keyAt.end) continue;
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, keyAt);
      else this.faults.push(messages.declaredTwice(this.locate(keyAt), `property "${key}"`, this.locate(earlier)));
    }
    const required = properties.filter(({ optional }) => !optional).map(({ key }) => key);
    return { type: 'object', properties: Object.fromEntries(fields), ...(required.length > 0 && { required }) };
  }

  private refuse(node: Span, reason: string): Schema {
    const at = this.locate(node);
    return this.fail(
      messages.unsupportedType(
        at,
        this.type.text.slice(node.start - this.type.start, node.end - this.type.start),
        reason,
      ),
    );
  }

  private fail(fault: Diagnostic): Schema {
    this.faults.push(fault);
    return {};
  }

  private locate({ start, end }: Span): Location {
    return locate(this.type, start - this.type.start, end - this.type.start);
  }
}
