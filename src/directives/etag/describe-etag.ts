import type { Operation, Parameter, Response, Schema } from '../../shared/contract/operation.ts';
import { declaresParameter } from '../../shared/contract/operation.ts';
import { isSuccessStatus } from '../../shared/contract/statuses.ts';
import type { DirectiveDescription } from '../directive-description.ts';
import { varyOf } from '../vary.ts';

/** A GET ignores an invalid tag. */
const ANY: Schema = { type: 'string' };
/** `*`, or a list of entity tags: RFC 9110, 8.8.3. */
const TAGS: Schema = { type: 'string', pattern: String.raw`^(?:\*|(?:W/)?"[^"]*"(?: *, *(?:W/)?"[^"]*")*)$` };

const header = (name: string, required: boolean, description: string, schema = TAGS): Parameter => ({
  name,
  in: 'header',
  required,
  schema,
  description,
});

/** The response to a client that has the current body. */
const NOT_MODIFIED: Response = { status: '304', description: 'The client has this body.', content: [] };

/** The methods that change the resource of a GET. */
const WRITES: readonly string[] = ['PUT', 'PATCH', 'DELETE'];

const isConditional = ({ conditional }: Operation): boolean => conditional === true;
const hasTag = (operation: Operation): boolean => operation.etag === true;

/** `@etag`: a GET has an `ETag`, and the PUT, PATCH and DELETE of its path are conditional. RFC 9110, 8.8.3 and 13.1. `none` means that it has none. */
export const etag = {
  name: 'etag',
  form: {
    snippet: '',
    meaning: 'A GET has an `ETag`, and the PUT, PATCH and DELETE of its path require it.',
    example: '@etag',
  },
  often: 'once',
  protects: true,
  takes: ['none'],
  read: ({ text }) => text !== 'none',
  protectsBy: (value) => value,
  check({ own }, { operation }, report) {
    if (operation === undefined || operation.method === 'GET') return;
    const { method } = operation;
    for (const { at } of own)
      report({
        code: 'etag-method',
        at,
        message: `"@etag" belongs to GET, not to ${method}. Move it to the GET of this path: its PUT, PATCH and DELETE are then conditional.`,
      });
  },
  contract: ([value]) => (value ? { etag: true } : {}),
  onPath: {
    isFrom: hasTag,
    isTo: ({ method }) => WRITES.includes(method),
    fields: { conditional: true },
    missed: (get, { method, path }, url) => ({
      code: 'unconditional-write',
      message: `"${method} ${path}" writes "${url}" without its ETag, because "@etag" is in the GET of another path, "${get.path}". Add a GET with "@etag" to "${path}", or exclude "${url}" by the type of the parameter.`,
      isWarning: true,
      note: 'the GET of the same URL',
    }),
    mistake(get, write) {
      const lost = get.parameters.find((one) => one.in !== 'path' && one.required && !declaresParameter(write, one));
      if (lost === undefined) return undefined;
      const name = `${lost.in}.${lost.name}`;
      return {
        code: 'etag-parameter',
        message: `"${write.method} ${write.path}" always gets a 400: it runs its GET, which requires the parameter "${name}", and passes only its own parameters on. Declare "${name}" here too, or make it optional in the GET.`,
        isWarning: true,
        note: 'the GET of the path',
      };
    },
  },

  parameters(operation) {
    if (hasTag(operation))
      return [
        header('If-None-Match', false, 'The `ETag` of the body that the client has (RFC 9110, 13.1.2).', ANY),
        header('If-Match', false, 'The `ETag` that the body must have (RFC 9110, 13.1.1).', ANY),
      ];
    if (!isConditional(operation)) return [];
    const canCreate = operation.method === 'PUT';
    const match = 'The `ETag` of the resource that the client has read (RFC 9110, 13.1.1).';
    const noneMatch = '`*` creates a resource that does not exist (RFC 9110, 13.1.2).';
    return [header('If-Match', !canCreate, match), ...(canCreate ? [header('If-None-Match', false, noneMatch)] : [])];
  },
  headers: {
    ETag: {
      description: 'The version of the body (RFC 9110, 8.8.3).',
      schema: { type: 'string' },
      isOn(operation, { status, content }) {
        const isSuccess = isSuccessStatus(status);
        if (hasTag(operation)) return status === NOT_MODIFIED.status || (isSuccess && content.length > 0);
        // The tag of GET, also without a body: RFC 5789, 2.1.
        return isConditional(operation) && operation.method === 'PATCH' && isSuccess;
      },
    },
  },
  // It has no body and needs no declaration.
  responses: [{ response: NOT_MODIFIED, isOf: hasTag }],
  problems: {
    VersionMismatch: {
      status: 412,
      description: 'The resource is not in the version that the request expects.',
      isOf: (operation) => hasTag(operation) || isConditional(operation),
    },
    ConditionRequired: {
      status: 428,
      description: 'The request needs a condition, such as `If-Match`.',
      isOf: isConditional,
    },
  },
  features: {
    preconditions: { module: 'directives/etag/runtime/preconditions', isOf: isConditional },
    etag: { module: 'directives/etag/runtime/etag', isOf: hasTag },
  },

  entry: (operation, document) => (hasTag(operation) ? varyOf(operation, document) : {}),

  guesses: ({ method }) => (method === 'GET' ? [{ etag: true }] : []),
  lines: (operation) => (operation.etag === true ? [''] : []),
} as const satisfies DirectiveDescription<boolean, 'etag-method' | 'etag-parameter' | 'unconditional-write'>;
