import type { Owner } from './closed-fields.ts';
import { DOCUMENTED_FIELDS, meantField } from './closed-fields.ts';
import type { Diagnostic } from './diagnostic.ts';
import { quoteAll, warning } from './report.ts';
import type { Location } from './source.ts';

// Reads of fields that a context lacks: docs/reference/context.md.

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
