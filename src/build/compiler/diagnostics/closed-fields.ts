import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import type { Input } from '../../../shared/contract/registry.ts';
import { nearest } from './report.ts';

/** The objects of a context whose fields are all known. */
export type Owner = 'operation' | 'input';

/** The fields of `ctx.operation`, and whether they are documented. The others are for the runtime. */
const OPERATION: Record<keyof OperationEntry, boolean> = {
  id: true,
  operationId: true,
  method: true,
  path: true,
  extensions: true,
  names: false,
  status: false,
  emptyStatuses: false,
  produces: false,
  stream: false,
  headers: false,
  errorHeaders: false,
  paging: false,
  security: false,
  idempotent: false,
  rateLimits: false,
  cache: false,
  vary: false,
  custom: false,
  answers: false,
  fires: false,
  version: false,
  features: false,
  input: false,
  picks: false,
  responses: false,
  dropped: false,
  handler: false,
  load: false,
  middleware: false,
  authorize: false,
};

const INPUT: Record<keyof Input, boolean> = {
  path: true,
  query: true,
  header: true,
  cookie: true,
  body: true,
  type: true,
};

const FIELDS: Readonly<Record<Owner, object>> = { operation: OPERATION, input: INPUT };

/** The fields that code may read. */
export const DOCUMENTED_FIELDS: Readonly<Record<Owner, readonly string[]>> = {
  operation: documented(OPERATION),
  input: documented(INPUT),
};

function documented(fields: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(fields).filter((name) => fields[name] === true);
}

/** Other names of the fields, as other frameworks have them. */
const MEANT: Readonly<Record<Owner, readonly (readonly [names: RegExp, field: string])[]>> = {
  operation: [
    [/^(?:name|operationName|handler|summary)$/i, 'operationId'],
    [/^(?:file|filename|filepath)$/i, 'id'],
    [/^(?:url|uri|route|routePath|pathname|pattern)$/i, 'path'],
    [/^(?:verb|httpMethod)$/i, 'method'],
    [/^(?:meta|metadata)$/i, 'extensions'],
  ],
  input: [
    [/^(?:params?|pathParams|pathParameters)$/i, 'path'],
    [/^(?:queries|queryString|search|searchParams)$/i, 'query'],
    [/^(?:data|fields|files?|form|formData|json|payload)$/i, 'body'],
    [/^(?:mediaType|contentType)$/i, 'type'],
  ],
};

/** Whether an object has a field. Objects have methods, too, such as `hasOwnProperty`. */
export function hasField(owner: Owner, name: string): boolean {
  return Object.hasOwn(FIELDS[owner], name) || name in Object.prototype;
}

/** The field that another name probably means. */
export function meantField(owner: Owner, name: string): string | undefined {
  return MEANT[owner].find(([names]) => names.test(name))?.[1] ?? nearest(name, DOCUMENTED_FIELDS[owner]);
}

const TEXTS = {
  known: new RegExp(
    `\\b(?:input\\s*\\??\\.\\s*(?:${DOCUMENTED_FIELDS.input.join('|')})|operation\\s*\\??\\.\\s*(?:${DOCUMENTED_FIELDS.operation.join('|')}))\\b`,
    'g',
  ),
  taken: /(?<=[{,]\s*)(?:input|operation)(?=\s*[,}])/g,
};

/** Whether a text may read a field that doesn't exist. Most texts have only known ones. */
export function mayReadOthers(text: string): boolean {
  if (!/\b(?:input|operation)\b/.test(text)) return false;
  return /\b(?:input|operation)\b/.test(text.replace(TEXTS.known, '').replace(TEXTS.taken, ''));
}
