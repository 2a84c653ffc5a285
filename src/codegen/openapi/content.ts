import type { Body, Content, Parameter } from '../../contract/operation.ts';
import type { ContentObject, ParameterObject, RequestBodyObject } from './document.ts';
import type { Part } from './share.ts';
import { createPart } from './share.ts';

/** Writes a parameter; as a component it is called by its name, or by name and place. */
export function parameterPart(parameter: Parameter): Part<ParameterObject> {
  const { name, in: place, description, required, deprecated, schema, example } = parameter;
  const value: ParameterObject = {
    name,
    in: place,
    ...(description !== undefined && { description }),
    ...(required && { required }),
    ...(deprecated && { deprecated }),
    schema,
    ...(example !== undefined && { example }),
  };
  return createPart(value, [name, `${name}_${place}`]);
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
