import type { Declared } from '../diagnostics/source.ts';
import type { Content, Header, Response } from '../../contract/operation.ts';
import type { Declarations, DeclaredHeader, DeclaredResponse } from '../language/declared.ts';
import type { Definitions } from '../definitions/collect.ts';
import { includedEntries, mergeIncluded } from '../definitions/includes.ts';
import { PROBLEM_TYPE } from '../../contract/problem.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { referredName } from '../../schema/references.ts';

/** The responses of an operation, including those of includes, in the comment's order. */
export function resolveResponses(
  declarations: Declarations,
  definitions: Definitions,
  report: Report,
): Declared<DeclaredResponse>[] {
  const included = includedEntries(declarations.responseIncludes, definitions.responses, describe);
  return mergeIncluded(declarations.responses, included, (response) => response.status, describe, report);
}

function describe({ status, mediaType }: DeclaredResponse): string {
  return `response ${status}${mediaType === undefined ? '' : ` ${mediaType}`}`;
}

/** Responses in the contract's form: one for each status, with the media types that were declared for it. */
export function toContract(
  { responses, headers: shared }: Pick<Declarations, 'responses' | 'headers'>,
  declaredTypes: Declarations['produces'],
  { document }: Definitions,
): Response[] {
  const produces = declaredTypes.map((type) => type.value);
  const problemType = document['x-problem']?.mediaType ?? PROBLEM_TYPE;
  const byStatus = new Map<string, DeclaredResponse[]>();
  for (const { value } of responses) byStatus.set(value.status, [...(byStatus.get(value.status) ?? []), value]);
  return [...byStatus].map(([status, declared]) => {
    const headers = headersOf([...shared, ...declared.flatMap((response) => response.headers)]);
    return {
      status,
      description: declared.find((response) => response.description !== undefined)?.description ?? '',
      content: declared.flatMap((response) => contentOf(response, produces, problemType)),
      ...(headers.length > 0 && { headers }),
    };
  });
}

function contentOf(
  { schema, mediaType, example }: DeclaredResponse,
  produces: readonly string[],
  problemType: string,
): Content[] {
  if (schema === undefined) return [];
  const isProblem = referredName(schema) === 'Problem';
  const otherwise = isProblem
    ? [problemType]
    : schema['format'] === 'binary'
      ? ['application/octet-stream']
      : ['application/json'];
  const mediaTypes = mediaType !== undefined ? [mediaType] : produces.length > 0 && !isProblem ? produces : otherwise;
  return mediaTypes.map((type) => ({ mediaType: type, schema, ...(example !== undefined && { example }) }));
}

/** Of two headers with the same name the later one counts; names are case-insensitive (RFC 9110, 5.1). */
function headersOf(declared: readonly Declared<DeclaredHeader>[]): Header[] {
  const headers = declared.map(({ value: { name, required, schema, description } }): Header => ({
    name,
    required,
    schema,
    ...(description !== undefined && { description }),
  }));
  return [...new Map(headers.map((header) => [header.name.toLowerCase(), header])).values()];
}
