import { isSecurityKey } from '../../../build/compiler/definitions/document.ts';
import { UNUSED } from './facts.ts';
import type { Fact } from './schema-facts.ts';

/** The kinds of facts that are documentation alone. */
const DOCUMENTATION = new Set([
  UNUSED,
  'component that no operation uses',
  'tag',
  'operationId',
  'operation: slash at the end',
  'parameter: name in the path',
  'response: links',
]);

/** The fields that are texts, examples, marks or names, of any part. */
const TEXTS =
  /: (?:summary|description|text|title|example|examples|externalDocs|deprecated|x-.*|\$(?:id|anchor|comment))$/;

/** The annotations of schemas that are texts, examples or marks. Those of directions decide which parts travel. */
const ANNOTATIONS = /^(?:title|description|deprecated|examples) /;

/** Whether a client can notice in requests or responses that a tree lacks a fact. All other facts are documentation. */
export function isOnTheWire({ kind, where, value }: Pick<Fact, 'kind' | 'where' | 'value'>): boolean {
  if (kind === 'document') return where === 'servers' || isSecurityKey(where);
  if (kind.endsWith(': annotations')) return !ANNOTATIONS.test(value);
  return !DOCUMENTATION.has(kind) && !TEXTS.test(kind);
}
