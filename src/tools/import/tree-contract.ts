import type { Body, Content, Operation, Response } from '../../shared/contract/operation.ts';
import { ANY_TYPE, examplesOf, isJsonType, withExamples } from '../../shared/contract/operation.ts';
import type { Description } from '../openapi/read/description.ts';
import type { AnySchema } from '../../shared/schema/json-types.ts';
import { isKeywords } from '../../shared/schema/json-types.ts';
import { isEqual } from '../../shared/validation/values.ts';
import type { LocatedOperation } from './file-paths.ts';
import { canWriteId } from './writable.ts';
import { textLines } from './texts.ts';
import { opensFence } from '../../build/compiler/comment/fences.ts';
import { BODILESS_METHODS } from '../../build/compiler/operations/body.ts';

/** The contract of an operation of a description as a tree can have it. The reasons for all that it leaves out become notes. */
export function treeContract(operation: Operation, located: LocatedOperation, description: Description): Operation {
  const { method, parameters, body, responses, see, operationId, summary: _, description: __, ...others } = operation;
  const { value } = located.described;
  const hasBody = !BODILESS_METHODS.includes(method);
  if (body !== undefined && !hasBody)
    description.notes.add({ of: value, key: 'requestBody' }, `${method} requests have no body (RFC 9110, 9.3)`);
  const hasId = operation.event === undefined && operationId !== undefined && canWriteId(operationId);
  if (operationId !== undefined && !hasId)
    description.notes.add(
      { of: value, key: 'operationId' },
      operation.event === undefined ? 'a comment cannot have this operationId' : 'an event has no operationId',
    );
  return {
    ...others,
    method,
    ...(hasId && { operationId }),
    ...operationTexts(operation),
    ...(see !== undefined && { see: see.map(linkOf) }),
    parameters: parameters.map(withLines),
    ...(body !== undefined && hasBody && { body: groupedBody(body) }),
    responses: responses.map(responseOf),
  };
}

/** The texts of an operation. Without a summary, the first line of the description is the summary, unless it begins code. */
export function operationTexts({
  summary,
  description,
}: {
  readonly summary?: unknown;
  readonly description?: unknown;
}): Pick<Operation, 'summary' | 'description'> {
  const title = typeof summary === 'string' ? titleOf(summary) : '';
  const lines = typeof description === 'string' ? textLines(description) : [];
  if (title === '' && opensFence(lines[0] ?? '')) return { description: lines.join('\n') };
  const [first, ...rest] = title === '' ? lines : [title, ...lines];
  return {
    ...(first !== undefined && { summary: first.trim() }),
    ...(rest.length > 0 && { description: textLines(rest.join('\n')).join('\n') }),
  };
}

/** A text in one line, which has no code in a fence. */
function titleOf(text: string): string {
  const title = textLines(text).join(' ');
  return opensFence(title) ? textLines(text.replaceAll(/`{3,}|~{3,}/g, '')).join(' ') : title;
}

function linkOf({ url, description = '' }: NonNullable<Operation['see']>[number]): {
  url: string;
  description?: string;
} {
  // `@see` takes these for the separator between the text and the URL.
  const text = titleOf(description)
    .replace(/\s+/g, ' ')
    .replace(/^[\s|-]+/, '');
  return { url, ...(text !== '' && { description: text }) };
}

/** A body, with the media types of one schema together: they have the same examples, unless both have their own. */
function groupedBody(body: Body): Body {
  const groups: Content[][] = [];
  // Clients send JSON by default.
  for (const one of body.content.toSorted(
    (a, b) => Number(isJsonType(b.mediaType)) - Number(isJsonType(a.mediaType)),
  )) {
    const group = groups.find(([first]) => isSameContent(first!, one));
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  const content = groups.flatMap((group) => {
    const { schema, ...others } = group.find(({ example }) => example !== undefined) ?? group[0]!;
    return group.map(({ mediaType, maxBytes }) => ({
      mediaType,
      schema,
      ...withExamples(examplesOf(others)),
      ...(maxBytes !== undefined && { maxBytes }),
    }));
  });
  return { ...withLines(body), content };
}

function isSameContent(a: Content, b: Content): boolean {
  const [one, other] = [examplesOf(a), examplesOf(b)];
  return isEqual(a.schema, b.schema) && (one.length === 0 || other.length === 0 || isEqual(one, other));
}

function responseOf(response: Response): Response {
  const { content, headers } = response;
  const { description = '' } = withLines<Partial<Response>>(response);
  const types = content.map(({ mediaType }) => mediaType);
  return {
    ...response,
    description,
    content: content.map((one) => ({ ...one, mediaType: sentType(one.mediaType, one.schema, types) })),
    ...(headers !== undefined && { headers: headers.map(withLines) }),
  };
}

/**
 * The media type that the server sends: JSON for any type, unless the response has JSON too. Only a file can have any type.
 *
 * @param all All media types of the response.
 */
export function sentType(mediaType: string, schema: AnySchema, all: readonly string[]): string {
  if (mediaType !== ANY_TYPE || (isKeywords(schema) && schema['format'] === 'binary')) return mediaType;
  return all.includes('application/json') ? mediaType : 'application/json';
}

/** A part with the lines of its description. */
function withLines<T extends { readonly description?: string | undefined }>(part: T): T {
  const { description, ...others } = part;
  const lines = description === undefined ? [] : textLines(description);
  return { ...(others as T), ...(lines.length > 0 && { description: lines.join('\n') }) };
}
