import type { StoreErrorRule } from '../../shared/contract/rate-limit.ts';
import type { Line, LinePart, ReportLine } from '../directive-description.ts';
import type { ListItem } from '../items-at-commas.ts';
import { itemsAtCommas } from '../items-at-commas.ts';
import { durationText, meantUnit, readUnit, type Unit, UNITS } from './units.ts';

/** A line that declares a limit. */
export interface LimitLine {
  readonly name: string;
  readonly quota: number;
  /** In seconds. */
  readonly window: number;
  readonly per: string;
  readonly onStoreError?: StoreErrorRule;
  /** The path of the directory in whose comment it is. */
  readonly directory?: string;
}

/** A line that declares the amount that a request takes from the limits of directories. */
export interface CostLine {
  readonly cost: number;
}

export type RateLimitLine = LimitLine | CostLine;

/** A word of a line. */
interface Word extends LinePart {
  readonly text: string;
}

type ReportLimit = ReportLine<'invalid-rate-limit'>;

const FORM = 'Write it as "@rate-limit 100 per minute per user".';
const MAX_NUMBER = 1_000_000_000;
const MAX_WINDOW = 366 * UNITS.day;

/** Words that probably mean one of those that need nothing of the app, and these themselves, which are lower-case. */
const MEANT: Readonly<Record<string, string>> = {
  ip: 'address',
  ips: 'address',
  addr: 'address',
  adress: 'address',
  addresses: 'address',
  users: 'user',
  address: 'address',
  user: 'user',
  all: 'all',
  everyone: 'all',
  everybody: 'all',
  any: 'all',
  global: 'all',
};

/** Reads `100 per 15 minutes per user (name: reviews)`, or `cost 10`. */
export function readRateLimit({ text }: Line, report: ReportLimit): RateLimitLine | undefined {
  if (text === '') return undefined;
  const open = text.indexOf('(');
  const words = limitWords(open === -1 ? text : text.slice(0, open));
  if (words[0]?.text === 'cost')
    return readCost(words, open === -1 ? undefined : { start: open, end: text.length }, report);
  const options = open === -1 ? {} : readOptions(text, open, report);
  const limit = readLimit(words, text, report);
  return limit && options && { ...limit, ...options };
}

function limitWords(text: string): Word[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}

function reportFault(report: ReportLimit, part: LinePart | undefined, message: string, replaces?: string): undefined {
  const fix = replaces === undefined ? {} : { fix: { title: `Replace it with "${replaces}"`, replaces } };
  return report({
    code: 'invalid-rate-limit',
    ...(part && { part: { start: part.start, end: part.end } }),
    message,
    ...fix,
  });
}

function readCost(
  [, count, extra]: readonly Word[],
  options: LinePart | undefined,
  report: ReportLimit,
): CostLine | undefined {
  if (count === undefined) return reportFault(report, undefined, 'The cost is missing. Write "@rate-limit cost 10".');
  const rest = extra ?? options;
  if (rest !== undefined) return reportFault(report, rest, 'A cost is only a number. Write "@rate-limit cost 10".');
  const cost = readNumber(count, 'The cost', report);
  return cost === undefined ? undefined : { cost };
}

/** Reads a positive integer. */
function readNumber(word: Word, what: string, report: ReportLimit): number | undefined {
  const plain = /^\d{1,3}(?:[,_]\d{3})+$/.test(word.text) ? word.text.replace(/[,_]/g, '') : undefined;
  const value = /^\d+$/.test(word.text) ? Number(word.text) : undefined;
  if (value !== undefined && value >= 1 && value <= MAX_NUMBER) return value;
  const message = `${what} must be an integer from 1 to ${MAX_NUMBER}, not "${word.text}".`;
  return reportFault(report, word, message, plain);
}

function readLimit(words: readonly Word[], text: string, report: ReportLimit): LimitLine | undefined {
  const [count, per, ...rest] = words;
  if (count === undefined) return reportFault(report, { start: 0, end: text.length }, `The quota is missing. ${FORM}`);
  const quota = readNumber(count, 'The quota', report);
  if (quota === undefined) return undefined;
  if (per?.text !== 'per')
    return reportFault(
      report,
      per ?? count,
      `${per === undefined ? 'The duration is missing' : 'Expected "per"'}. ${FORM}`,
    );
  const isCounted = rest[0] !== undefined && !/^[a-z]/i.test(rest[0].text);
  const [unitWord, secondPer, who, extra] = isCounted ? rest.slice(1) : rest;
  const times = isCounted ? readNumber(rest[0]!, 'The duration', report) : 1;
  if (times === undefined) return undefined;
  const unit = readUnitWord(unitWord, rest[0] ?? per, report);
  if (unit === undefined) return undefined;
  const window = times * UNITS[unit];
  if (window > MAX_WINDOW) return reportFault(report, rest[0]!, 'The duration must be at most 366 days.');
  if (secondPer !== undefined && secondPer.text !== 'per')
    return reportFault(report, secondPer, `Expected "per". ${FORM}`);
  if (secondPer !== undefined && who === undefined)
    return reportFault(
      report,
      secondPer,
      `Whose requests count together is missing: address, user, all, or a name. ${FORM}`,
    );
  if (extra !== undefined) return reportFault(report, extra, `Unexpected text. ${FORM}`);
  const counted = who === undefined ? 'address' : readWho(who, report);
  if (counted === undefined) return undefined;
  return { name: derivedName(counted, window), quota, window, per: counted };
}

function readUnitWord(word: Word | undefined, before: Word, report: ReportLimit): Unit | undefined {
  if (word === undefined) return reportFault(report, before, `The unit of time is missing. ${FORM}`);
  const unit = readUnit(word.text);
  if (unit !== undefined) return unit;
  const meant = meantUnit(word.text);
  const hint = meant === undefined ? 'Use second, minute, hour or day.' : `Did you mean "${meant}"?`;
  return reportFault(report, word, `Unknown unit of time "${word.text}". ${hint}`, meant);
}

/** Reads whose requests count together. Other names than the three are the app's. */
function readWho(word: Word, report: ReportLimit): string | undefined {
  const { text } = word;
  const meant = Object.hasOwn(MEANT, text.toLowerCase()) ? MEANT[text.toLowerCase()] : undefined;
  if (text === meant || (meant === undefined && /^[a-z][\w-]{0,39}$/i.test(text))) return text;
  if (meant !== undefined)
    return reportFault(report, word, `Unknown "per ${text}". Did you mean "per ${meant}"?`, meant);
  return reportFault(
    report,
    word,
    `"per ${text}" is invalid. Use address, user, all, or a name of up to 40 letters, digits, "_" and "-".`,
  );
}

/** The name of a limit that has none: `user-per-15-minutes`. */
function derivedName(per: string, window: number): string {
  return `${per}-per-${durationText(window).replace(' ', '-')}`;
}

type Options = Pick<LimitLine, 'onStoreError'> & { readonly name?: string };

/** Reads `(name: sign-in, onStoreError: closed)`. */
function readOptions(text: string, open: number, report: ReportLimit): Options | undefined {
  const [, list, end = ''] = /^\(([^()]*)\)([^]*)$/.exec(text.slice(open)) ?? [];
  if (list === undefined)
    return reportFault(
      report,
      { start: open, end: text.length },
      'The options must end with ")". Write "(name: sign-in)".',
    );
  const close = open + list.length + 2;
  if (end.trim() !== '')
    return reportFault(report, { start: close, end: text.length }, 'Unexpected text after the options.');
  const options: { -readonly [name in keyof Options]: Options[name] } = {};
  for (const item of itemsAtCommas(list, open + 1)) {
    const option = readOption(item, options, report);
    if (option === undefined) return undefined;
    Object.assign(options, option);
  }
  return options;
}

function readOption({ text, start, end }: ListItem, known: Options, report: ReportLimit): Options | undefined {
  const part = { start: text === '' ? start - 1 : start, end };
  const [, name, value = ''] = /^(\w+)\s*:\s*(\S+)$/.exec(text) ?? [];
  if (name === undefined)
    return reportFault(report, part, 'An option is a name, a colon and a value. Write "(name: sign-in)".');
  if (name in known) return reportFault(report, part, `The option "${name}" appears twice.`);
  if (name === 'name') {
    if (/^[a-z\d][\w.-]{0,63}$/i.test(value)) return { name: value };
    return reportFault(report, part, `The name "${value}" is invalid. Use up to 64 letters, digits, "_", "." and "-".`);
  }
  if (name !== 'onStoreError')
    return reportFault(report, part, `Unknown option "${name}". The options are name and onStoreError.`);
  if (value === 'open' || value === 'closed') return { onStoreError: value };
  return reportFault(report, part, `The option onStoreError is "open" or "closed", not "${value}".`);
}
