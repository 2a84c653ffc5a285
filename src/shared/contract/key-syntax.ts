/** The characters of a String: RFC 9651, 3.3.3. */
const CHARACTER = String.raw`(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])`;
/** A value of a parameter: RFC 9651, 3.3. */
const ITEM = String.raw`(?:-?\d{1,15}(?:\.\d{1,3})?|"${CHARACTER}*"|[A-Za-z*][\w!#$%&'*+.^\x60|~:/-]*|:[A-Za-z0-9+/=]*:|\?[01]|@-?\d{1,15})`;

/** The syntax of an `Idempotency-Key`: a String of RFC 9651 with parameters, as the draft has it, or without quotes, as most clients send it. */
export const KEY_SYNTAX = {
  text: `${CHARACTER}+`,
  /** Parameters have no meaning: RFC 9651, 3.1.2. */
  parameters: String.raw`(?:; *[a-z*][a-z\d_.*-]*(?:=${ITEM})?)*`,
  plain: String.raw`[\x21\x23-\x7e][\x21-\x7e]*`,
} as const;
