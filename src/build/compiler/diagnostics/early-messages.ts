import type { Diagnostic } from './diagnostic.ts';
import { error, warning } from './report.ts';
import type { Location } from './source.ts';

// Reads of what is set later: docs/reference/context.md.

/** @param isSure Whether no other function can have set the field. */
export const earlyRead = (at: Location, field: string, isSure: boolean): Diagnostic =>
  isSure
    ? error(
        'early-read',
        at,
        `"ctx.${field}" is always undefined here, because it is set inside next(). To decide who may use the operations, export "authorize". Otherwise read it after "await next()".`,
      )
    : warning(
        'early-read',
        at,
        `"ctx.${field}" is set inside next(), so it is undefined here unless another function sets it. Export "authorize", or read it after "await next()". Keep your own data in "ctx.state".`,
      );

/** For middleware of the app, which runs before the operation is found. */
export const earlyOperation = (at: Location, field: string, isSure: boolean): Diagnostic =>
  isSure
    ? error(
        'early-read',
        at,
        `"ctx.${field}" is always undefined here, because the app finds the operation inside next(). Move the middleware to a "_middleware" file, or read it after "await next()".`,
      )
    : warning(
        'early-read',
        at,
        `"ctx.${field}" is undefined here unless another function sets it, because the app finds the operation inside next(). Move the middleware to a "_middleware" file, or read it after "await next()".`,
      );

/** For a verifier, which runs before the other steps. @param isSure Whether nothing else can have set the field. */
export const earlyInVerifier = (at: Location, field: string, isSure: boolean): Diagnostic =>
  isSure
    ? error(
        'early-read',
        at,
        `"ctx.${field}" is always undefined here, because it is set after the verifiers. ${LATER}`,
      )
    : warning(
        'early-read',
        at,
        `"ctx.${field}" is set after the verifiers, so it is undefined here unless another function sets it. ${LATER}`,
      );

/** @param read Where the function that the verifier calls reads the field. */
export const earlyInHelper = (at: Location, field: string, read: Location): Diagnostic =>
  warning(
    'early-read',
    at,
    `This function reads "ctx.${field}", which is set after the verifiers, so it is undefined here unless another function sets it. ${LATER}`,
    { message: 'read here', at: read },
  );

const LATER = 'Compare it in "authorize", which runs after them.';

/**
 * @param isMiddleware Whether middleware calls the function, and not an `authorize`.
 * @param read Where the function that is called reads the field.
 */
export const earlyHelper = (at: Location, field: string, isMiddleware: boolean, read: Location): Diagnostic =>
  warning(
    'early-read',
    at,
    `This function reads "ctx.${field}", which is set ${isMiddleware ? 'inside next()' : 'after "authorize"'}, so it is undefined here unless another function sets it. ${isMiddleware ? 'Export "authorize", or call it after "await next()"' : 'Call it in the handler'}.`,
    { message: 'read here', at: read },
  );

/** @param field `input.body` or `input.type`. */
export const earlyBody = (at: Location, field: string): Diagnostic =>
  error(
    'early-read',
    at,
    `The ${field === 'input.body' ? 'body' : 'media type of the body'} is always undefined here, because it is read after "authorize". Check it in the handler.`,
  );

export const earlyField = (at: Location, field: string): Diagnostic =>
  warning(
    'early-read',
    at,
    `"ctx.${field}" is set after "authorize", so it is undefined here unless another function sets it. Check it in the handler.`,
  );
