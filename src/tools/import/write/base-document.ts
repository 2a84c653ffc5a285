import { isDefaultServer } from '../../../build/openapi/servers.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import type { Description } from '../../openapi/read/description.ts';
import type { Fields } from '../../openapi/read/document-fields.ts';
import { entries } from '../../openapi/read/document-fields.ts';
import { readSecurity } from '../../openapi/read/read-operation.ts';
import { INFO_FIELDS } from '../../../build/openapi/write/index.ts';

const FIELDS = ['info', 'servers', 'tags', 'security', 'externalDocs'];

/** The content of `openapi.yaml`: everything that comments can't express. Fields with default values are left out. */
export function baseDocument({ fields, securitySchemes }: Description, operations: readonly Operation[]): Fields {
  const kept = entries(fields).filter(([field]) => FIELDS.includes(field) || field.startsWith('x-'));
  const { servers, tags, security, ...others } = Object.fromEntries(kept);
  const declared = (Array.isArray(tags) ? tags : []) as { readonly name: string }[];
  const used = new Set(operations.flatMap((operation) => operation.tags ?? []));
  for (const { name } of declared) used.delete(name);
  // The document lists these tags too, in this order.
  const allTags = [...declared, ...[...used].sort().map((name) => ({ name }))];
  const { info, externalDocs, ...rest } = others;
  return {
    ...(isKeywords(info) && { info: inOrder(info) }),
    ...(Array.isArray(servers) && !servers.every(isDefaultServer) && { servers }),
    ...(allTags.length > 0 && { tags: allTags }),
    ...withSecurity(security),
    ...(Object.keys(securitySchemes).length > 0 && { components: { securitySchemes } }),
    ...(externalDocs !== undefined && { externalDocs }),
    ...rest,
  };
}

/** Reads the security of a description, also in a wrong form, so that a mistake does not open the operations. A list that requires nothing stays. */
function withSecurity(security: unknown): Fields {
  const required = readSecurity(security);
  if (required.length > 0) return { security: required };
  return Array.isArray(security) && security.length > 0 ? { security } : {};
}

function inOrder(info: Fields): Fields {
  const known = INFO_FIELDS.filter((field) => field in info);
  const others = Object.keys(info).filter((field) => !known.includes(field));
  return Object.fromEntries([...known, ...others].map((field) => [field, info[field]]));
}
