import { Readable } from 'node:stream';
import type { BodyInput, ContentInput, Decoding } from '../../../../shared/contract/enforcement.ts';
import { formField, inputError, malformedError, repeatedError } from '../../../../shared/contract/input-error.ts';
import { MULTIPART, URLENCODED } from '../../../../shared/contract/form-types.ts';
import { isJsonType } from '../../../../shared/contract/operation.ts';
import type { InputError } from '../../../../shared/contract/problem.ts';
import type { FieldValue } from '../../../../shared/validation/decode.ts';
import { ownDecoding } from '../../../../shared/validation/brackets.ts';
import { decodeFields } from '../../../../shared/validation/decode.ts';
import { decodeValid, ofProperties } from '../../../../shared/validation/readings.ts';
import { scanForm } from '../../../../shared/validation/query.ts';
import { onEnd } from '../../connection/ending.ts';
import type { OperationContext } from '../../context.ts';
import type { BodyLimits } from '../../options.ts';
import type { Feature } from '../../runtime.ts';
import { takeConsumed } from './consumed.ts';
import type { BodyReader, ReadBody } from './read-body.ts';
import { BodyError } from './error.ts';
import { composeMediaTypes, type MatchedType, type MediaType } from './media-type.ts';
import { fieldTests, isFileField, textsForFiles } from './file-parts.ts';
import type { FormReader, MultipartForm, MultipartOptions } from './form.ts';
import {
  closeBody,
  detach,
  hasBody,
  hasLength,
  incomplete,
  isEmptyBody,
  openBody,
  UNCODED,
  readBytes,
  tooLarge,
} from './stream.ts';
import { decodeText, decodeUtf8, parseJson } from './text.ts';

/** Reads the bodies of requests. Generated code imports it, so that only bundles with bodies have it. */
export const body: Feature =
  ({ limits }) =>
  () => ({ composeBody: (declared, readMultipart) => composeBody(declared, limits, readMultipart) });

/**
 * Composes how the bodies of an operation are read.
 *
 * @param readMultipart Reads multipart forms; undefined if the body cannot be one.
 */
function composeBody(declared: BodyInput, limits: BodyLimits, readMultipart: FormReader | undefined): BodyReader {
  const matchType = composeMediaTypes(declared);
  const hasText = declared.content.some(isTextContent);
  /** An empty body: an empty text if the Content-Type is a declared text, otherwise no body. */
  const emptyBody = (req: OperationContext['req']): ReadBody | undefined => {
    if (!hasText || req.headers['content-type'] === undefined) return undefined;
    const { content, type } = matchType(req);
    return isTextContent(content) ? { content, type: type.essence, value: '' } : undefined;
  };
  const read = (ctx: OperationContext, { content, type }: MatchedType): ReturnType<BodyReader> => {
    const { req } = ctx;
    const consumed = takeConsumed(ctx, content.files !== undefined);
    const { maxBytes = limits.bodyLimit } = content;
    if (consumed !== undefined && 'value' in consumed) {
      if (consumed.size > maxBytes) throw tooLarge(maxBytes);
      return decodeParsed(consumed.value, content, type.essence, limits);
    }
    if (content.files !== undefined) return readForm(ctx, content, consumed?.bytes, limits, readMultipart!);
    const take = (bytes: Buffer): ReadBody | undefined => {
      if (bytes.length > maxBytes) throw tooLarge(maxBytes);
      return bytes.length === 0 ? emptyBody(req) : parseBody(bytes, content, type, limits);
    };
    return consumed === undefined ? readBytes(req, maxBytes, take) : take(consumed.bytes);
  };
  return (ctx) => {
    const { req } = ctx;
    if (!hasBody(req)) return emptyBody(req);
    let matched: MatchedType;
    try {
      matched = matchType(req);
      if (!req.readableEnded) checkCharset(matched);
    } catch (error) {
      if (hasLength(req)) throw error;
      return isEmptyBody(req).then((isNone) => (isNone ? emptyBody(req) : refuseBody(req, error)));
    }
    if (matched.content.files === undefined || hasLength(req)) return read(ctx, matched);
    return isEmptyBody(req).then((isNone) => (isNone ? emptyBody(req) : read(ctx, matched)));
  };
}

/** @throws {BodyError} A 415 that the body would get after it is read. */
function checkCharset({ content, type }: MatchedType): void {
  if (type.charset === undefined || content.bytes === true || content.files !== undefined) return;
  const none = Buffer.alloc(0);
  if (isJsonType(type.essence) || type.essence === URLENCODED) decodeUtf8(none, type);
  else decodeText(none, type);
}

function refuseBody(req: OperationContext['req'], error: unknown): never {
  closeBody(req, req);
  throw error;
}

/** Whether bodies of a content are texts, not JSON, a form or bytes. */
function isTextContent({ mediaType, bytes, decoding }: ContentInput): boolean {
  return mediaType.startsWith('text/') && !isJsonType(mediaType) && bytes !== true && decoding === undefined;
}

function parseBody(bytes: Buffer, content: ContentInput, media: MediaType, limits: BodyLimits): ReadBody {
  const type = media.essence;
  if (content.bytes === true) return { content, type, value: bytes };
  if (isJsonType(type)) return { content, type, value: parseJson(decodeUtf8(bytes, media)) };
  if (type !== URLENCODED) return { content, type, value: decodeText(bytes, media) };
  const text = decodeUtf8(bytes, media);
  const { maxFields } = limits;
  if (text.split('&', maxFields + 1).length > maxFields) throw tooManyFields(maxFields);
  const fields = scanForm(text);
  const malformed = fields.filter(([, value]) => value === undefined);
  return toForm(
    content,
    type,
    fields.map(([name, value = '']) => [name, value]),
    malformed.map(([name]) => malformedError(formField(name))),
  );
}

function tooManyFields(maxFields: number): BodyError {
  return new BodyError(413, `The form must have at most ${maxFields} fields.`);
}

/** Decodes the form fields that the app's body parser returned: strings, lists of strings, and objects of both. */
function decodeParsed(value: unknown, content: ContentInput, type: string, { maxFields }: BodyLimits): ReadBody {
  if (content.decoding === undefined || typeof value !== 'object' || value === null) return { content, type, value };
  const hasParts = (name: string): boolean => ownDecoding(content.decoding!.properties, name)?.properties !== undefined;
  const fields = Object.entries(value).flatMap(([name, item]) => parsedFields(name, item, hasParts(name)));
  if (fields.length > maxFields) throw tooManyFields(maxFields);
  return toForm(content, type, fields, []);
}

/** The fields of a value that a parser has read: `at[lat]` of an object. */
function parsedFields(name: string, value: unknown, hasParts: boolean): [string, FieldValue][] {
  const isWhole = !hasParts || typeof value !== 'object' || value === null || Array.isArray(value);
  const fields = isWhole
    ? [value].flat().map((item) => [name, item] as const)
    : Object.entries(value).flatMap(([property, part]: [string, unknown]) =>
        [part].flat().map((item) => [`${name}[${property}]`, item] as const),
      );
  return fields as [string, FieldValue][];
}

const UNDECODED: Decoding = { types: ['string'] };

function toForm(
  content: ContentInput,
  type: string,
  fields: readonly (readonly [name: string, value: FieldValue])[],
  errors: readonly InputError[],
): ReadBody {
  const { value, repeated } = decodeValid(
    content.decoding ?? UNDECODED,
    (by) => decodeFields(by, fields),
    ofProperties(content),
  );
  const twice = repeated.map(([name, property]) =>
    isFileField(content, { name: name!, ...(property !== undefined && { property }) })
      ? inputError(formField(name!, property), 'must be one file', 'repeated')
      : repeatedError(formField(name!, property)),
  );
  return { content, type, value, errors: [...errors, ...twice, ...textsForFiles(content, value)] };
}

/** The limits of a multipart form. A declared maximum is that of the whole body, and of each file. Fields stay in memory, so those of the app apply too. */
function limitsOfForm(
  { maxBytes }: ContentInput,
  limits: BodyLimits,
): { readonly total: number; readonly limits: BodyLimits } {
  const { bodyLimit, maxFiles, maxFileSize } = limits;
  if (maxBytes === undefined) return { total: bodyLimit + maxFiles * maxFileSize, limits };
  return { total: maxBytes, limits: { ...limits, bodyLimit: Math.min(bodyLimit, maxBytes), maxFileSize: maxBytes } };
}

/** Reads a multipart form. Its temporary files are removed when the response ends. */
async function readForm(
  ctx: OperationContext,
  content: ContentInput,
  bytes: Buffer | undefined,
  own: BodyLimits,
  readMultipart: FormReader,
): Promise<ReadBody> {
  const { req } = ctx;
  const { total, limits } = limitsOfForm(content, own);
  if (bytes !== undefined && bytes.length > total) throw tooLarge(total);
  let form: MultipartForm | undefined;
  let hasEnded = false;
  onEnd(ctx, () => {
    hasEnded = true;
    form?.dispose().catch((error: unknown) => ctx.app.emit('error', error, ctx));
  });
  if (hasEnded) throw incomplete();
  const source = bytes === undefined ? detach(req, await openBody(req, total, UNCODED), total) : Readable.from(bytes);
  const options: MultipartOptions = { contentType: req.headers['content-type']!, ...fieldTests(content), limits };
  form = await readMultipart(source, options);
  if (hasEnded) {
    await form.dispose();
    throw incomplete();
  }
  return toForm(content, MULTIPART, form.fields, form.errors);
}
