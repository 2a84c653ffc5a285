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
  readonly strict?: boolean;
  /** Whether a part of the app may see paths without a prefix. */
  readonly isMounted?: boolean;
}

/** The path of an operation, also without the prefixes of the option `base` and of its version. */
export interface ServedPath {
  readonly full: readonly Segment[];
  readonly own: readonly Segment[];
}

/** Values of parameters that patterns may take. */
const VALUES = ['x', '1', 'abc', '123', '3f2b8c1e-5d4a-4f6b-9c7d-0123456789ab'];

export function servedPath({ contract, sharedRoute }: CompiledOperation, base = '/'): ServedPath {
  const shared = sharedRoute === undefined ? contract.path : sharedRoute.slice(contract.method.length + 1);
  const own = shared.slice(prefixOf(base).length);
  return { full: parsePathTemplate(contract.path).template.segments, own: parsePathTemplate(own).template.segments };
}

/** Finds whether a guard misses a path that it is for: one with the option `base`, or another spelling of it. */
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
  if (served.some(({ full }) => spellings(full, guarded, serving).flat().some(own)))
    return missedSpelling(at, served, (full) => spellings(full, guarded, serving), own, isGuarded);
  if (!guarded.isForClients || serving.isMounted === true) return undefined;
  const meant = served.find(
    (each) => hasPrefix(each) && isFor(each.own) && !samplesOf(each.full, guarded).some(isGuarded),
  );
  if (meant === undefined) return undefined;
  const prefix = meant.full.slice(0, meant.full.length - meant.own.length);
  return messages.missedPrefix(at, guarded, pathOf(prefix, VALUES[0]!));
}

/** Whether a path has a prefix before its first segment, which is a text. */
function hasPrefix({ full, own: [first, ...others] }: ServedPath): boolean {
  return first !== undefined && segmentKind(first) === 'static' && others.length + 1 < full.length;
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
export function matcherOf({ extent, text, flags = '' }: TextTest): ((value: string) => boolean) | undefined {
  switch (extent) {
    case 'whole':
      return (value) => value === text;
    case 'start':
      return (value) => value.startsWith(text);
    case 'end':
      return (value) => value.endsWith(text);
    case 'part':
      return (value) => value.includes(text);
    case 'pattern': {
      if (!isLinear(text)) return undefined;
      const pattern = new RegExp(text, flags.replaceAll(/[gy]/g, ''));
      return (value) => pattern.test(value);
    }
  }
}
