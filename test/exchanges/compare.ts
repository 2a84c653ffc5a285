import { expect } from 'vitest';
import { readPage } from '../docs/examples.ts';
import { readTable } from '../docs/tables.ts';
import type { Place, Send } from './platforms.ts';

/** A request, as `fetch` takes it. */
export interface Request {
  readonly path: string;
  readonly init?: RequestInit;
}

/** A response whose body has been read. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A part of an answer that is not the same in two places. */
export interface Difference {
  readonly place: Place;
  /** `GET /pets`. */
  readonly request: string;
  /** `status`, `body`, or the name of a header. */
  readonly part: string;
  /** Of the built file. */
  readonly built: string | undefined;
  readonly other: string | undefined;
  /** The status of the built file. */
  readonly builtStatus: number;
  /** The whole answer in the other place. */
  readonly answer: Answer;
}

/** Headers of the connection and of the moment. */
const OWN = /^(?:connection|content-length|date|keep-alive|transfer-encoding|ratelimit)$/;

/** Sends a request, and reads its answer. */
export async function exchange(send: Send, { path, init }: Request): Promise<Answer> {
  return readAnswer({ path, ...(init && { init }) }, await send(path, init));
}

/** Reads an answer. Its length is what its headers say. */
export async function readAnswer({ path, init }: Request, response: Response): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const length = response.headers.get('content-length');
  const isCoded = response.headers.has('content-encoding');
  if (length !== null && init?.method !== 'HEAD' && response.status !== 304 && !isCoded)
    expect([path, length]).toEqual([path, String(bytes.length)]);
  const headers = [...response.headers];
  const cookies = response.headers.getSetCookie();
  return {
    status: response.status,
    headers: { ...Object.fromEntries(headers), ...(cookies.length > 0 && { 'set-cookie': cookies.join('\n') }) },
    body: bytes.toString('utf8'),
  };
}

/** The differences of an answer from that of the built file. */
export function compare(place: Place, { path, init }: Request, built: Answer, other: Answer): Difference[] {
  const parts = ({ status, headers, body }: Answer): Record<string, string> => ({
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.test(name))),
    ...(headers['set-cookie'] !== undefined && { 'set-cookie': withoutTimes(headers['set-cookie']) }),
    // Of a file that a request of this run has written.
    ...(isRecent(headers['last-modified'] ?? '') && { 'last-modified': 'now' }),
    status: String(status),
    body: body.replaceAll(/"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g, (text, time) => (isRecent(time) ? '"now"' : text)),
  });
  const [a, b] = [parts(built), parts(other)];
  const request = `${init?.method ?? 'GET'} ${path}`;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((part) => a[part] !== b[part])
    .map((part) => ({
      place,
      request,
      part,
      built: a[part],
      other: b[part],
      builtStatus: built.status,
      answer: other,
    }));
}

/** Whether a time is of this run. */
function isRecent(time: string): boolean {
  return Math.abs(Date.now() - Date.parse(time)) < 3_600_000;
}

/** Cookies without the moment at which they were made, which the value of a session of koa-session has too. */
function withoutTimes(cookies: string): string {
  return cookies.replace(/^(__Host-session[^=]*)=[^;]*/gm, '$1=').replaceAll(/expires=[^;]*/g, 'expires=');
}

/** A `Vary` without the header that Vite adds, before or after those of the app. */
function withoutOrigin(vary: string): string {
  return vary
    .split(', ')
    .filter((name) => name !== 'Origin')
    .join(', ');
}

/** How a row of the table is seen in answers. */
type Rule = (difference: Difference) => boolean;

/** The rows of docs/deploy/differences.md. */
const RULES: Readonly<Record<`${Place} | ${string}`, Rule>> = {
  'dev server | `Vary` lists `Origin`': ({ part, built, other }) =>
    part === 'vary' && other?.split(', ').includes('Origin') === true && withoutOrigin(other) === (built ?? ''),
  'dev server | Vite responds to `OPTIONS`': ({ request, part }) =>
    request.startsWith('OPTIONS ') && /^(?:allow|accept-query|vary|access-control-.*)$/.test(part),
  'dev server | an unexpected 500 has its message and `trace`': ({ part, built, answer }) =>
    part === 'body' &&
    answer.status === 500 &&
    built === '{"type":"about:blank","title":"Internal Server Error","status":500}',
  'dev server | the 404 of an unknown path has a `detail`': ({ part, built, answer }) =>
    part === 'body' &&
    answer.status === 404 &&
    built === '{"type":"about:blank","title":"Not Found","status":404}' &&
    answer.body.includes('"detail":"No operation has the path '),
  'dev server | requests above a rate limit pass': ({ builtStatus, answer }) =>
    builtStatus === 429 && answer.status !== 429 && answer.headers['ratelimit']?.includes(';r=0;') === true,
  'Workers | bodies are compressed': ({ part, other }) => part === 'content-encoding' && other === 'gzip',
  'Lambda | a repeated header is one value, not a 400': ({ answer }) => answer.body === '{"X-Tag":"a,b"}',
  'Workers | a repeated header is one value, not a 400': ({ answer }) => answer.body === '{"X-Tag":"a, b"}',
  'Workers | several `Cookie` headers are joined by commas': ({ answer }) => /"a":"1, [ab]=2"/.test(answer.body),
  'Lambda | cookies are `secure`': ({ part, built, other }) =>
    part === 'set-cookie' && built === other?.replaceAll(' secure;', ''),
};

/** The places and differences of the table; each has a reason. */
export function readDifferences(): string[] {
  const rows = readTable(readPage('deploy/differences.md'), 'place', 'difference', 'reason');
  return rows.map(
    ([place, difference, reason]) => `${place} | ${difference}${reason === '' ? ' without a reason' : ''}`,
  );
}

/** The names of the rules: each has a row in the table. */
export const RULE_NAMES: readonly string[] = Object.keys(RULES);

/** The row of the table that explains a difference. */
export function explanationOf(difference: Difference): string | undefined {
  const rules = Object.entries(RULES).filter(([name]) => name.startsWith(`${difference.place} | `));
  return rules.find(([, explains]) => explains(difference))?.[0];
}
