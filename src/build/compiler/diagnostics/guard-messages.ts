import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { advisingGuard, fixedBy } from './fix.ts';
import { didYouMean, error, warning } from './report.ts';

// Guards that would not run: docs/guides/middleware.md.

const EXPORT_IT = 'Export it: "export function authorize(ctx) { ... }".';

/** @param insertAt The start of its declaration; undefined if an edit cannot export it. */
export const unexportedGuard = (at: Location, insertAt: number | undefined): Diagnostic => {
  const diagnostic = error(
    'authorize-export',
    at,
    `"authorize" would not run, because it is not exported. ${EXPORT_IT}`,
  );
  if (insertAt === undefined) return diagnostic;
  const place = { source: at.source, span: { start: insertAt, end: insertAt } };
  return fixedBy(diagnostic, 'Export "authorize"', { at: place, text: 'export ' });
};

/** An export of an operation that seems to guard it. */
export const otherGuard = (at: Location, name: string): Diagnostic =>
  error(
    'authorize-export',
    at,
    `"${name}" has no effect in an operation. Export a function "authorize", write "@security" in the comment, or move it to a "_middleware" file. If it is a helper, move it to another file.`,
  );

/** An export of a `_middleware` file that seems to guard its directory. */
export const namedGuard = (at: Location, name: string): Diagnostic =>
  error(
    'authorize-export',
    at,
    `"${name}" has no effect in a "_middleware" file. Export a function "authorize", or write "@security" in the comment. If it is a helper, move it to another file.`,
  );

/** A decorator of another framework. */
export const guardDecorator = (at: Location, name: string): Diagnostic =>
  warning(
    'authorize-export',
    at,
    `Nothing reads the metadata of "@${name}" here, so it only keeps clients out if it wraps the method itself. Export a function "authorize", or write "@security" in the comment.`,
  );

export const unreadExports = (at: Location, from: string): Diagnostic =>
  error(
    'authorize-export',
    at,
    `This could export "authorize", but the build cannot read "${from}". Export each value by name: "export { authorize } from ...".`,
  );

/** A module that a handler or middleware comes from. */
export const unreadModule = (at: Location, from: string): Diagnostic =>
  warning(
    'authorize-export',
    at,
    `The build cannot read "${from}", so an "authorize" or "@security" in it would be lost. Import it by a relative path, or add the alias to "paths" in tsconfig.json or to "imports" in package.json.`,
  );

/** @param guard Where a function of the other module gets its property. */
export const leftProperty = (at: Location, from: string, guard: Location): Diagnostic =>
  error(
    'authorize-export',
    at,
    `"${from}" makes "authorize" a property of a function, which has no effect. Export a function "authorize" here.`,
    { message: '"authorize" is a property here', at: guard },
  );

/** @param guard The `authorize` of the other module. */
export const leftGuard = (at: Location, from: string, guard: Location): Diagnostic => {
  const diagnostic = error(
    'authorize-export',
    at,
    `"${from}" exports "authorize" beside this handler, but it would not run here. Add "export { authorize } from '${from}'", or export another "authorize".`,
    { message: '"authorize" is exported here', at: guard },
  );
  const { source, span } = at;
  const place = { source, span: { start: span.start, end: span.start } };
  return /^(?:\w+ as )?default$/.test(source.text.slice(span.start, span.end))
    ? fixedBy(diagnostic, 'Export "authorize" too', { at: place, text: 'authorize, ' })
    : diagnostic;
};

/**
 * @param required The schemes of the operations.
 * @param count The number of operations.
 */
export const unsetAuth = (at: Location, scheme: string, required: readonly string[], count: number): Diagnostic => {
  const operations = count === 1 ? 'the operation requires' : `the ${count} operations that it runs for require`;
  const names = required.map((name) => `"${name}"`).join(', ');
  return warning(
    'unset-auth',
    at,
    `"ctx.auth.${scheme}" is always undefined here: ${operations} ${names === '' ? 'no credentials' : `only ${names}`}. Add ${names === '' ? `"@security ${scheme}" to the contract` : `", ${scheme}" to the "@security" lines`}, or correct the name.`,
  );
};

/** A test whether there is a `ctx.auth`. */
export const authTest = (at: Location): Diagnostic =>
  warning(
    'unset-auth',
    at,
    '"ctx.auth" is always an object, also without credentials, so this test has one result for all requests. Test the result of a scheme, such as "ctx.auth.token".',
  );

/**
 * @param read The field, such as `input.path.id`, with its location and its name.
 * @param known The names of the parameters that the operations have in that place.
 * @param count The number of operations.
 */
export const unsetInput = (
  at: Location,
  { field, place, name }: { readonly field: string; readonly place: string; readonly name: string },
  known: readonly string[],
  count: number,
): Diagnostic => {
  const operations = count === 1 ? 'the operation has' : `the ${count} operations that it runs for have`;
  const isText = field.startsWith('params.');
  return warning(
    'unset-input',
    at,
    `"ctx.${field}" is always undefined here: ${operations} no ${place} parameter "${name}".${didYouMean(name, known)} ${isText ? 'Correct' : 'Declare it in the contract, or correct'} the name.`,
  );
};

/** @param read Where an `authorize` reads the header by another name. */
export const otherHeader = (at: Location, name: string, meant: string, read: Location): Diagnostic =>
  warning(
    'unset-input',
    at,
    `An "authorize" reads the header "${meant}", which is undefined here: this operation declares it as "${name}". Use one spelling.`,
    { message: 'the read', at: read },
  );

/** @param read Where an `authorize` of another file reads the field. */
export const passedRead = (at: Location, field: string, read: Location): Diagnostic =>
  warning(
    field.startsWith('auth.') ? 'unset-auth' : 'unset-input',
    at,
    `This "authorize" reads "ctx.${field}", which is always undefined here: ${field.startsWith('auth.') ? 'the operation requires no such scheme. Export its own "authorize", or require the scheme' : 'the operation has no such parameter. Export its own "authorize", or declare the parameter in that place'}.`,
    { message: 'the read', at: read },
  );

/** @param field `request.body`, or `req.body`. */
export const unsetBody = (at: Location, field: string): Diagnostic =>
  warning(
    'unset-body',
    at,
    `Nothing sets "ctx.${field}", so it is undefined here: only a body parser does. In the handler, read "ctx.input.body".`,
  );

export const strayGuard = (at: Location, name: string, contract: Location | undefined): Diagnostic =>
  advisingGuard(
    error(
      'stray-guard',
      at,
      `"@${name}" has no effect here, because this comment is not the contract.`,
      ...(contract === undefined ? [] : [{ message: 'the contract', at: contract }]),
    ),
    name,
    'Move it to the comment above the handler.',
  );

/** @param directive The line in the module that the function comes from. */
export const foreignGuard = (at: Location, name: string, from: string, directive: Location): Diagnostic =>
  error(
    'stray-guard',
    at,
    `This function has "@${name}" in "${from}", which has no effect here. Move the line to the comment in this file.`,
    { message: 'no effect here', at: directive },
  );

/** @param directive The line in the other module, whose function is called. */
export const calledGuard = (at: Location, name: string, from: string, directive: Location): Diagnostic =>
  warning(
    'stray-guard',
    at,
    `The function that this calls has "@${name}" in "${from}", which has no effect here. Write the line in the comment of this file too, or "@${name} none".`,
    { message: 'no effect here', at: directive },
  );

/** @param directive The line in the other `_middleware` file. */
export const leftContract = (at: Location, name: string, from: string, directive: Location): Diagnostic =>
  warning(
    'stray-guard',
    at,
    `The comment of "${from}" has "@${name}", which has no effect here. Write the line in this file too, or "@${name} none".`,
    { message: 'no effect here', at: directive },
  );

export const strayDirective = (at: Location, name: string, contract: Location | undefined): Diagnostic =>
  warning(
    'stray-directive',
    at,
    `"@${name}" has no effect here, because this comment is not the contract (ignored). Move it to the comment above the handler.`,
    ...(contract === undefined ? [] : [{ message: 'the contract', at: contract }]),
  );

export const unusedScheme = (at: Location, name: string): Diagnostic =>
  warning(
    'unused-scheme',
    at,
    `No "@security" line names "${name}", so this scheme protects no operation. Add "@security ${name}" to those that need it, or remove the scheme.`,
  );

/**
 * @param expected The name or path that is right.
 * @param other An operation that the guard runs for, and that the name is not about; undefined if it is the only one.
 */
export const otherGuarded = (at: Location, name: string, expected: string, other: Location | undefined): Diagnostic =>
  error(
    'other-operation',
    at,
    other === undefined
      ? `This "authorize" is typed as "${name}", but guards "${expected}". Write "${expected}".`
      : `This "authorize" is typed as "${name}", but guards other operations too. Write "${expected}".`,
    ...(other === undefined ? [] : [{ message: 'guarded too', at: other }]),
  );

/**
 * A diagnostic whose remedy would be a `@security` line where another one is in effect.
 *
 * @param line That line.
 * @param isOwn Whether it is of the same operation or directory, so that both would be alternatives.
 */
export const furtherSecurity = (
  { at, code, severity, notes, addsSecurity = '' }: Diagnostic,
  line: Location,
  isOwn: boolean,
): Diagnostic => ({
  at,
  code,
  severity,
  addsSecurity,
  message: `${addsSecurity} ${
    isOwn
      ? 'Several "@security" lines are alternatives, so another one could let in more clients. Write all that you require in one line, or delete this one.'
      : 'A "@security" line here would replace the outer one, and could let in more clients. Write all that you require in it, or delete this one.'
  }`,
  notes: [{ message: isOwn ? 'the line that is there' : 'the outer line', at: line }, ...notes],
});

/** A diagnostic whose remedy would be the line `@security none`. */
export const openSecurity = ({ at, code, severity, notes, addsSecurity = '' }: Diagnostic): Diagnostic => ({
  at,
  code,
  severity,
  addsSecurity,
  message: `${addsSecurity} "@security none" lets everyone in: write it only if you mean that.`,
  notes,
});

/** @param other The line of the same comment that requires less. */
export const coveredSecurity = (at: Location, other: Location): Diagnostic =>
  warning(
    'weaker-security',
    at,
    "This line has no effect, because another one requires no more, and the lines are alternatives. Delete the one that you don't mean.",
    { message: 'the other line', at: other },
  );

/** @param outer The lines that require more. */
export const weakerSecurity = (at: Location, outer: readonly Location[]): Diagnostic =>
  warning(
    'weaker-security',
    at,
    'This line replaces the outer "@security", and requires less. Add what is missing. If you mean it, write "(weaker)" at its end.',
    ...outer.map((each) => ({ message: 'the outer line', at: each })),
  );

/** An app that believes all addresses of `X-Forwarded-For`. */
export const unboundedProxy = (at: Location): Diagnostic =>
  warning(
    'ineffective-guard',
    at,
    'Clients can choose their own address, because "ctx.ip" is the first one of X-Forwarded-For, which they send. Set the number of your proxies: "proxy: true, maxIpsCount: 1".',
  );
