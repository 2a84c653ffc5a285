import { inspect } from 'node:util';
import { isDate } from '../../shared/validation/format-checks.ts';
import type { Version } from '../compiler/api-version.ts';
import type { VersionHeader } from '../../shared/contract/operation.ts';
import { didYouMean, quoteAll } from '../compiler/diagnostics/report.ts';

const isDay = (value: unknown): boolean => typeof value === 'string' && isDate(value);

/** The valid values of each key of a version: a description, and a test. */
const EXPECTED: Readonly<Record<string, readonly [string, (value: unknown) => boolean]>> = {
  name: ['a name of letters, digits, ".", "-" and "_" that begins with a letter or a digit, such as "v1"', isName],
  deprecated: ['a date, such as "2026-11-01"', isDay],
  sunset: ['a date, such as "2027-05-01"', isDay],
  prefix: ['true or false', (value) => typeof value === 'boolean'],
};

/** The header in which clients name a version. */
export interface VersionHeaderOption {
  /** The name of the header, such as `Api-Version`. */
  readonly header: string;
  /** The version of requests without the header. */
  readonly default: string;
}

/**
 * Validates the options `versions` and `version`.
 *
 * @param header The option `version`; undefined if the version is in the path.
 * @throws {TypeError} If a key is unknown, a value is invalid, or the versions contradict each other.
 */
export function resolveVersions(given: readonly unknown[], header?: VersionHeaderOption): Version[] {
  const versions = given.map(readVersion);
  versions.forEach(({ name, deprecated, sunset, prefix }, i) => {
    const same = versions.slice(0, i).find((other) => other.name.toLowerCase() === name.toLowerCase());
    if (same !== undefined) throw fault(`there are two versions with the name "${name}"`);
    const isLast = i === versions.length - 1;
    if (prefix !== undefined && header !== undefined)
      throw fault(`"${name}" has "prefix", but the option "version" has no prefixes. Remove one of them`);
    if (prefix === false && !isLast)
      throw fault(`only the last version can be without a prefix, and "${name}" is not the last one`);
    if (isLast && (deprecated ?? sunset) !== undefined)
      throw fault(`"${name}" is the last version, which cannot be deprecated. List the oldest version first`);
    if (deprecated !== undefined && sunset !== undefined && sunset < deprecated)
      throw fault(`the sunset of "${name}", ${sunset}, is before its deprecation, ${deprecated} (RFC 9745, 4)`);
  });
  if (header !== undefined) checkDefault(header, versions);
  return versions.map(({ name, deprecated, sunset, prefix = true }, i) => ({
    name,
    ...(header === undefined
      ? prefix && { prefix: name }
      : { header: headerOf(header, name, i === versions.length - 1) }),
    ...(deprecated !== undefined && { deprecated }),
    ...(sunset !== undefined && { sunset }),
  }));
}

function headerOf({ header, default: usual }: VersionHeaderOption, name: string, isLast: boolean): VersionHeader {
  return { name: header, ...(name === usual && { isDefault: true }), ...(!isLast && { isOlder: true }) };
}

function checkDefault({ default: usual }: VersionHeaderOption, versions: readonly Given[]): void {
  const names = versions.map(({ name }) => name);
  if (names.includes(usual)) return;
  const hint = didYouMean(usual, names) || ` The versions are ${quoteAll(names)}.`;
  throw new TypeError(`unplugin-operations: invalid option "version": unknown default "${usual}".${hint}`);
}

/** Headers that have another meaning, or that proxies and caches handle themselves. */
const TAKEN_HEADERS =
  /^(?:accept|accept-.*|authorization|proxy-.*|connection|content-.*|cookie|date|expect|forwarded|host|if-.*|idempotency-key|keep-alive|origin|range|referer|te|trailer|transfer-encoding|upgrade|user-agent|vary|via|x-forwarded-.*|sec-.*)$/i;

/** Whether a value is a valid option `version`. */
export function isVersionHeader(value: unknown): value is VersionHeaderOption {
  if (typeof value !== 'object' || value === null) return false;
  const { header, default: usual, ...others } = value as Readonly<Record<string, unknown>>;
  const isHeader = typeof header === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(header) && !TAKEN_HEADERS.test(header);
  return isHeader && typeof usual === 'string' && Object.keys(others).length === 0;
}

/** A version as it is given. */
interface Given extends Pick<Version, 'name' | 'deprecated' | 'sunset'> {
  readonly prefix?: boolean;
}

function readVersion(given: unknown, index: number): Given {
  if (typeof given !== 'object' || given === null)
    throw fault(`expected { name: "v${index + 1}" }, got ${inspect(given)}`);
  for (const [key, value] of Object.entries(given)) {
    const expected = Object.hasOwn(EXPECTED, key) ? EXPECTED[key] : undefined;
    const names = Object.keys(EXPECTED);
    if (expected === undefined)
      throw fault(`unknown key "${key}".${didYouMean(key, names) || ` The keys are: ${names.join(', ')}.`}`);
    if (value !== undefined && !expected[1](value))
      throw fault(`invalid "${key}": expected ${expected[0]}, got ${inspect(value, { breakLength: Infinity })}`);
  }
  if (!('name' in given) || given.name === undefined) throw fault(`version ${index + 1} has no name`);
  return given as Given;
}

function isName(value: unknown): boolean {
  // The name is a segment of paths, a directory, and a part of the names of types.
  return typeof value === 'string' && /^[a-z\d][\w.-]*$/i.test(value) && !value.endsWith('.') && value !== 'entry';
}

function fault(message: string): TypeError {
  return new TypeError(`unplugin-operations: invalid option "versions": ${message.replace(/\.$/, '')}.`);
}
