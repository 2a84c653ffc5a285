import type { PagingLimits, Schema } from '../../contract/operation.ts';
import { useParameter } from '../../schema/draft.ts';
import { serverSentEvent } from '../../schema/named-types.ts';
import { pagingParameters } from '../../contract/paging.ts';
import type { Location } from '../diagnostics/source.ts';
import type { FileDefinitions, SchemaDefinition } from './model.ts';

/** The file of built-in definitions in locations. */
export const BUILT_IN = '(built in)';

const COUNT = { type: 'integer', minimum: 0 };

/** RFC 9457, with the violations of the input. */
export const PROBLEM: Schema = {
  type: 'object',
  description: 'A problem (RFC 9457).',
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'A URI that identifies the problem type.' },
    title: { type: 'string', description: 'A short summary of the problem type.' },
    status: { type: 'integer', minimum: 100, maximum: 599, description: 'The HTTP status code.' },
    detail: { type: 'string', description: 'An explanation of this occurrence of the problem.' },
    instance: { type: 'string', format: 'uri-reference', description: 'A URI that identifies this occurrence.' },
    errors: {
      type: 'array',
      description: 'Every violation of the input.',
      items: {
        type: 'object',
        properties: {
          in: { type: 'string', enum: ['path', 'query', 'header', 'cookie', 'body'] },
          name: { type: 'string' },
          pointer: { type: 'string', description: 'The location in the value, as a JSON Pointer (RFC 6901).' },
          message: { type: 'string' },
          keyword: { type: 'string', description: 'The violated keyword, such as `minLength`.' },
          params: {
            type: 'object',
            description: 'The values of the keyword, such as `limit`.',
            additionalProperties: true,
          },
        },
        required: ['in', 'name', 'pointer', 'message', 'keyword', 'params'],
        additionalProperties: true,
      },
    },
  },
  required: ['type', 'title', 'status'],
  additionalProperties: true,
};

/** A page of a list: its rows, their offset in the list, and the total on request. */
const PAGE = {
  type: 'object',
  properties: {
    items: { type: 'array', items: useParameter('T'), 'x-items': true },
    total: { ...COUNT, 'x-total': true },
    limit: { ...COUNT, 'x-limit': true },
    offset: { ...COUNT, 'x-offset': true },
  },
  required: ['items', 'limit', 'offset'],
};

/** A stream is its items: only a whole response can be one, and its contract says so beside the schema. */
const STREAM = useParameter('T');

/** A server-sent event with a name. */
const SERVER_SENT_EVENT = serverSentEvent(useParameter('Name'), useParameter('T'));

/**
 * Makes the built-in definitions: the parameter set `paging`, and the schemas `Problem`, `Page<T>`, `Stream<T>` and
 * `ServerSentEvent<Name, T>`. A project can replace each.
 */
export function builtInDefinitions(limits: PagingLimits): FileDefinitions {
  const at: Location = { source: { file: BUILT_IN, text: '' }, span: { start: 0, end: 0 } };
  const schema = (name: string, value: SchemaDefinition['schema'], ...typeParameters: string[]): SchemaDefinition => ({
    name,
    schema: value,
    typeParameters,
    at,
    references: [],
  });
  return {
    schemas: [
      schema('Problem', PROBLEM),
      schema('Page', PAGE, 'T'),
      schema('Stream', STREAM, 'T'),
      schema('ServerSentEvent', SERVER_SENT_EVENT, 'Name', 'T'),
    ],
    parameters: [
      {
        name: 'paging',
        at,
        includes: [],
        references: [],
        entries: pagingParameters(limits).map((value) => ({ value: { ...value, in: value.in }, at })),
      },
    ],
    responses: [],
    samples: [],
  };
}
