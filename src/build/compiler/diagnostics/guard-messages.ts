import type { Diagnostic, Note } from './diagnostic.ts';
import type { Location } from './source.ts';
import { fixedBy, removal } from './fix.ts';
import { error, warning } from './report.ts';

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

export const uncalledGuard = (at: Location): Diagnostic =>
  error(
    'lost-guard',
    at,
    'Nothing calls this "authorize". Export it from a "_middleware" file or beside the handler of an operation. If it is a helper, choose another name.',
  );

/** Middleware that a module outside of the tree may import, so it is a warning. */
export const uncalledMiddleware = (at: Location): Diagnostic =>
  warning(
    'lost-guard',
    at,
    'No file of the operations imports this middleware, and only files named "_middleware" run by themselves. Rename the file to "_middleware", or export this from one.',
  );

/** @param name The directory, which begins with `_` or a dot. */
export const hiddenMiddleware = (at: Location, name: string): Diagnostic =>
  error(
    'lost-guard',
    at,
    `This file does not run, because a directory named "${name}" has no operations. To serve "${name}" in paths, rename the directory to "[${name[0]}]${name.slice(1)}". Otherwise remove the file.`,
  );

/** @param directive The directive of the file that protects; undefined if it guards. */
export const ignoredGuard = (at: Location, operation: Location, directive: string | undefined): Diagnostic =>
  error(
    'lost-guard',
    at,
    `The option "ignore" hides this "_middleware" file, so ${directive === undefined ? 'it does not guard' : `its "@${directive}" does not protect`} the operations below. Ignore those too, or remove the file.`,
    missing(operation, directive),
  );

/** The operation without the guard. */
function missing(at: Location, directive: string | undefined): Note {
  return { message: directive === undefined ? 'not guarded' : `without this "@${directive}"`, at };
}

/**
 * @param meant The glob that is right, if it is known.
 * @param other A file that it would match in another letter case.
 */
export const unusedGlob = (
  at: Location,
  {
    glob,
    meant,
    other,
  }: { readonly glob: string; readonly meant: string | undefined; readonly other: string | undefined },
  directory: string,
): Diagnostic => {
  const remedy = glob.startsWith('!')
    ? 'A glob that starts with "!" has no effect. Remove it.'
    : meant !== undefined
      ? `Globs are relative to ${directory} and have "/" between names. Write "${meant}".`
      : other !== undefined
        ? `Its letter case differs from "${other}". Correct it.`
        : `Globs are relative to ${directory}. Correct it, or remove it.`;
  return warning(
    'lost-guard',
    at,
    `The glob "${glob}" of the option "ignore" matches no file, so it keeps none out. ${remedy}`,
  );
};

export const outerGuard = (at: Location, directory: string): Diagnostic =>
  error(
    'lost-guard',
    at,
    `This "_middleware" file is outside of the operations, so it does not run. Move it to ${directory}, or remove it.`,
  );

export const guardOfNothing = (at: Location): Diagnostic =>
  warning(
    'lost-guard',
    at,
    'This guards no operation, because none is below this directory. Correct the name of the directory, or move the operations into it.',
  );

/** @param directory Where the file belongs. */
export const foreignMiddleware = (at: Location, directory: string): Diagnostic =>
  warning(
    'lost-guard',
    at,
    `This guards no operation, because the file is outside of the operations. Move it to a file "_middleware" in ${directory}. If it is for another framework, choose another name.`,
  );

/**
 * @param operation One that is not guarded, with a path below that of the guard.
 * @param runs Whether the guard runs for other operations.
 * @param directive The directive of the file that protects; undefined if it guards.
 */
export const otherTree = (
  at: Location,
  operation: Location,
  runs: boolean,
  directive: string | undefined,
): Diagnostic =>
  (runs ? warning : error)(
    'lost-guard',
    at,
    `${directive === undefined ? 'This file does not run for' : `This "@${directive}" does not apply to`} an operation below its path, because webhooks and operations have separate directories. Move it to the other directory, or declare "@${directive ?? 'security'}" in the operation.`,
    missing(operation, directive),
  );

/** @param directory Where the file belongs. */
export const outerDocument = (at: Location, directory: string): Diagnostic =>
  error(
    'lost-guard',
    at,
    `This file is outside of the definitions, so its security has no effect. Move it to ${directory}, or remove it.`,
  );

/** @param directory Where the document belongs. */
export const unreadSecurity = (at: Location, directory: string): Diagnostic =>
  error(
    'lost-guard',
    at,
    `Nothing reads this, so it protects nothing. Write "@security" in the comment of the operation or of a "_middleware" file. Security of all operations belongs to "${directory}/openapi.yaml".`,
  );

export const misnamedDocument = (at: Location, file: string): Diagnostic =>
  error('lost-guard', at, `This file is not the document, so its security has no effect. Rename it to "${file}".`);

/** @param directive The directive of the file that protects; undefined if it guards. */
export const otherSpelling = (at: Location, operation: Location, directive: string | undefined): Diagnostic =>
  error(
    'lost-guard',
    at,
    `${directive === undefined ? 'This "_middleware" file does not run for' : `This "@${directive}" does not apply to`} an operation in a directory with the same path, but another spelling. Use one spelling for both directories.`,
    missing(operation, directive),
  );

/** A `_middleware` file, and its directive that protects; undefined if it guards. */
export interface UnusedGuard {
  readonly file: string;
  readonly at: Location;
  readonly directive: string | undefined;
}

const notFor = ({ file, directive }: UnusedGuard): string =>
  directive === undefined ? `${file} does not run for` : `The "@${directive}" of ${file} does not apply to`;

/** What an operation can have of its own in place of a guard. */
export const ownGuard = (directive: string | undefined): string =>
  directive === undefined ? '"@security" or "authorize"' : `"@${directive}"`;

/**
 * @param name The operation: `GET /admin`.
 * @param guard That of the directory that has the path of the operation.
 * @param moved Where the file would be in that directory; undefined if its path would be another one.
 */
export const unguardedPath = (
  at: Location,
  name: string,
  guard: UnusedGuard,
  moved: string | undefined,
): Diagnostic => {
  return warning(
    'unguarded-path',
    at,
    `${notFor(guard)} "${name}", which is beside that directory, not in it. ${moved === undefined ? 'Declare' : `Move the file to ${moved}, or declare`} the operation's own ${ownGuard(guard.directive)}.`,
    { message: 'not for this operation', at: guard.at },
  );
};

export const unguardedRest = (at: Location, name: string, guard: UnusedGuard): Diagnostic =>
  warning(
    'unguarded-path',
    at,
    `${notFor(guard)} "${name}", which matches all other paths below that directory. Declare the operation's own ${ownGuard(guard.directive)}.`,
    { message: 'not for this operation', at: guard.at },
  );

/**
 * @param name The operation: `GET /files/{folder}/content`.
 * @param guard That of a directory whose name is a value of a parameter.
 * @param path The path that the operation serves below that of the directory.
 */
export const matchedPath = (at: Location, name: string, guard: UnusedGuard, path: string): Diagnostic =>
  warning(
    'unguarded-path',
    at,
    `${notFor(guard)} "${name}", which serves "${path}" too. Exclude that value by a pattern, add this operation to the directory, or declare its own ${ownGuard(guard.directive)}.`,
    { message: 'not for this operation', at: guard.at },
  );

export const strayGuard = (at: Location, name: string, contract: Location | undefined): Diagnostic =>
  error(
    'stray-guard',
    at,
    `"@${name}" has no effect here, because this comment is not the contract. Move it to the comment above the handler.`,
    ...(contract === undefined ? [] : [{ message: 'the contract', at: contract }]),
  );

/** @param directive The line in the module that the function comes from. */
export const foreignGuard = (at: Location, name: string, from: string, directive: Location): Diagnostic =>
  error(
    'stray-guard',
    at,
    `This function has "@${name}" in "${from}", which has no effect here. Move the line to the comment in this file.`,
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

/** @param outer The lines that require more. */
export const weakerSecurity = (at: Location, outer: readonly Location[]): Diagnostic =>
  warning(
    'weaker-security',
    at,
    'This line replaces the outer "@security", and requires less. Add what is missing. If you mean it, write "(weaker)" at its end.',
    ...outer.map((each) => ({ message: 'the outer line', at: each })),
  );

export const needlessWeaker = (at: Location): Diagnostic =>
  fixedBy(
    warning('weaker-security', at, 'This line does not require less than an outer one. Remove "(weaker)".'),
    'Remove "(weaker)"',
    removal(at),
  );
