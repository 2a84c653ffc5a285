import { MULTIPART, isFormType } from '../../../shared/contract/form-types.ts';
import { examplesOf, withExamples } from '../../../shared/contract/operation.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import type { Body, Content, Method, Schema } from '../../../shared/contract/operation.ts';
import { hasFile, unsentFiles } from '../../../shared/schema/file-fields.ts';
import type { DeclaredMediaType, DeclaredParameter } from '../language/declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Lookup } from '../definitions/collect.ts';
import { assembleShape } from '../language/property-tree.ts';
import type { BodyGroup } from './body-groups.ts';
import { defaultType, groupsOf, isBinary, isWholeBody } from './body-groups.ts';
import { allowedTypes } from './list.ts';

/** The methods whose requests have no body to speak of: RFC 9110, 9.3. */
export const BODILESS_METHODS: readonly Method[] = ['GET', 'HEAD', 'TRACE'];

/**
 * Puts the parameters of the body together: see docs/guides/parameters.md.
 *
 * @param parts Those that are in the body.
 * @param consumes The media types; by default JSON, or any bytes for a `{file}` alone.
 * @param lookup Of the definitions.
 */
export function resolveBody(
  parts: readonly Declared<DeclaredParameter>[],
  consumes: readonly DeclaredMediaType[],
  method: Method,
  lookup: Lookup,
  report: Report,
): Body | undefined {
  const [first] = parts;
  if (first === undefined) {
    if (consumes[0] !== undefined) report(messages.nothingToConsume(consumes[0].at));
    return undefined;
  }
  if (BODILESS_METHODS.includes(method)) report(messages.bodyMethod(first.at, method));
  const bodies = groupsOf(parts, consumes).flatMap((group) => {
    if (group.parts.length > 0) return [{ group, body: groupBody(group, lookup, report) }];
    report(messages.nothingToConsume(group.consumes[0]!.at, true));
    return [];
  });
  reportRepeatedTypes(bodies, report);
  return joinBodies(bodies.map(({ body }) => body));
}

interface GroupBody {
  readonly group: BodyGroup<DeclaredParameter>;
  readonly body: Body;
}

/** Reports a media type that the bodies have twice: only one of its schemas and limits would count. */
function reportRepeatedTypes(bodies: readonly GroupBody[], report: Report): void {
  const places = new Map<string, Location>();
  for (const { group, body } of bodies)
    for (const [i, { mediaType }] of body.content.entries()) {
      const { at } = group.consumes[i] ?? group.parts[0]!;
      const earlier = places.get(mediaType);
      if (earlier !== undefined) report(messages.declaredTwice(at, `body of ${mediaType}`, earlier));
      places.set(mediaType, at);
    }
}

/** One body of several groups of media types. It has one description: those of the others go to their schemas. */
function joinBodies([first, ...others]: readonly Body[]): Body | undefined {
  if (first === undefined || others.length === 0) return first;
  const content = [first, ...others].flatMap((body, i) =>
    body.content.map((one) => (i === 0 ? one : withDescription(one, body.description))),
  );
  const { description } = first;
  return {
    required: [first, ...others].every(({ required }) => required),
    ...(description !== undefined && { description }),
    content,
  };
}

function withDescription(content: Content, description: string | undefined): Content {
  if (description === undefined || 'description' in content.schema) return content;
  return { ...content, schema: { ...content.schema, description } };
}

/** The body of one group of media types. */
function groupBody({ parts, consumes }: BodyGroup<DeclaredParameter>, lookup: Lookup, report: Report): Body {
  const base = parts.find((part) => isWholeBody(part.value));
  const properties = parts.filter((part) => part !== base);
  const schema = assembleShape(base && { ...base, value: { ...base.value, name: '' } }, properties, report);
  const mediaTypes = consumes.length > 0 ? consumes.map((type) => type.value) : [defaultType(schema)];
  checkMediaTypes(schema, mediaTypes, parts, consumes, report);
  if (mediaTypes.includes(MULTIPART)) reportUnsentFiles(schema, parts, lookup, report);
  for (const { value, at } of consumes)
    if (!isParsed(schema, value, lookup)) report(messages.unreadableBody(at, value));
  const examples = withExamples(base === undefined ? [] : examplesOf(base.value));
  return {
    // A required property inside an optional one does not make the body required.
    required: base?.value.required ?? schema['required'] !== undefined,
    ...(base?.value.description !== undefined && { description: base.value.description }),
    ...(properties.length > 0 && isBare(base?.value.schema) && { declaredOnly: true }),
    content: mediaTypes.map((mediaType, i) => {
      const maxBytes = consumes[i]?.maxBytes;
      return { mediaType, schema, ...examples, ...(maxBytes !== undefined && { maxBytes }) };
    }),
  };
}

/** Whether a body has only properties: `@param {object} body` introduces them. */
function isBare(schema: Schema = {}): boolean {
  return Object.keys(schema).every((keyword) => keyword === 'type');
}

/** Whether the server can read a whole body of a media type. */
export function isReadable(schema: Schema, mediaType: string, method: Method, lookup: Lookup): boolean {
  return !BODILESS_METHODS.includes(method) && isParsed(schema, mediaType, lookup) && isShaped(schema, mediaType);
}

/** Whether the server parses a media type, or the schema has a text. A range can include JSON. */
function isParsed(schema: Schema, mediaType: string, lookup: Lookup): boolean {
  return /[/+]json$|\/\*$/.test(mediaType) || isFormType(mediaType) || allowedTypes(schema, lookup).has('string');
}

/** Whether a schema can be that of a media type: forms are objects. */
function isShaped({ type }: Schema, mediaType: string): boolean {
  return !isFormType(mediaType) || type === undefined || type === 'object';
}

/** Files travel in multipart bodies or alone, and forms are objects. */
function checkMediaTypes(
  schema: Schema,
  mediaTypes: readonly string[],
  parts: readonly Declared<DeclaredParameter>[],
  consumes: readonly Declared<string>[],
  report: Report,
): void {
  const file = parts.find(
    (part) =>
      !isWholeBody(part.value) &&
      (isBinary(part.value.schema) || isBinary((part.value.schema['items'] ?? {}) as Schema)),
  );
  if (file !== undefined && !mediaTypes.includes(MULTIPART))
    report(messages.fileWithoutMultipart(file.at, file.value.name));
  for (const { value, at } of consumes) if (!isShaped(schema, value)) report(messages.formShape(at, value));
}

/** Reports files that no name of a form can have. */
function reportUnsentFiles(
  schema: Schema,
  parts: readonly Declared<DeclaredParameter>[],
  { expand, resolve }: Lookup,
  report: Report,
): void {
  for (const name of unsentFiles(expand(schema), resolve)) {
    const own = parts.filter(({ value }) => value.name.split(/[.[]/, 1)[0] === name);
    const part = own.find(({ value }) => hasFile(expand(value.schema), resolve)) ?? parts.find(isWhole) ?? parts[0]!;
    report(messages.unsentFile(part.at, name));
  }
}

function isWhole({ value }: Declared<DeclaredParameter>): boolean {
  return isWholeBody(value);
}
