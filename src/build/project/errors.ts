import type { DiagnosticCode } from '../compiler/diagnostics/codes.ts';
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts';
import { errorsIn, formatDiagnostic } from '../compiler/diagnostics/diagnostic.ts';
import { positionOf } from '../compiler/diagnostics/source.ts';
import { count } from '../../shared/validation/explain/words.ts';
import { ownPackage } from './package.ts';

/** The documentation in the published package, of the version that runs. */
const publishedPage = (): string =>
  `https://unpkg.com/unplugin-operations@${ownPackage().version}/docs/reference/diagnostics.md`;

/**
 * Lists the URLs that explain diagnostics, one for each code.
 *
 * @example explanationsOf(diagnostics) // 'Explanations:\n  https://unpkg.com/.../diagnostics.md#unknown-type'
 */
export function explanationsOf(diagnostics: readonly Diagnostic[]): string {
  const codes = new Set(diagnostics.map(({ code }) => code));
  return ['Explanations:', ...[...codes].sort().map((code) => `  ${pageOf(code)}`)].join('\n');
}

/**
 * The URL that explains a code: on the site of the documentation, which is the `homepage` of package.json, or else in the published package.
 *
 * @example pageOf('unknown-type', 'https://docs.example') // 'https://docs.example/reference/diagnostics#unknown-type'
 */
export function pageOf(code: DiagnosticCode, homepage: string | undefined = ownPackage().homepage): string {
  const page =
    homepage === undefined ? publishedPage() : new URL('reference/diagnostics', homepage.replace(/\/?$/, '/')).href;
  return `${page}#${code}`;
}

/** How many errors a bundler shows: more hide the first ones. */
const SHOWN = 20;

/**
 * Combines the errors among diagnostics into one for bundlers, which read its `id` and `loc`.
 *
 * Its message has the first diagnostics with their positions, because some bundlers show nothing else.
 *
 * @returns undefined if there are no errors.
 */
export function buildError(diagnostics: readonly Diagnostic[]): Error | undefined {
  const errors = errorsIn(diagnostics);
  const [first] = errors;
  if (first === undefined) return undefined;
  const shown = errors.slice(0, SHOWN);
  const others = errors.length - shown.length;
  const more = others === 0 ? [] : [`${others} more. Run "npx operations check" to see all of them.`];
  const parts = [
    `${count(errors.length, 'error')} in the operations`,
    ...shown.map(formatDiagnostic),
    ...more,
    explanationsOf(shown),
  ];
  const error = userError(`${parts.join('\n\n')}\n`);
  const { line, column } = positionOf(first.at);
  return Object.assign(error, {
    id: first.at.source.file,
    loc: { file: first.at.source.file, line, column: column - 1 },
  });
}

/** Creates an error without a stack: the plugin's own call stack does not help users. */
export function userError(message: string): Error {
  const error = new Error(message);
  error.stack = `${error.name}: ${message}`;
  return error;
}
