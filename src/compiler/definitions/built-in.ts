import type { PagingLimits } from '../../contract/operation.ts';
import { useParameter } from '../../schema/draft.ts';
import { pagingParameters } from '../../contract/paging.ts';
import type { Location } from '../diagnostics/source.ts';
import type { FileDefinitions, SchemaDefinition } from './model.ts';

/** Where built-in definitions stand. */
export const BUILT_IN = '(built in)';

const COUNT = { type: 'integer', minimum: 0 };

/** A problem: RFC 9457, with the errors of bad input. */
const PROBLEM = {
  type: 'object',
  description: 'A problem: RFC 9457.',
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Names the kind of problem.' },
    title: { type: 'string', description: 'The kind of problem, in words.' },
    status: { type: 'integer', minimum: 100, maximum: 599, description: 'The status of the response.' },
    detail: { type: 'string', description: 'What is wrong this time.' },
    errors: {
      type: 'array',
      description: 'All that is wrong with the input.',
      items: {
        type: 'object',
        properties: {
          in: { type: 'string', enum: ['path', 'query', 'header', 'cookie', 'body'] },
          name: { type: 'string' },
          pointer: { type: 'string', description: 'Where in the value: RFC 6901.' },
          message: { type: 'string' },
        },
        required: ['in', 'name', 'pointer', 'message'],
      },
    },
  },
  required: ['type', 'title', 'status'],
};

/** A page of a list: the rows, where they stand in the whole, and on request how many there are. */
const PAGE = {
  type: 'object',
  properties: { items: { type: 'array', items: useParameter('T') }, total: COUNT, limit: COUNT, offset: COUNT },
  required: ['items', 'limit', 'offset'],
};

/** The definitions that come with the language: the parameters `paging`, the schemas `Problem` and `Page<T>`; a project may define its own instead. */
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
    schemas: [schema('Problem', PROBLEM), schema('Page', PAGE, 'T')],
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
