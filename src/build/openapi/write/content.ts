import { MULTIPART } from '../../../shared/contract/form-types.ts';
import { examplesOf } from '../../../shared/contract/operation.ts';
import type { Body, Content, Exemplified, Parameter } from '../../../shared/contract/operation.ts';
import type { Resolve } from '../../../shared/schema/json-types.ts';
import { REST_FIELD } from '../../../shared/contract/rest-parameter.ts';
import { parameterDecoding } from '../../../shared/schema/decoding.ts';
import { fileParts } from '../../../shared/schema/file-fields.ts';
import type { ContentObject, MediaTypeObject, ParameterObject, RequestBodyObject } from '../document.ts';
import type { Part } from './share.ts';
import { withSafeIntegers } from '../server/safe-integers.ts';
import { componentOf } from '../../../shared/contract/component-name.ts';
import { createPart } from './share.ts';

/**
 * Writes a parameter: OpenAPI 3.1, Parameter Object. As a component, it is named by its name, or by name and location.
 *
 * @param resolve Resolves references to schemas.
 */
export function parameterPart(parameter: Parameter, resolve: Resolve): Part<ParameterObject> {
  const { name, in: location, description, required, deprecated, rest, schema, style } = parameter;
  const value: ParameterObject = {
    name,
    in: location,
    ...(description !== undefined && { description }),
    ...(required && { required }),
    ...(deprecated && { deprecated }),
    ...(rest && { [REST_FIELD]: rest }),
    ...styleOf(parameter, resolve),
    ...(style === 'json'
      ? { content: { 'application/json': { schema: withSafeIntegers(schema, resolve), ...exampleFields(parameter) } } }
      : { schema: withSafeIntegers(schema, resolve), ...exampleFields(parameter) }),
  };
  return createPart(value, [name, `${name}_${location}`], { name: componentOf(parameter), suffix: location });
}

/** The style of a list or an object, if it differs from OpenAPI's default: OpenAPI 3.1, Parameter Object, Style Values. */
function styleOf(parameter: Parameter, resolve: Resolve): Pick<ParameterObject, 'style' | 'explode'> {
  const { in: location } = parameter;
  if (location !== 'query' && location !== 'cookie') return {};
  const { items, properties, explode } = parameterDecoding(parameter, resolve);
  const { style } = parameter;
  if (style === 'json') return {};
  if (style !== undefined) return { style, explode: style === 'form' };
  if (location === 'query' && explode === false) return { style: 'form', explode };
  if (location === 'query') return properties === undefined ? {} : { style: 'deepObject', explode: true };
  return items === undefined && properties === undefined ? {} : { style: 'form', explode: false };
}

/** One example, or several with names: OpenAPI 3.1, Media Type Object. */
function exampleFields(part: Exemplified): Pick<MediaTypeObject, 'example' | 'examples'> {
  const [example, ...others] = examplesOf(part);
  if (others.length === 0) return example === undefined ? {} : { example };
  return {
    examples: Object.fromEntries([example, ...others].map((value, i) => [`Example ${i + 1}`, { value }])),
  };
}

/** Writes the body of a request: OpenAPI 3.1, Request Body Object. */
export function requestBodyObject({ description, content, required }: Body, resolve: Resolve): RequestBodyObject {
  return {
    ...(description !== undefined && { description }),
    content: Object.fromEntries(
      content.map((one) => {
        const [[mediaType, value]] = Object.entries(contentObject([one])) as [[string, MediaTypeObject]];
        const { maxBytes } = one;
        const limit = maxBytes !== undefined && { 'x-max-bytes': maxBytes };
        return [mediaType, { ...value, ...encodingOf(one, resolve), ...limit }];
      }),
    ),
    ...(required && { required }),
  };
}

/** How objects with files are sent: by names with brackets, not as JSON. OpenAPI 3.1, Encoding Object. */
function encodingOf({ mediaType, schema }: Content, resolve: Resolve): Pick<MediaTypeObject, 'encoding'> {
  const names = mediaType === MULTIPART ? Object.keys(fileParts(schema, resolve)) : [];
  if (names.length === 0) return {};
  return { encoding: Object.fromEntries(names.map((name) => [name, { style: 'deepObject', explode: true }])) };
}

/**
 * Writes the content of a body, by media type: OpenAPI 3.1, Media Type Object.
 *
 * @param writeStream Writes a stream; only responses can have one.
 */
export function contentObject(
  content: readonly Content[],
  writeStream?: (content: Content) => MediaTypeObject,
): ContentObject {
  return Object.fromEntries(
    content.map((one) => {
      const { mediaType, schema } = one;
      const value = { schema, ...exampleFields(one) };
      return [mediaType, one.stream === undefined ? value : writeStream!(one)];
    }),
  );
}
