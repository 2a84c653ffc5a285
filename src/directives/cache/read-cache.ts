import type { CachePolicy } from '../../shared/contract/cache-policy.ts';
import type { Line, LineFault, LinePart, ReportLine } from '../directive-description.ts';
import type { Control } from './cache-control.ts';
import type { ListItem } from '../items-at-commas.ts';
import { itemsAtCommas } from '../items-at-commas.ts';
import { conflictIn, CONTROL_NAMES, MAX_SECONDS, OF_REQUESTS, takesSeconds } from './cache-control.ts';

type Code = 'invalid-cache' | 'cache-conflict';
type ReportCache = ReportLine<Code>;

/** The end of a line whose response is the same for everyone. */
export const SAME_FOR_EVERYONE = '(same for everyone)';

/** Reads `public, max-age=60, stale-while-revalidate=30`, and `(same for everyone)` at its end. */
export function readCache({ text }: Line, report: ReportCache): CachePolicy | undefined {
  if (text === '') return undefined;
  const open = text.indexOf('(');
  const list = open === -1 ? text : text.slice(0, open);
  const isSame = open !== -1;
  if (isSame && text.slice(open).replaceAll(/\s+/g, ' ') !== SAME_FOR_EVERYONE)
    return reportFault(
      report,
      { start: open, end: text.length },
      `Unexpected text. Only "${SAME_FOR_EVERYONE}" can follow.`,
    );
  const items = itemsAtCommas(list);
  const control = new Map<string, number | undefined>();
  for (const item of items) {
    const read = readItem(item, report);
    if (read === undefined) return undefined;
    const [name, seconds] = read;
    if (control.has(name)) return reportFault(report, item, `"${name}" appears twice. Remove one of them.`);
    control.set(name, seconds);
  }
  return checked(control, items, isSame, report);
}

/** The policy of directives that are valid by themselves, if they fit together. */
function checked(
  control: Control,
  items: readonly ListItem[],
  isSame: boolean,
  report: ReportCache,
): CachePolicy | undefined {
  const partOf = (name: string): LinePart => partOfItem(items[[...control.keys()].indexOf(name)]!);
  const conflict = conflictIn(control);
  if (conflict !== undefined)
    return report({ code: 'cache-conflict', part: partOf(conflict.name), message: conflict.message });
  const unshared = ['private', 'no-store'].find((name) => control.has(name));
  if (isSame && unshared !== undefined)
    return report({
      code: 'cache-conflict',
      part: partOf(unshared),
      message: `"${SAME_FOR_EVERYONE}" has no effect with "${unshared}": no shared cache keeps the response. Remove one of them.`,
    });
  const parts = [...control].map(([name, seconds]) => (seconds === undefined ? name : `${name}=${seconds}`));
  return { control: parts.join(', '), ...(isSame && { sameForEveryone: true }) };
}

function partOfItem({ start, end }: LinePart): LinePart {
  return { start, end: Math.max(end, start + 1) };
}

function reportFault(
  report: ReportCache,
  part: LinePart,
  message: string,
  others: Partial<LineFault<Code>> = {},
): undefined {
  return report({ code: 'invalid-cache', part: partOfItem(part), message, ...others });
}

function replaceWith(text: string): Partial<LineFault<Code>> {
  return { fix: { title: `Replace it with "${text}"`, replaces: text } };
}

/** Reads `public`, or `max-age=60`. */
function readItem(item: ListItem, report: ReportCache): [name: string, seconds: number | undefined] | undefined {
  const { text } = item;
  if (text === '')
    return reportFault(report, item, 'A directive is missing beside this comma. Remove the comma, or add one.');
  const [, given = '', value] = /^([^\s=:]+)(?:=(.*))?$/s.exec(text) ?? [];
  if (given === '') return failAsText(item, report);
  const name = given.toLowerCase();
  const needsSeconds = takesSeconds(name);
  if (needsSeconds === undefined) return failAsUnknown(item, given, report);
  if (needsSeconds)
    return value === undefined ? failWithout(item, name, report) : readSeconds(item, name, value, report);
  if (value === undefined) return [name, undefined];
  const why = /^(?:no-cache|private)$/.test(name) ? ': many caches ignore names of fields here' : '';
  return reportFault(report, item, `"${name}" has no value${why}. Write "${name}" alone.`, replaceWith(name));
}

function failWithout(item: ListItem, name: string, report: ReportCache): undefined {
  return reportFault(report, item, `"${name}" needs a number of seconds. Write "${name}=60".`);
}

function readSeconds(item: ListItem, name: string, value: string, report: ReportCache): [string, number] | undefined {
  const [quoted] = /^\d+(?="$)/.exec(value.slice(1)) ?? [];
  if (/^\d+$/.test(value) && Number(value) <= MAX_SECONDS) return [name, Number(value)];
  const message = `"${name}" must be a number of seconds from 0 to ${MAX_SECONDS}, not "${value.trim()}".`;
  return reportFault(report, item, message, quoted === undefined ? {} : replaceWith(`${name}=${quoted}`));
}

/** Reports a part that is more than one word: `max-age: 60`, or a missing comma. */
function failAsText(item: ListItem, report: ReportCache): undefined {
  const [, name = '', value = ''] = /^([^\s=:]+)\s*[=:\s]\s*(\d+)$/.exec(item.text) ?? [];
  if (takesSeconds(name.toLowerCase()) === true) {
    const meant = `${name.toLowerCase()}=${value}`;
    return reportFault(report, item, `Write a number of seconds as "${meant}".`, replaceWith(meant));
  }
  const words = item.text.split(/\s+/);
  const isList = words.every((word) => takesSeconds(word.split('=', 1)[0]!.toLowerCase()) !== undefined);
  return reportFault(
    report,
    item,
    'Separate the directives by commas: "public, max-age=60".',
    isList ? replaceWith(words.join(', ')) : {},
  );
}

function failAsUnknown(item: ListItem, name: string, report: ReportCache): undefined {
  const part = { start: item.start, end: item.start + name.length };
  return OF_REQUESTS.includes(name.toLowerCase())
    ? reportFault(report, part, `Only requests have "${name}". Remove it.`)
    : reportFault(report, part, `Unknown directive "${name}" of Cache-Control.`, { oneOf: CONTROL_NAMES });
}
