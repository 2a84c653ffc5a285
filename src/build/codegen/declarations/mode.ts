import type { AnySchema } from '../../../shared/schema/json-types.ts';

/** The use of a type: the same schema is a different type in a request, in a handler and in a response. */
export interface Mode {
  /** The namespace with the named schemas as they are in this mode. */
  readonly namespace: string;
  /** Whether a property with a default is always present. */
  readonly fillsDefaults: boolean;
  /** The type of a `{file}`. */
  readonly file: string;
  /** Whether a client sends it, so that optional properties can be undefined, and lists readonly. */
  readonly isSent?: true;
  /** Whether a handler returns it, so that it can have values that are written as those of the schema. */
  readonly isReturned?: true;
  /** The mode of the parts without filled defaults, if it differs. */
  readonly unfilled?: Mode;
}

/** A JSON value: the data that a client sends and receives. */
export const DATA: Mode = { namespace: 'Schemas', fillsDefaults: false, file: 'string' };

/** The result of a handler: a Date is a date-time, and a bigint is an integer. */
export const RETURNED: Mode = { namespace: 'Returned', fillsDefaults: false, file: 'string', isReturned: true };

/** A value that a handler receives: `ctx.input`. */
export const INPUT: Mode = { namespace: 'Input', fillsDefaults: true, file: 'string', unfilled: DATA };

const UPLOAD = "import('unplugin-operations/koa').Upload";
const UNFILLED_FORM: Mode = { namespace: 'UnfilledForm', fillsDefaults: false, file: UPLOAD };

/** A multipart form as a handler gets it. */
export const FORM: Mode = { namespace: 'Form', fillsDefaults: true, file: UPLOAD, unfilled: UNFILLED_FORM };

/** A value that a client sends. As in a query, undefined is not given, and lists can be readonly. */
export const SENT: Mode = { namespace: 'Sent', fillsDefaults: false, file: 'string', isSent: true };

/** A multipart form as a client sends it. */
export const SENT_FORM: Mode = { namespace: 'SentForm', fillsDefaults: false, file: 'SentFile', isSent: true };

/** The context of writing a type. */
export interface TypeScope {
  readonly mode: Mode;
  /** The reference to a named schema in a mode. */
  readonly refer: (name: string, mode: Mode) => string;
  /** A named schema, or undefined. */
  readonly resolve: (name: string) => AnySchema | undefined;
  /** The references to parts of schemas that are being followed. */
  readonly open?: readonly string[];
}
