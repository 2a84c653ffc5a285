import type { SecurityScheme } from '../../contract/enforcement.ts';
import type { Operation, OperationEntry, Response, SecurityRequirement } from '../../contract/operation.ts';
import type { Compilation } from '../../compiler/compile.ts';

/** The part of an entry that is plain data. */
type EntryData = Omit<OperationEntry, 'handler' | 'load' | 'input' | 'responses' | 'middleware'>;

/**
 * What the runtime needs to know of an operation, but for what is code.
 *
 * @param names Of the path's parameters, in their order.
 * @param document What no comment can say: its `security` holds for operations without their own.
 */
export function entryOf(
  { id, method, path, operationId, responses, paging, security: own }: Operation,
  names: readonly string[],
  document: Compilation['document'],
): EntryData {
  const success = successOf(responses);
  const mediaType = success?.content[0]?.mediaType;
  const security = own ?? document.security ?? [];
  return {
    id,
    method,
    path,
    names,
    ...(operationId !== undefined && { operationId }),
    ...(success !== undefined && { status: Number(success.status.replace('XX', '00')) }),
    ...(mediaType !== undefined && isOwnType(mediaType) && { produces: mediaType }),
    ...(paging !== undefined && { paging }),
    ...(isAsked(security) && { security }),
  };
}

/** The security schemes that operations name, as the runtime needs them: OpenAPI 3.1, Security Scheme Object. */
export function usedSchemes(
  operations: readonly Operation[],
  { components, security: byDefault = [] }: Compilation['document'],
): { readonly [name: string]: SecurityScheme } {
  const used = new Set(
    operations.flatMap(({ security = byDefault }) => security.flatMap((schemes) => Object.keys(schemes))),
  );
  const declared = Object.entries(components?.securitySchemes ?? {});
  return Object.fromEntries(
    declared.filter(([name]) => used.has(name)).map(([name, fields]) => [name, schemeOf(fields)]),
  );
}

/** What a handler returns is a body, so a status that has one comes first. */
function successOf(responses: readonly Response[]): Response | undefined {
  const successes = responses.filter((response) => response.status.startsWith('2'));
  return successes.find((response) => response.content.length > 0) ?? successes[0];
}

/** A range such as `image/*` is no type that an answer could have. */
function isOwnType(mediaType: string): boolean {
  return mediaType !== 'application/json' && !mediaType.includes('*');
}

/** Without an alternative that names a scheme there is no one to ask. */
function isAsked(security: readonly SecurityRequirement[]): boolean {
  return security.some((requirement) => Object.keys(requirement).length > 0);
}

function schemeOf({ type, scheme, in: place, name }: { readonly [field: string]: unknown }): SecurityScheme {
  if (type === 'http') return { type, scheme: String(scheme).toLowerCase() };
  if (type === 'apiKey') return { type, in: place, name } as SecurityScheme;
  return { type } as SecurityScheme;
}
