import type { Results } from './results.ts';
import { majorOf, shareOf } from './results.ts';
import { median, printVersions, tableLines } from './table.ts';

/** The stacks of middleware, with the titles of their tables. */
export const TITLES: Readonly<Record<string, string>> = {
  none: 'No middleware',
  one: 'One middleware that does nothing',
  real: 'CORS, security headers and the response time',
};

/** The sections of bench/README.md, one for each version of Node. */
export function writeSections(results: readonly Results[]): string {
  return results.map(writeSection).join('\n\n');
}

function writeSection(results: Results): string {
  const { node, machine, day, starts = 1, rounds, seconds, packages, stacks } = results;
  const tables = Object.keys(TITLES)
    .filter((stack) => stacks[stack] !== undefined)
    .map((stack) => `${TITLES[stack]}:\n\n${stackTable(results, stack).join('\n')}`);
  const head = `${machine}, ${day}. Medians of ${starts * rounds} rounds of ${seconds} s${starts === 1 ? '' : ` in ${starts} processes`}. ${printVersions(packages)}.`;
  return [`#### Node ${node}`, head, ...tables].join('\n\n');
}

/** The table of a stack: the shares of all contestants, how createApp compares with Fastify, and the spread of createApp. */
export function stackTable(results: Results, stack: string): string[] {
  const contestants = results.stacks[stack]!;
  const cases = Object.keys(contestants['createApp'] ?? Object.values(contestants)[0]!);
  const rows = Object.entries(contestants).map(([name, shares]) => [
    name,
    ...cases.map((one) => (shares[one] === undefined ? '–' : median(shares[one]).toFixed(2))),
  ]);
  const { createApp: own, Fastify: peer } = contestants;
  if (own !== undefined) {
    if (peer !== undefined) rows.push(['createApp / Fastify', ...cases.map((one) => ratio(own[one], peer[one]))]);
    rows.push(['spread of createApp', ...cases.map((one) => spread(own[one]))]);
  }
  return tableLines(['', ...cases], rows);
}

function ratio(a: readonly number[] | undefined, b: readonly number[] | undefined): string {
  return a === undefined || b === undefined ? '' : (median(a) / median(b)).toFixed(2);
}

function spread(shares: readonly number[] | undefined): string {
  return shares === undefined ? '' : `${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)}`;
}

const SERVERS = ['createApp', 'Fastify', 'Hono', 'h3'];
/** The tables of the project's README.md: a stack, and its columns with their titles. */
const SUMMARIES = [
  [
    'none',
    'without middleware',
    {
      parameter: 'one route with parameters',
      'all routes': 'all routes in turn',
      'list of 100': 'list of 100',
      POST: 'POST, validated',
    },
  ],
  [
    'real',
    'with CORS, security headers and the response time',
    { parameter: 'one route with parameters', 'list of 100': 'list of 100', POST: 'POST, validated' },
  ],
] as const;

/** The tables of the project's README.md: a few cases of a few servers. */
export function writeSummary(results: readonly Results[]): string {
  return SUMMARIES.flatMap(([stack, title, columns]) =>
    results.map((one) =>
      tableLines(
        [`Node ${majorOf(one)}, ${title}`, ...Object.values(columns)],
        SERVERS.map((name) => [
          name === 'createApp' ? '`createApp`' : name,
          ...Object.keys(columns).map((column) => shareOf(one, stack, name, column)?.toFixed(2) ?? '–'),
        ]),
      ).join('\n'),
    ),
  ).join('\n\n');
}

/**
 * Replaces the text between two comments: `<!-- name -->` and `<!-- end of name -->`.
 *
 * @throws {Error} If the page lacks the comments.
 */
export function replaceSection(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`The page has no place for ${name}: ${start.trim()}`);
  return `${page.slice(0, from)}${start}\n${text}\n${page.slice(to)}`;
}
