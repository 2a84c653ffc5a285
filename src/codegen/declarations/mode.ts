/** Which side of a request a type is seen from: the same schema is not the same type everywhere. */
export interface Mode {
  /** The namespace with the named schemas as they are in this mode. */
  readonly namespace: string;
  /** Whether a property with a default is always there. */
  readonly fillsDefaults: boolean;
  /** What a `{file}` is. */
  readonly file: string;
  /** The mode of the parts that no default is filled in, where that is another. */
  readonly unfilled?: Mode;
}

/** A value as JSON has it: what a handler returns, what a client sends and gets. */
export const DATA: Mode = { namespace: 'Schemas', fillsDefaults: false, file: 'string' };

/** A value as a handler gets it: `ctx.input`. */
export const INPUT: Mode = { namespace: 'Input', fillsDefaults: true, file: 'string', unfilled: DATA };

const UPLOAD = "import('unplugin-operations/koa').Upload";
const UNFILLED_FORM: Mode = { namespace: 'UnfilledForm', fillsDefaults: false, file: UPLOAD };

/** A multipart form as a handler gets it. */
export const FORM: Mode = { namespace: 'Form', fillsDefaults: true, file: UPLOAD, unfilled: UNFILLED_FORM };

/** A multipart form as a client sends it. */
export const SENT_FORM: Mode = { namespace: 'SentForm', fillsDefaults: false, file: 'Blob' };
