import type { Operation, Parameter } from '../contract/operation.ts';

const TEXT = { type: 'string' } as const;

const header = (name: string, required: boolean, description: string): Parameter => ({
  name,
  in: 'header',
  required,
  schema: TEXT,
  description,
});

/** The headers that the runtime itself reads for safe writes. */
function safetyHeaders({ method, etag, conditional, idempotent }: Operation): Parameter[] {
  const canCreate = conditional === true && method === 'PUT';
  return [
    ...(etag ? [header('If-None-Match', false, 'The `ETag` of the body that the client has (RFC 9110, 13.1.2).')] : []),
    ...(conditional
      ? [header('If-Match', !canCreate, 'The `ETag` of the resource that the client has read (RFC 9110, 13.1.1).')]
      : []),
    ...(canCreate
      ? [header('If-None-Match', false, '`*` creates a resource that does not exist (RFC 9110, 13.1.2).')]
      : []),
    ...(idempotent !== undefined
      ? [
          header(
            'Idempotency-Key',
            idempotent === 'required',
            'A unique key of the request, which each repetition of it has.',
          ),
        ]
      : []),
  ];
}

/** Every parameter of an operation: those that it declares, and the headers that the runtime itself reads. */
export function sentParameters(operation: Operation): readonly Parameter[] {
  const { parameters } = operation;
  const names = new Set(parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase()));
  const added = safetyHeaders(operation).filter(({ name }) => !names.has(name.toLowerCase()));
  return added.length === 0 ? parameters : [...parameters, ...added];
}
