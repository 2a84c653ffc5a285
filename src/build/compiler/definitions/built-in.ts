import type { PagingLimits } from '../../../shared/contract/list-contract.ts';
import { useParameter } from '../../../shared/schema/draft.ts';
import { PROBLEM } from '../../../shared/schema/problem.ts';
import { serverSentEvent } from '../../../shared/schema/named-types.ts';
import { pagingParameters } from '../../../shared/contract/paging.ts';
import type { Location } from '../diagnostics/source.ts';
import type { FileDefinitions, SchemaDefinition } from './model.ts';

/** The file of built-in definitions in locations. */
export const BUILT_IN = '(built in)';

const COUNT = { type: 'integer', minimum: 0 };

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

/** A stream is its items: only a whole response can be one, and its contract has this next to the schema. */
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
