import type { Location } from '../../compiler/diagnostics/source.ts';
import { pointTo } from '../../contract/json-pointer.ts';
import type { ServedProblemFormat } from '../../contract/problem.ts';
import type { DescribedOperation, Fields } from '../../openapi/read/description.ts';
import { entries, list } from '../../openapi/read/description.ts';
import type { Documents } from '../../openapi/read/documents.ts';
import { documentOf, foreignReferences } from '../../openapi/read/documents.ts';
import type { ReadDocument } from '../../openapi/read/index.ts';
import { pathOnServer, readContracts, serverPath } from '../../openapi/read/index.ts';
import type { At } from '../../openapi/read/origins.ts';
import { checkVersion } from '../../openapi/read/version.ts';
import { userError } from '../../project/errors.ts';
import { locateOrigin } from '../../project/descriptions/locations.ts';
import type { AnySchema } from '../../schema/json-types.ts';
import { isKeywords } from '../../schema/json-types.ts';
import type { Part } from '../../openapi/compare/contract.ts';
import type { LocatedContract } from '../finding.ts';

/**
 * Reads an OpenAPI document (3.0, 3.1 or 3.2) as a contract. The path of its server is part of every path.
 *
 * @param name The name in reports.
 * @throws {Error} If it is not such a document, or refers to another file.
 */
export function readOpenApi(document: unknown, name: string, format?: ServedProblemFormat): LocatedContract {
  return contractOfDocuments(documentOf(document, name), format);
}

/** The same for a document with the text of its file, whose lines locate the findings. */
export function contractOfDocuments(documents: Documents, format?: ServedProblemFormat): LocatedContract {
  const { root } = documents;
  try {
    checkVersion(root);
  } catch (error) {
    throw userError((error as Error).message);
  }
  const [other] = foreignReferences(root);
  if (other !== undefined)
    throw userError(
      `${root.name} refers to another file: ${other}. Bundle it into one document first, for example with "redocly bundle".`,
    );
  const read = readContracts(documents, format);
  const prefix = serverPath(read.description.fields['servers']);
  const described = new Map(
    [...read.operations].map(([operation, at]) => [{ ...operation, path: pathOnServer(operation.path, prefix) }, at]),
  );
  return {
    name: root.name,
    operations: [...described.keys()],
    schemas: read.schemas,
    security: read.security,
    securitySchemes: read.securitySchemes,
    locate: (part) => locate(read, described.get(part.operation), part),
  };
}

/** The longest document whose findings have a location in it, in characters: its lines are found by a slow parser. */
const MAX_LOCATED = 2_000_000;

/** The key of the deepest node on the way to a part. */
function locate(read: ReadDocument, described: DescribedOperation | undefined, part: Part): Location | undefined {
  const { origins } = read.description.notes;
  const { definition } = part;
  const named = definition && read.description.schemas.get(definition.name);
  const at = typeof named === 'object' ? { of: named } : described && placeOf(described, part);
  const origin = at && origins.find(at);
  if (origin === undefined || origin.file.text === '' || origin.file.text.length > MAX_LOCATED) return undefined;
  if (typeof named !== 'object') return locateOrigin(origin, 'key');
  return locateOrigin({ ...origin, pointer: deepest(named, origin.pointer, definition!.path) }, 'key');
}

/** Where a part of an operation is in its description. */
function placeOf({ value, at }: DescribedOperation, { kind, name, in: place, status }: Part): At {
  const { parameters, responses, requestBody } = value;
  const isNamed = (one: unknown): boolean => isKeywords(one) && one['name'] === name && one['in'] === place;
  const response =
    status === undefined
      ? undefined
      : entries(responses).find(([key]) => key.toUpperCase() === status.toUpperCase())?.[1];
  const header = entries((response as Fields | undefined)?.['headers']).find(([key]) => key === name)?.[1];
  const found = {
    operation: undefined,
    parameter: list(parameters).find(isNamed),
    body: requestBody,
    response,
    header: header ?? response,
    security: undefined,
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
