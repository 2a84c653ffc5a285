import { pointTo } from '../../../shared/contract/json-pointer.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import type { Description } from '../read/description.ts';
import type { Fields } from '../read/document-fields.ts';
import type { DescribedOperation } from '../read/described-operation.ts';
import { entries, list } from '../read/document-fields.ts';
import type { At, Origin } from '../read/origins.ts';
import type { ContractPart } from './contract.ts';

/** The location of the deepest node of a description on the way to a part. */
export function partOrigin(
  { schemas, notes }: Description,
  described: DescribedOperation | undefined,
  part: Omit<ContractPart, 'operation'>,
): Origin | undefined {
  const { definition } = part;
  const named = definition && schemas.get(definition.name);
  const at = typeof named === 'object' ? { of: named } : described && partLocation(described, part);
  const origin = at && notes.origins.find(at);
  if (origin === undefined || typeof named !== 'object') return origin;
  return { ...origin, pointer: deepest(named, origin.pointer, definition!.path) };
}

/** Where a part of an operation is in its description. */
function partLocation(
  { value, at }: DescribedOperation,
  { kind, name, in: place, status }: Omit<ContractPart, 'operation'>,
): At {
  const { parameters, responses, requestBody } = value;
  const isNamed = (one: unknown): boolean => isKeywords(one) && one['name'] === name && one['in'] === place;
  const response =
    status === undefined
      ? undefined
      : entries(responses).find(([key]) => key.toUpperCase() === status.toUpperCase())?.[1];
  const headers = (response as Fields | undefined)?.['headers'];
  const header = isKeywords(headers) && Object.hasOwn(headers, name!) ? headers[name!] : undefined;
  const found = {
    operation: undefined,
    parameter: list(parameters).find(isNamed),
    body: requestBody,
    response,
    header: header ?? response,
    security: undefined,
    guard: undefined,
    directive: undefined,
  }[kind];
  if (isKeywords(found)) return { of: found };
  return kind === 'security' && 'security' in value ? { of: value, key: 'security' } : at;
}

/** The pointer of a property in a schema, as far as the schema has it. */
function deepest(schema: AnySchema, pointer: string, path: readonly string[]): string {
  let [found, value] = [pointer, schema as unknown];
  const keys = path.flatMap((step) =>
    step === '[]' ? ['items'] : step === '*' ? ['additionalProperties'] : ['properties', step],
  );
  for (const key of keys) {
    if (!isKeywords(value) || !Object.hasOwn(value, key)) return found;
    found = pointTo(found, key);
    value = value[key];
  }
  return found;
}
