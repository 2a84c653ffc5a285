import { errorsIn, compare, formatDiagnostic } from '../../build/compiler/diagnostics/diagnostic.ts';
import type { Change } from './changes.ts';
import type { Fact } from './compare/schema-facts.ts';
import type { ImportPlan } from './index.ts';
import type { Origin } from '../openapi/read/origins.ts';
import { printOrigin } from '../openapi/fetch/locations.ts';
import { count } from '../../shared/validation/explain/words.ts';
import type { ReportContext } from './report-data.ts';
import { changedFiles, nextCommands, unneededFiles, unsafeFiles } from './report-data.ts';

/** How a plan is printed. */
export interface ReportOptions extends ReportContext {
  /** Whether every location is printed, not just the first ones. */
  readonly isVerbose: boolean;
}

/** The locations that are printed for each reason, unless all are. */
const MAX_PLACES = 5;
const MAX_FILES = 20;

/** Prints a plan: the files, the facts that were kept, and the others with their reasons and locations. */
export function printReport(plan: ImportPlan, options: ReportOptions): string {
  const { comparison, diagnostics, operations, definitions } = plan;
  const { kept, lost, added } = comparison;
  const errors = errorsIn(diagnostics);
  const warnings = diagnostics.length - errors.length;
  const total = kept.length + lost.length;
  const parts = [
    ...fileLists(plan, options),
    ...fileList('Read other files, because the description refers to them', plan.read, options),
    `${count(total, 'fact')} in the description: ${kept.length} kept, ${lost.length} not kept.${addedText(added)}`,
    ...lossList(plan, options),
    ...mendedList(plan, options),
    ...fileList(
      options.isDryRun
        ? 'These operations would be open to more clients, or less protected; add the protection to the description, or write the lines again'
        : 'These operations are open to more clients, or less protected; add the protection to the description, or write the lines again',
      plan.widened,
      options,
    ),
    ...fileList('Different in the tree', plan.differences, options),
    ...fileList('Left alone', [...operations.left, ...definitions.left], options),
    ...fileList('Windows does not allow the names of these files', unsafeFiles(plan, options), options),
    ...errors.map(formatDiagnostic),
    ...baseAdvice(options.base),
    ...(warnings === 0 ? [] : [`${count(warnings, 'warning')}: "operations check" lists them.`]),
    ...nextList(options),
  ];
  return parts.join('\n\n');
}

/** The server's additions, by the parts of a document that have them. */
function addedText(added: readonly Fact[]): string {
  if (added.length === 0) return '';
  const counts = new Map<string, number>();
  for (const { kind } of added) {
    const [part = ''] = kind.split(':');
    counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  const parts = sorted.map(
    ([part, number]) => `${number} in ${part === 'document' ? 'the document' : `${part.replace(/y$/, 'ie')}s`}`,
  );
  return ` The tree adds ${added.length} that the server has: ${parts.join(', ')}.`;
}

function nextList(options: ReportOptions): string[] {
  const lines = nextCommands(options).map(({ command, purpose }) => `  ${command}   ${purpose}`);
  return lines.length === 0 ? [] : [['Next:', ...lines].join('\n')];
}

function baseAdvice(base: string | undefined): string[] {
  if (base === undefined) return [];
  return [
    `The server of the description serves these paths below ${JSON.stringify(base)}. To serve them there, set the plugin's option "base": operations({ base: ${JSON.stringify(base)} }).`,
  ];
}

function fileLists(plan: ImportPlan, options: ReportOptions): string[] {
  const changes = changedFiles(plan, options);
  const verb = (done: string, planned: string): string => (options.isDryRun ? planned : done);
  const pathsOf = (kind: Change['kind']): string[] =>
    changes.filter((change) => change.kind === kind).map(({ file }) => file);
  const lists = [
    ...fileList(verb('Wrote new files', 'Would write new files'), pathsOf('new'), options),
    ...fileList(verb('Replaced the comment of', 'Would replace the comment of'), pathsOf('comment'), options),
    ...fileList(verb('Overwrote', 'Would overwrite'), pathsOf('changed'), options),
    ...fileList(
      verb('Deleted, since the schema has another file now', 'Would delete, since the schema has another file now'),
      pathsOf('deleted'),
      options,
    ),
    ...fileList('Not in the description; delete them if you do not need them', unneededFiles(plan, options), options),
  ];
  return changes.length === 0 ? ['The tree is up to date.', ...lists] : lists;
}

function fileList(title: string, items: readonly string[], { isVerbose }: ReportOptions): string[] {
  if (items.length === 0) return [];
  const shown = items.toSorted(compare).slice(0, isVerbose ? undefined : MAX_FILES);
  const more = items.length - shown.length;
  return [
    [
      `${title} (${items.length}):`,
      ...shown.map((item) => `  ${item}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ].join('\n'),
  ];
}

function lossList({ losses }: ImportPlan, options: ReportOptions): string[] {
  const listsOf = (isOnTheWire: boolean): string[] =>
    losses
      .filter((loss) => loss.isOnTheWire === isOnTheWire)
      .map(({ kind, reason, facts, places }) =>
        withPlaces(`${kind} (${count(facts, 'fact')}): ${reason}`, places, options),
      );
  const [lost, notes] = [listsOf(true), listsOf(false)];
  return [
    ...(lost.length === 0 ? [] : [`Not in the tree:\n${lost.join('\n')}`]),
    ...(notes.length === 0 ? [] : [`Not in the tree, without effect on requests and responses:\n${notes.join('\n')}`]),
  ];
}

function mendedList({ description }: ImportPlan, options: ReportOptions): string[] {
  const lists = description.notes
    .mended()
    .map(({ reading, places }) => withPlaces(`${reading} (${count(places.length, 'place')})`, places, options));
  return lists.length === 0 ? [] : [`Corrected in the description:\n${lists.join('\n')}`];
}

function withPlaces(line: string, places: readonly Origin[], { isVerbose }: ReportOptions): string {
  const shown = places.slice(0, isVerbose ? undefined : MAX_PLACES);
  const more = places.length - shown.length;
  const lines = shown.map((origin) => `    ${printOrigin(origin)}`);
  return [`  ${line}`, ...lines, ...(more > 0 ? [`    and ${more} more`] : [])].join('\n');
}
