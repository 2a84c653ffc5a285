import type { Operation, Schema } from '../contract/operation.ts';

/**
 * Replaces the schemas of an operation: those of its parameters, its body, its responses and their headers.
 *
 * @returns A copy; parts whose schema stays the same are the same objects.
 */
export function mapOperationSchemas(operation: Operation, map: (schema: Schema) => Schema): Operation {
  const each = <T extends { readonly schema: Schema }>(parts: readonly T[]): readonly T[] =>
    parts.map((part) => {
      const schema = map(part.schema);
      return schema === part.schema ? part : { ...part, schema };
    });
  const { parameters, body, responses } = operation;
  return {
    ...operation,
    parameters: each(parameters),
    ...(body !== undefined && { body: { ...body, content: each(body.content) } }),
    responses: responses.map((response) => ({
      ...response,
      content: each(response.content),
      ...(response.headers !== undefined && { headers: each(response.headers) }),
    })),
  };
}
