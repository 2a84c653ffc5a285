import { examplesOf } from '../../../shared/contract/operation.ts';
import type { Declared } from '../diagnostics/source.ts';
import { MAX_NESTING } from '../comment/nesting.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { isDraft } from '../../../shared/schema/draft.ts';
import { referredName } from '../../../shared/schema/references.ts';
import type { DeclaredParameter } from './declared.ts';

/** A property and its path: `name`, `address.city`, `items[].sku`. */
type ShapePart = Omit<DeclaredParameter, 'in'>;

class PropertyNode {
  readonly properties = new Map<string, PropertyNode>();
  items: PropertyNode | undefined;

  constructor(public own?: Declared<ShapePart>) {}
}

/**
 * Combines properties that are declared one by one into one schema.
 *
 * @param base The schema that the properties are added to; an empty object schema by default.
 * @example assembleShape(undefined, [street of `address.street`]) // { type: 'object', properties: { address: { type: 'object', ... } } }
 */
export function assembleShape(
  base: Declared<ShapePart> | undefined,
  parts: readonly Declared<ShapePart>[],
  report: Report,
): Schema {
  const root = new PropertyNode(base);
  for (const part of parts) putAt(root, part, report);
  return toSchema(root, report);
}

function putAt(root: PropertyNode, part: Declared<ShapePart>, report: Report): void {
  let node = root;
  const steps = part.value.name.split(/\.|(?=\[\])/);
  if (steps.length > MAX_NESTING) return report(messages.nestingLimit(part.at, MAX_NESTING));
  for (const step of steps) {
    if (step === '[]') node = node.items ??= new PropertyNode();
    else {
      const child = node.properties.get(step) ?? new PropertyNode();
      node.properties.set(step, child);
      node = child;
    }
  }
  if (node.own === undefined) node.own = part;
  else report(messages.declaredTwice(part.at, `property "${part.value.name}"`, node.own.at));
}

function toSchema(node: PropertyNode, report: Report): Schema {
  let schema = node.own?.value.schema ?? (node.items === undefined ? { type: 'object' } : { type: 'array' });
  if (node.items !== undefined) schema = withItems(schema, node, report);
  if (node.properties.size > 0) schema = withProperties(schema, node, report);
  return annotate(schema, node.own?.value);
}

function withItems(schema: Schema, node: PropertyNode, report: Report): Schema {
  const items = node.items!;
  const { at } = firstPlace(items)!;
  if (!isOfType(schema, 'array')) {
    report(messages.noContainer(at, 'an array', node.own!.at));
    return schema;
  }
  // The parent's own items come first: `object[]` and then `[].name`.
  const own = schema['items'] as Schema | undefined;
  if (own !== undefined && Object.keys(own).length > 0)
    items.own ??= { value: { name: '', required: true, schema: own }, at };
  return { ...schema, items: toSchema(items, report) };
}

function withProperties(schema: Schema, node: PropertyNode, report: Report): Schema {
  const properties = Object.fromEntries([...node.properties].map(([name, child]) => [name, toSchema(child, report)]));
  const required = [...node.properties].filter(([, child]) => isRequired(child)).map(([name]) => name);
  const added: Schema = { properties, ...(required.length > 0 && { required }) };
  if (referredName(schema) !== undefined || isDraft(schema)) return { allOf: [schema, { type: 'object', ...added }] };
  if (!isOfType(schema, 'object')) {
    report(messages.noContainer(firstPlace([...node.properties.values()][0]!)!.at, 'an object', node.own!.at));
    return schema;
  }
  const names = [...((schema['required'] as string[] | undefined) ?? []), ...required];
  return {
    ...schema,
    properties: { ...(schema['properties'] as object | undefined), ...properties },
    ...(names.length > 0 && { required: [...new Set(names)] }),
  };
}

/** Whether values have a type, or are null. */
function isOfType({ type }: Schema, name: 'array' | 'object'): boolean {
  return [type].flat().includes(name);
}

function isRequired({ own, properties }: PropertyNode): boolean {
  return own?.value.required ?? [...properties.values()].some(isRequired);
}

function firstPlace({ own, properties, items }: PropertyNode): Declared<ShapePart> | undefined {
  return (
    own ?? (items && firstPlace(items)) ?? [...properties.values()].map(firstPlace).find((place) => place !== undefined)
  );
}

function annotate(schema: Schema, part: ShapePart | undefined): Schema {
  if (part === undefined || part.name === '') return schema;
  return {
    ...schema,
    ...(part.description !== undefined && { description: part.description }),
    ...(part.deprecated === true && { deprecated: true }),
    ...(part.example !== undefined && { examples: examplesOf(part) }),
  };
}
