import { styleText } from 'node:util';

/** The parts of a stream that decide on colors. */
interface Terminal {
  readonly isTTY?: boolean;
}

/** Whether to write colors: https://no-color.org and https://force-color.org, and otherwise on a terminal. */
export function hasColors({ isTTY }: Terminal, env: NodeJS.ProcessEnv = process.env): boolean {
  const { FORCE_COLOR: force, NO_COLOR: none, TERM: term } = env;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  return isTTY === true && (none === undefined || none === '') && term !== 'dumb';
}

const STYLES = { error: 'red', warning: 'yellow', info: 'blue', ok: 'green' } as const;

function paint(style: Parameters<typeof styleText>[0], part: string): string {
  return styleText(style, part, { validateStream: false });
}

/** The colors of methods, which are those of the overview. */
const METHOD_STYLES: Readonly<Record<string, Parameters<typeof styleText>[0]>> = {
  GET: 'blue',
  HEAD: 'blue',
  QUERY: 'blue',
  POST: 'green',
  PUT: 'yellow',
  PATCH: 'yellow',
  DELETE: 'red',
};

/** Colors a method, which can have spaces after it. */
export function paintMethod(text: string): string {
  const style = METHOD_STYLES[text.trimEnd()];
  return style === undefined ? text : paint(style, text);
}

function paintSeverity(word: string): string {
  return paint(['bold', STYLES[word as keyof typeof STYLES]], word);
}

/**
 * Colors a report: locations, severities, and the marks below the code of a diagnostic.
 *
 * @example colorReport('a.ts:1:1 - error unknown-type: ...')
 */
export function colorReport(text: string): string {
  return text
    .replaceAll(
      /^(\S.*:\d+:\d+)( - )(error|warning)( [\w-]+):/gm,
      (_, place: string, dash: string, word: string, code: string) =>
        `${paint('cyan', place)}${dash}${paintSeverity(word)}${paint('gray', code)}:`,
    )
    .replaceAll(
      /^( *)(error|warning|info|ok)\b(?= )/gm,
      (_, margin: string, word: string) => margin + paintSeverity(word),
    )
    .replaceAll(/^( +\| +)(\^+)$/gm, (_, margin: string, marks: string) => margin + paint('red', marks));
}
