import type { Owner } from './closed-fields.ts';
import { DOCUMENTED_FIELDS, meantField } from './closed-fields.ts';
import type { Diagnostic, FieldValue } from './diagnostic.ts';
import { quoteAll, warning } from './report.ts';
import type { Location } from './source.ts';

// Reads of fields that a context lacks, and comparisons with values that they never have: docs/reference/context.md.

/** @param name A field that the object doesn't have. */
export const unknownField = (at: Location, owner: Owner, name: string): Diagnostic => {
  const fields = quoteAll(DOCUMENTED_FIELDS[owner]).replace(/, (?=[^,]*$)/, ' and ');
  const meant = meantField(owner, name);
  return warning(
    owner === 'input' ? 'unset-input' : 'unset-operation',
    at,
    `"ctx.${owner}.${name}" is always undefined. The fields are ${fields}. ${meant === undefined ? OTHERWISE[owner](name) : `Did you mean "${meant}"?`}`,
  );
};

const OTHERWISE: Readonly<Record<Owner, (name: string) => string>> = {
  operation: (name) =>
    `To decide by the contract, add a line "@x-${name}" and read it from "ctx.operation.extensions".`,
  input: (name) => `Read a parameter from its location, such as "ctx.input.query.${name}".`,
};

/** A read of `ctx.body`. */
export const earlyResponse = (at: Location, kind: keyof typeof BODIES): Diagnostic =>
  warning('early-read', at, `"ctx.body" is the response, which nothing has set yet. ${BODIES[kind]}`);

const BODIES = {
  handler: 'For the body of the request, read "ctx.input.body".',
  authorize: 'The body of the request is read after "authorize": check "ctx.input.body" in the handler.',
  middleware: 'The body of the request is read inside next(): check "ctx.input.body" in the handler.',
};

/** A comparison with null of a value that is undefined if the client leaves it out: `auth.token`, or `input.query.q`. */
export const neverNull = (at: Location, field: string): Diagnostic =>
  warning(
    field.startsWith('auth.') ? 'unset-auth' : 'unset-input',
    at,
    `"ctx.${field}" is undefined if it's missing, and never null. Compare it with undefined.`,
  );

/**
 * A comparison of a parameter with a value of another type.
 *
 * @param types The types that the contract declares, such as `number`.
 */
export const otherType = (at: Location, { field, kind }: FieldValue, types: readonly string[]): Diagnostic =>
  warning(
    'unset-input',
    at,
    `"ctx.${field}" is always ${types.map((each) => TYPES[each] ?? each).join(' or ')} here, so it never equals ${TYPES[kind]}. Compare it with a value of the same type.`,
  );

/**
 * A comparison of a list or an object in `ctx.query`, which has the text of each name.
 *
 * @param field Such as `query.tags`.
 */
export const rawList = (at: Location, field: string): Diagnostic =>
  warning(
    'unset-input',
    at,
    `"ctx.${field}" lacks the values that clients send with brackets, such as "${field.replace('query.', '')}[]=...". Compare "ctx.input.${field}" in "authorize" or in the handler.`,
  );

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  object: 'an object',
  string: 'a text',
};
