import { validateHeaderValue } from 'node:http';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PagingLimits } from '../../src/shared/contract/list-contract.ts';
import type { Paging, PagingName } from '../../src/shared/contract/paging.ts';
import { pagingLinks, resolvePaging } from '../../src/shared/contract/paging.ts';
import { holds } from './holds.ts';

const NAMES: readonly PagingName[] = ['page_size', 'page', 'limit', 'offset', 'total'];
const MAX = Number.MAX_SAFE_INTEGER;

const limits: fc.Arbitrary<PagingLimits> = fc
  .tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 200 }))
  .map(([defaultSize, more]) => ({ defaultSize, maxSize: defaultSize + more }));

/** Numbers, mostly where something changes, and what is none. */
const number = fc.oneof(
  fc.integer({ min: -2, max: 400 }).map(String),
  fc.maxSafeInteger().map(String),
  fc.bigInt({ min: BigInt(MAX) - 3n, max: BigInt(MAX) + 3n }).map(String),
  fc.bigInt({ min: 1n, max: 200n }).map((size) => String(BigInt(MAX) / size + 1n)),
  fc.constantFrom('', ' 1', '1.0', '1e2', '0x1', '+1', '007', '-0', '--1', '１', '1\n', 'NaN', '1,2'),
  fc.string(),
);
const flag = fc.constantFrom('1', '0', 'true', 'false', '', 'TRUE', 'yes');
const rarely = { freq: 3, nil: undefined };

/** The values of each parameter; one form, or rarely both. */
const query = fc
  .tuple(
    fc.record({
      page_size: fc.option(fc.array(number, { maxLength: 2 }), rarely),
      page: fc.option(fc.array(number, { maxLength: 2 }), rarely),
      limit: fc.option(fc.array(number, { maxLength: 2 }), rarely),
      offset: fc.option(fc.array(number, { maxLength: 2 }), rarely),
      total: fc.option(fc.array(flag, { maxLength: 2 }), rarely),
    }),
    fc.constantFrom('page', 'offset', 'page', 'offset', 'both'),
  )
  .map(([{ page, page_size, limit, offset, total }, form]) => ({
    ...(form !== 'offset' && { page: page ?? [], page_size: page_size ?? [] }),
    ...(form !== 'page' && { limit: limit ?? [], offset: offset ?? [] }),
    total: total ?? [],
  }));

type Query = { readonly [name in PagingName]?: readonly string[] };

describe('the rows that a query requests', () => {
  it('reads the rows of a page as a reading of the rules by whole numbers of any size does', () => {
    let sound = 0;
    const property = fc.property(query, limits, (asked, bounds) => {
      const resolved = resolvePaging(asked, bounds);
      const expected = reference(asked, bounds);
      if (!Array.isArray(resolved)) sound++;
      const faults = Array.isArray(resolved) ? resolved.map(({ name }) => name).sort() : resolved;
      expect(faults).toEqual(expected);
    });
    holds(property, 3000);
    expect(sound).toBeGreaterThan(300);
  });
});

/** The reference: the rows, or the names of what is wrong, once for each way in which it is. */
function reference(asked: Query, { defaultSize, maxSize }: PagingLimits): Paging | string[] {
  const faults: string[] = NAMES.filter((name) => isWrong(name, asked[name] ?? [], maxSize));
  const read = (name: PagingName, otherwise: number): bigint => BigInt(asked[name]?.[0] ?? otherwise);
  const defaults: Readonly<Record<string, number>> = { page_size: defaultSize, page: 1, limit: defaultSize, offset: 0 };
  // Where both forms are sent, only what is not a default counts.
  const counted = Object.keys(defaults).filter((name) => {
    const [text, ...more] = asked[name as PagingName] ?? [];
    if (text === undefined || more.length > 0) return false;
    return faults.includes(name) || BigInt(text) !== BigInt(defaults[name]!);
  });
  const [byPage, byRow] = [/^page/, /^(?:limit|offset)$/].map((form) => counted.filter((name) => form.test(name)));
  const isSame = (): boolean =>
    faults.length === 0 &&
    read('limit', defaultSize) === read('page_size', defaultSize) &&
    read('offset', 0) === (read('page', 1) - 1n) * read('page_size', defaultSize);
  if (byPage!.length > 0 && byRow!.length > 0 && !isSame()) faults.push(...byRow!);
  if (faults.length > 0) return faults.sort();
  const byOffset = byRow!.length > 0;
  const size = byOffset ? read('limit', defaultSize) : read('page_size', defaultSize);
  const offset = byOffset ? read('offset', 0) : (read('page', 1) - 1n) * size;
  if (offset > BigInt(MAX)) return ['page'];
  const page = size === 0n ? 1n : offset / size + 1n;
  const total = ['1', 'true'].includes(asked.total?.[0] ?? '');
  return { limit: Number(size), offset: Number(offset), page: Number(page), pageSize: Number(size), total };
}

function isWrong(name: PagingName, texts: readonly string[], maxSize: number): boolean {
  const [text] = texts;
  if (text === undefined) return false;
  if (texts.length > 1) return true;
  if (name === 'total') return !['1', 'true', '0', 'false'].includes(text);
  const least = name === 'page' || name === 'page_size' ? 1n : 0n;
  const most = name === 'limit' || name === 'page_size' ? maxSize : MAX;
  return !/^-?(?:0|[1-9][0-9]*)$/.test(text) || BigInt(text) < least || BigInt(text) > BigInt(most);
}

/** Other parameters of a query, as they may stand in a request. */
const others = fc.array(
  fc.constantFrom(
    'tag=a',
    'tag=b',
    'q=a%20b+c',
    'empty=',
    'flag',
    '',
    'Page=7',
    'page%5Bsize%5D=1',
    'x=page=3',
    'é=%C3%A9',
    'a=1,2;b',
    "'",
  ),
  { maxLength: 4 },
);

interface Walk {
  readonly count: number;
  readonly size: number;
  readonly start: number;
  readonly form: 'page' | 'offset';
  readonly others: readonly string[];
  readonly order: readonly number[];
  readonly isTotalKnown: boolean;
}

const walk: fc.Arbitrary<Walk> = fc.record({
  count: fc.nat({ max: 40 }),
  size: fc.integer({ min: 1, max: 12 }),
  start: fc.nat({ max: 45 }),
  form: fc.constantFrom('page', 'offset'),
  others,
  order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
  isTotalKnown: fc.boolean(),
});

/** The first request of a walk, its parameters in any order. */
function targetOf({ size, start, form, others: more, order }: Walk): string {
  const own = form === 'page' ? [`page_size=${size}`, `page=${start + 1}`] : [`limit=${size}`, `offset=${start}`];
  const parts = [...own, ...more];
  return `/a%20b/ä?${order.flatMap((i) => parts[i] ?? []).join('&')}`;
}

interface Page {
  readonly rows: readonly number[];
  readonly paging: Paging;
  readonly links: { readonly [relation: string]: string };
}

/** One page of a list of so many rows. */
function pageAt(target: string, { count, isTotalKnown }: Walk): Page {
  const asked = new URLSearchParams(target.split('?')[1]);
  const raw = Object.fromEntries(NAMES.map((name) => [name, asked.getAll(name)]));
  const paging = resolvePaging(raw, { defaultSize: 20, maxSize: 100 });
  if (Array.isArray(paging)) throw new TypeError(`${target} is refused: ${JSON.stringify(paging)}`);
  const rows = range(count).slice(paging.offset, paging.offset + paging.limit);
  const links = readLinks(pagingLinks(target, paging, rows.length, isTotalKnown ? count : undefined));
  return { rows, paging, links: Object.fromEntries(links) };
}

/** The relations of a header and their targets: RFC 8288, 3. */
function readLinks(header: string): [relation: string, target: string][] {
  const links = header.split(/, (?=<)/).map((link) => /^<([^<> "]+)>; rel="(first|prev|next|last)"$/.exec(link));
  expect(links).not.toContain(null);
  const pairs = links.map((link): [string, string] => [link![2]!, link![1]!]);
  expect(new Set(pairs.map(([relation]) => relation)).size).toBe(pairs.length);
  return pairs;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/** The parts of a query that say nothing of the place. */
function kept(target: string): string[] {
  const parts = (target.split('?')[1] ?? '').split('&');
  return parts.filter((part) => !/^(?:page|offset)=/.test(part));
}

/** All pages from one on along a relation. */
function follow(target: string, relation: 'next' | 'prev', one: Walk): readonly (Page & { readonly target: string })[] {
  const pages: (Page & { readonly target: string })[] = [];
  for (let at: string | undefined = target; at !== undefined && pages.length < 100; at = pages.at(-1)!.links[relation])
    pages.push({ target: at, ...pageAt(at, one) });
  return pages;
}

describe('the links of a page', () => {
  it('lead by next to the end, each row once, and keep the rest of the query', () => {
    const property = fc.property(walk, (one) => {
      const target = targetOf(one);
      const pages = follow(target, 'next', one);
      expect(pages.flatMap(({ rows }) => rows)).toEqual(range(one.count).slice(pages[0]!.paging.offset));
      expect(pages.map((page) => kept(page.target))).toEqual(pages.map(() => kept(target)));
      // Without the total, a full last page is followed by an empty one.
      const empty = pages.slice(1).filter(({ rows }) => rows.length === 0);
      expect(empty.length).toBeLessThanOrEqual(one.isTotalKnown ? 0 : 1);
    });
    holds(property, 500);
  });

  it('lead by prev back to the beginning, each row once but where the first page is not full', () => {
    const property = fc.property(walk, (one) => {
      const pages = follow(targetOf(one), 'prev', one).toReversed();
      const { offset, limit } = pages.at(-1)!.paging;
      const rows = pages.flatMap((page) => page.rows);
      const overlap = offset % limit === 0 || pages.length === 1 ? 0 : limit - (offset % limit);
      expect(pages[0]!.paging.offset).toBe(0);
      expect(new Set(rows)).toEqual(new Set(range(Math.min(one.count, offset + limit))));
      expect(rows.length - new Set(rows).size).toBeLessThanOrEqual(overlap);
      const emptyOnes = pages.slice(1, -1).filter((page) => page.rows.length === 0);
      expect([one.isTotalKnown, emptyOnes.length]).toEqual([one.isTotalKnown, one.isTotalKnown ? 0 : emptyOnes.length]);
    });
    holds(property, 500);
  });

  it('lead there and back', () => {
    const property = fc.property(walk, (one) => {
      const { paging, links } = pageAt(targetOf(one), one);
      const { next, last, first } = links;
      expect(pageAt(first!, one).paging.offset).toBe(0);
      expect(next && pageAt(pageAt(next, one).links['prev']!, one).paging).toEqual(next && paging);
      expect(last !== undefined).toBe(one.isTotalKnown);
      const end = last === undefined ? undefined : pageAt(last, one);
      expect(end?.links['next']).toBeUndefined();
      // What is asked for past the end has its last page before it; else it is where next leads in the end.
      const isBeyond = paging.offset > 0 && paging.offset >= one.count;
      const steps = isBeyond ? stepsBack(one, paging) : follow(targetOf(one), 'next', one).at(-1)!.paging.offset;
      expect(end?.paging.offset).toBe(last === undefined ? undefined : steps);
    });
    holds(property, 500);
  });

  it('writes links that fit a header, whatever the request has and however large its numbers are', () => {
    const byte = fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCharCode(code));
    const text = fc.oneof(fc.string({ unit: byte }), fc.string({ unit: 'binary' }));
    const large = fc.oneof(fc.nat(), fc.nat({ max: MAX }), fc.constantFrom(MAX, MAX - 1, MAX - 20));
    const input = fc.record({
      path: text,
      more: text,
      position: large,
      size: fc.integer({ min: 1, max: 100 }),
      total: large,
    });
    const property = fc.property(
      input,
      fc.boolean(),
      fc.boolean(),
      ({ path, more, position, size, total }, byOffset, isKnown) => {
        const asked = byOffset ? { offset: [`${position}`], limit: [`${size}`] } : { page: [`${position + 1}`] };
        const paging = resolvePaging(asked, { defaultSize: size, maxSize: 100 });
        if (Array.isArray(paging)) return;
        const own = Object.entries(asked).map(([name, [value]]) => `${name}=${value}`);
        const header = pagingLinks(
          `/${path.replaceAll(/[?#]/g, '')}?${[...own, more].join('&')}`,
          paging,
          size,
          isKnown ? total : undefined,
        );
        validateHeaderValue('Link', header);
        const moved = byOffset ? 'offset' : 'page';
        const places = readLinks(header).map(([, url]) => Number(url.slice(url.lastIndexOf('=') + 1)));
        expect([moved, places[0]]).toEqual([moved, byOffset ? 0 : 1]);
        expect(places.filter((place) => !Number.isSafeInteger(place))).toEqual([]);
      },
    );
    holds(property, 1000);
  });
});

/** Where one is, going back a page at a time, when there are rows again. */
function stepsBack({ count }: Walk, { offset, limit }: Paging): number {
  let at = offset;
  while (at > 0 && at >= count) at = Math.max(0, at - limit);
  return at;
}
