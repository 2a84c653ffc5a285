import type { Place } from '../../contract/enforcement.ts';
import type { Body, Content, Parameter, Schema } from '../../contract/operation.ts';
import type { Resolve } from '../../schema/decoding.ts';
import { decodingOf } from '../../schema/decoding.ts';
import type { ContentObject, ParameterObject, RequestBodyObject } from './document.ts';
import type { Part } from './share.ts';
import { createPart } from './share.ts';

/**
 * Writes a parameter; as a component it is called by its name, or by name and place.
 *
 * @param resolve What references to schemas stand for.
 */
export function parameterPart(parameter: Parameter, resolve: Resolve): Part<ParameterObject> {
  const { name, in: place, description, required, deprecated, schema, example } = parameter;
  const value: ParameterObject = {
    name,
    in: place,
    ...(description !== undefined && { description }),
    ...(required && { required }),
    ...(deprecated && { deprecated }),
    ...styleOf(place, schema, resolve),
    schema,
    ...(example !== undefined && { example }),
  };
  return createPart(value, [name, `${name}_${place}`]);
}

/** How the runtime reads a list or an object, where that is not what OpenAPI takes for granted: 3.1, Parameter Object, Style Values. */
function styleOf(place: Place, schema: Schema, resolve: Resolve): Pick<ParameterObject, 'style' | 'explode'> {
  if (place !== 'query' && place !== 'cookie') return {};
  const { items, properties } = decodingOf(schema, resolve, 0);
  if (place === 'query') return properties === undefined ? {} : { style: 'deepObject', explode: true };
  return items === undefined && properties === undefined ? {} : { style: 'form', explode: false };
}

/** Writes the body of a request. */
export function requestBodyObject({ description, content, required }: Body): RequestBodyObject {
  return {
    ...(description !== undefined && { description }),
    content: contentObject(content),
    ...(required && { required }),
  };
}

/** Writes a body under each of its media types. */
export function contentObject(content: readonly Content[]): ContentObject {
  return Object.fromEntries(
    content.map(({ mediaType, schema, example }) => [mediaType, { schema, ...(example !== undefined && { example }) }]),
  );
}
