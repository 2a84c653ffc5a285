import type { TSTupleElement, TSTupleType, TSType } from 'oxc-parser';
import type { Schema } from '../../../shared/contract/operation.ts';
import type { Env } from './env.ts';
import { unsupported } from './env.ts';

interface Element {
  readonly type: TSType;
  readonly kind: 'required' | 'optional' | 'rest';
}

/** Reads a tuple: JSON Schema 2020-12, prefixItems; a rest element is `items`, and can only come last. */
export function readTuple({ elementTypes }: TSTupleType, env: Env): Schema {
  const elements = elementTypes.map(readElement);
  const rest = elements.findIndex(({ kind }) => kind === 'rest');
  if (rest !== -1 && rest < elements.length - 1) {
    return unsupported(elementTypes[rest]!, 'JSON Schema allows a rest element only at the end', env);
  }
  const prefix = elements.filter(({ kind }) => kind !== 'rest').map(({ type }) => env.read(type, env));
  const items = rest === -1 ? false : itemsOf(env.read(elements[rest]!.type, env), elements[rest]!.type, env);
  return tupleOf(prefix, elements.filter(({ kind }) => kind === 'required').length, items);
}

/**
 * Makes the schema of a tuple.
 *
 * @param minItems The number of required items.
 * @param items The schema of the items after the prefix; false for none.
 * @example tupleOf([{ type: 'string' }], 1, { type: 'string' }) // { type: 'array', items: { type: 'string' }, minItems: 1 }
 */
export function tupleOf(prefix: readonly Schema[], minItems: number, items: Schema | false): Schema {
  const least = minItems > 0 && { minItems };
  if (prefix.length === 0) return items === false ? { type: 'array', maxItems: 0 } : { type: 'array', items };
  const same = JSON.stringify(items);
  if (prefix.every((item) => JSON.stringify(item) === same)) return { type: 'array', items, ...least };
  return { type: 'array', prefixItems: prefix, items, ...least };
}

function readElement(element: TSTupleElement): Element {
  switch (element.type) {
    case 'TSOptionalType':
      return { type: element.typeAnnotation, kind: 'optional' };
    case 'TSRestType': {
      const inner = element.typeAnnotation;
      return { type: inner.type === 'TSNamedTupleMember' ? (inner.elementType as TSType) : inner, kind: 'rest' };
    }
    case 'TSNamedTupleMember':
      return { type: element.elementType as TSType, kind: element.optional ? 'optional' : 'required' };
    default:
      return { type: element, kind: 'required' };
  }
}

function itemsOf(rest: Schema, type: TSType, env: Env): Schema {
  const { items } = rest;
  if (rest['type'] === 'array' && typeof items === 'object' && items !== null && !('prefixItems' in rest))
    return items as Schema;
  return unsupported(type, 'a rest element must be an array', env);
}
