import { KEY_SYNTAX } from '../../shared/contract/key-syntax.ts';
import type { Operation, Schema } from '../../shared/contract/operation.ts';
import type { DirectiveDescription } from '../directive-description.ts';

/** Whether requests can have an `Idempotency-Key`, or need one. */
type KeyUse = 'optional' | 'required';

/** Visible ASCII, in quotes or not. */
const KEY: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: `^(?:"${KEY_SYNTAX.text}"${KEY_SYNTAX.parameters}|${KEY_SYNTAX.plain})$`,
};

const takesKey = (operation: Operation): boolean => operation.idempotent !== undefined;

/** `@idempotent`, or `@idempotent required`: a POST or PATCH with the same `Idempotency-Key` runs once. `none` means that it takes no key. */
export const idempotent = {
  name: 'idempotent',
  form: {
    snippet: '',
    meaning: 'A POST or PATCH takes an `Idempotency-Key`; `required` refuses requests without one.',
    example: '@idempotent required',
  },
  often: 'once',
  protects: true,
  takes: ['required', 'none'],
  read: ({ text }) => (text === 'required' || text === 'none' ? text : 'optional'),
  protectsBy: (value) => value !== 'none',
  check({ own }, { operation }, report) {
    if (operation === undefined) return;
    const { method, hasStream } = operation;
    for (const { at } of method === 'POST' || method === 'PATCH' ? [] : own)
      report({
        code: 'idempotent-method',
        at,
        message: `"@idempotent" belongs to POST and PATCH: a repeated ${method} has the same effect as one (RFC 9110, 9.2.2). Remove it.`,
        fix: { title: 'Remove the line', removesLine: true },
      });
    for (const { value, at } of hasStream ? own : []) {
      if (value === 'none') continue;
      report({
        code: 'stream-conflict',
        at,
        message: '"@idempotent" does not work with a stream: its response cannot be stored and sent again. Remove it.',
      });
    }
  },
  contract: ([value]) => (value === 'none' ? {} : { idempotent: value }),

  parameters: ({ idempotent: keys }) =>
    keys === undefined
      ? []
      : [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: keys === 'required',
            schema: KEY,
            description: 'A unique key of the request, which each repetition of it has.',
          },
        ],
  problems: {
    KeyInUse: {
      status: 409,
      description: 'A request with this idempotency key is being processed.',
      isOf: takesKey,
    },
    KeyMismatch: { status: 422, description: 'This idempotency key belongs to another request.', isOf: takesKey },
  },
  features: { idempotency: { module: 'directives/idempotent/runtime/idempotency', isOf: takesKey } },
  entry: ({ idempotent: keys }) => (keys === undefined ? {} : { idempotent: keys }),

  guesses: ({ method }) =>
    method === 'POST' || method === 'PATCH' ? [{ idempotent: 'optional' }, { idempotent: 'required' }] : [],
  lines: ({ idempotent: keys }) => (keys === undefined ? [] : [keys === 'required' ? keys : '']),
} as const satisfies DirectiveDescription<KeyUse | 'none', 'idempotent-method' | 'stream-conflict'>;
