import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { encodeSegment, prefixOf } from '../../../shared/contract/path-spelling.ts';
import type { Segment } from '../../../shared/contract/path-template.ts';
import {
  isRest,
  matchTexts,
  parsePathTemplate,
  segmentKind,
  segmentTexts,
} from '../../../shared/contract/path-template.ts';
import type { Diagnostic, GuardedText, TextTest } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { isLinear } from '../user-schemas/patterns.ts';
import type { CompiledOperation } from './resolve.ts';

/** How an app serves the paths of operations. */
export interface Serving {
  readonly base?: string;
  /** The directory of the tree. */
  readonly directory?: string;
  readonly strict?: boolean;
  /** Whether a part of the app may see paths without a prefix. */
  readonly isMounted?: boolean;
}

/** The path of an operation, also without the prefixes of the option `base` and of its version. */
export interface ServedPath {
  readonly full: readonly Segment[];
  readonly own: readonly Segment[];
  readonly version: string | undefined;
}

/** Values of parameters that patterns may take. */
const VALUES = ['x', '1', 'abc', '123', '3f2b8c1e-5d4a-4f6b-9c7d-0123456789ab'];

export function servedPath({ contract, sharedRoute }: CompiledOperation, base = '/'): ServedPath {
  const shared = sharedRoute === undefined ? contract.path : sharedRoute.slice(contract.method.length + 1);
  const own = shared.slice(prefixOf(base).length);
  const [fullPath, ownPath] = [contract.path, own].map((each) => parsePathTemplate(each).template.segments);
  return { full: fullPath!, own: ownPath!, version: contract.version };
}

/** Finds whether a guard misses a path that it is for: one with the option `base`, another spelling of it, or that of another version. */
export function missedPath(
  at: Location,
  guarded: GuardedText,
  served: readonly ServedPath[],
  serving: Serving,
): Diagnostic | undefined {
  const own = matcherOf(guarded);
  const all = matchersOf(guarded.all);
  if (own === undefined || all.includes(undefined)) return undefined;
  const isGuarded = (path: string): boolean => all.some((each) => each!(path));
  const isFor = (segments: readonly Segment[]): boolean => samplesOf(segments, guarded).some(own);
  const missedVersion = (mayBeGone: boolean): Diagnostic | undefined => {
    const missed = missedInVersion(guarded, served, own, isGuarded, mayBeGone);
    return missed && messages.missedVersion(at, ...missed);
  };
  const isKnown = guarded.isForClients && serving.isMounted !== true;
  if (served.some(({ full }) => spellings(full, guarded, serving).flat().some(own)))
    return (
      missedSpelling(at, served, (full) => spellings(full, guarded, serving), own, isGuarded) ?? missedVersion(isKnown)
    );
  if (!isKnown) return undefined;
  const meant = served.find(
    (each) => hasPrefix(each) && isFor(each.own) && !samplesOf(each.full, guarded).some(isGuarded),
  );
  return meant === undefined ? missedVersion(true) : messages.missedPrefix(at, guarded, textOf(prefixIn(meant)));
}

type Missed = readonly [matched: string, missed: string, version: string];

/**
 * Finds a path of one version that a guard matches, and the same path of another version that it misses. A guard of all of a version is intended.
 *
 * @param mayBeGone Whether the guard may be for a path that only the other version still has.
 */
function missedInVersion(
  guarded: GuardedText,
  served: readonly ServedPath[],
  own: (path: string) => boolean,
  isGuarded: (path: string) => boolean,
  mayBeGone: boolean,
): Missed | undefined {
  const operations = served.filter(({ version }) => version !== undefined);
  const prefixes = new Map(operations.map((each) => [textOf(prefixIn(each)), prefixIn(each)]));
  const answered = new Set(operations.flatMap(({ full }) => samplesOf(full, guarded)));
  const isWhole = (prefix: string): boolean => SOME.every((path) => own(prefix + path));
  const found = [...prefixes].flatMap(([prefix, segments]) =>
    isWhole(prefix)
      ? []
      : operations.filter(startsWithText).flatMap((each) =>
          samplesOf([...segments, ...each.own], guarded).flatMap((matched): Missed[] => {
            const missed = textOf(prefixIn(each)) + matched.slice(prefix.length);
            return own(matched) && !isGuarded(missed) ? [[matched, missed, each.version!]] : [];
          }),
        ),
  );
  return found.find(([matched]) => answered.has(matched)) ?? (mayBeGone ? found[0] : undefined);
}

/** Paths that a guard of all operations matches. */
const SOME = ['/~', '/~/~'];

/** The segments of the option `base` and of a version. */
function prefixIn({ full, own }: ServedPath): readonly Segment[] {
  return full.slice(0, full.length - own.length);
}

/** The path of segments without parameters; empty without segments. */
function textOf(prefix: readonly Segment[]): string {
  return prefix.length === 0 ? '' : pathOf(prefix, '');
}

/** Whether a path has a prefix before its first segment, which is a text. */
function hasPrefix(path: ServedPath): boolean {
  return startsWithText(path) && path.own.length < path.full.length;
}

function startsWithText({ own: [first] }: ServedPath): boolean {
  return first !== undefined && segmentKind(first) === 'static';
}

function missedSpelling(
  at: Location,
  served: readonly ServedPath[],
  spellingsOf: (full: readonly Segment[]) => string[][],
  own: (path: string) => boolean,
  isGuarded: (path: string) => boolean,
): Diagnostic | undefined {
  for (const each of served) {
    if (each.own.every((segment) => segmentKind(segment) !== 'static')) continue;
    for (const paths of spellingsOf(each.full)) {
      const matched = paths.find(own);
      const missed = matched === undefined ? undefined : paths.find((path) => !isGuarded(path));
      if (missed !== undefined) return messages.unmatchedSpelling(at, matched!, missed);
    }
  }
  return undefined;
}

/** Paths of an operation, each with the other ones that it also answers. */
function spellings(full: readonly Segment[], { field, ...test }: GuardedText, { strict = false }: Serving): string[][] {
  return samplesOf(full, test).map((path) => [
    path,
    ...(strict || path === '/' ? [] : [`${path}/`]),
    ...(field === 'url' ? [`${path}?x`] : []),
  ]);
}

/** Paths that an operation answers, of which a test would match one if it matches any. */
function samplesOf(segments: readonly Segment[], { extent, text }: TextTest): string[] {
  if (extent !== 'whole' && extent !== 'start') return VALUES.map((value) => pathOf(segments, value));
  const given = text
    .replace(/[?#].*$/s, '')
    .split('/')
    .slice(1);
  return [pathOf(segments, VALUES[0]!, given)];
}

/** A path with the segments of another one, as far as they fit. */
function pathOf(segments: readonly Segment[], value: string, given: readonly string[] = []): string {
  const parts = segments.map((segment, i) => {
    const texts = segmentTexts(segment).map((each) => encodeSegment(each) ?? each);
    if (texts.length === 1) return texts[0]!;
    if (isRest(segment))
      return (
        given
          .slice(i)
          .filter((each) => each !== '')
          .join('/') || value
      );
    return matchTexts(texts, given[i] ?? '', []) ? given[i]! : texts.join(value);
  });
  return `/${parts.join('/')}`;
}

const known = new WeakMap<readonly TextTest[], readonly ReturnType<typeof matcherOf>[]>();

/** The functions for the tests of a file, which its diagnostics share. */
export function matchersOf(tests: readonly TextTest[]): readonly ReturnType<typeof matcherOf>[] {
  return getOrAdd(known, tests, () => tests.map(matcherOf));
}

/** A function for a test; undefined if its pattern is invalid, or could take long. */
export function matcherOf({ extent, text, flags = '', index = 0 }: TextTest): ((value: string) => boolean) | undefined {
  switch (extent) {
    case 'whole':
      return (value) => value === text;
    case 'start':
      return (value) => value.startsWith(text);
    case 'end':
      return (value) => value.endsWith(text);
    case 'part':
      return (value) => value.includes(text);
    case 'segment':
      return (value) => value.split('/')[index] === text;
    case 'pattern': {
      if (!isLinear(text)) return undefined;
      const pattern = new RegExp(text, flags.replaceAll(/[gy]/g, ''));
      return (value) => pattern.test(value);
    }
  }
}
