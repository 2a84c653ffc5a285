import { KEY_SYNTAX } from '../../../shared/contract/key-syntax.ts';
import type { Operation, Parameter, Schema } from '../../../shared/contract/operation.ts';

/** A GET ignores what is not a tag. */
const ANY: Schema = { type: 'string' };
/** `*`, or a list of entity tags: RFC 9110, 8.8.3. */
const TAGS: Schema = { type: 'string', pattern: String.raw`^(?:\*|(?:W/)?"[^"]*"(?: *, *(?:W/)?"[^"]*")*)$` };
/** Visible ASCII, in quotes or not. */
const KEY: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: `^(?:"${KEY_SYNTAX.text}"${KEY_SYNTAX.parameters}|${KEY_SYNTAX.plain})$`,
};

const header = (name: string, required: boolean, description: string, schema = TAGS): Parameter => ({
  name,
  in: 'header',
  required,
  schema,
  description,
});

/** The headers that the runtime itself reads for safe writes. */
function safetyHeaders({ method, etag, conditional, idempotent }: Operation): Parameter[] {
  const canCreate = conditional === true && method === 'PUT';
  return [
    ...(etag
      ? [
          header('If-None-Match', false, 'The `ETag` of the body that the client has (RFC 9110, 13.1.2).', ANY),
          header('If-Match', false, 'The `ETag` that the body must have (RFC 9110, 13.1.1).', ANY),
        ]
      : []),
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
            KEY,
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
