import { compilePlayground, streamsOf } from '../docs/playground.ts';
import { forAnotherClient, STAFF_TOKEN } from '../playground/client.ts';
import { reads, writes } from '../playground/requests.ts';

/** Chooses by a seed, so that a failure can be repeated: mulberry32. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  }

  one<T>(of: readonly T[]): T {
    return of[this.below(of.length)]!;
  }
}

/** A stream need not end, so it cannot be read to its end. */
const STREAMS = streamsOf(compilePlayground().compilation);
const FINITE = [...reads, ...writes].filter(([operationId]) => !STREAMS.has(operationId));
const PATHS = [...new Set(FINITE.map(([, , path]) => path)), '/books/12/reviews/1', '/docs', '/shop/'];
const METHODS = [
  ...'GET GET GET GET POST POST POST POST DELETE DELETE HEAD PUT PATCH DELETE OPTIONS TRACE QUERY PROPFIND'.split(' '),
  'get',
  'Delete',
  'G',
  'GET2',
];
/** What is put into a path. */
const IN_PATH =
  '/. /.. /./ /../ //  /%2e /%2e%2e /.%2e/ \\ /\\..\\ # #/x %00 %0a %0d%0aX:%20y %2f %5c %23 %3f ; ;a=b ~ %zz % %u0041 %c0%ae %ff é {book_id} : * /* .json .svg :80 @ ?? ?# /constructor /__proto__ /toString /.git/config'.split(
    ' ',
  );
const QUERIES =
  'page_size=1&page_size=2 page_size[]=1 page_size=1e3 page_size=-0 page_size=0x10 page_size=99999999999999999999 page_size=%31 page=1&offset=1 limit= total=yes __proto__[polluted]=1 __proto__=1 constructor[prototype][polluted]=1 toString=1 hasOwnProperty=1 q=%ff q=%00 q=%F0%9F%98%80 cursor= cursor=__proto__ cursor=eyJ sort=constructor sort=__proto__ genre[]=poetry min_price=NaN min_price=Infinity %5f%5fproto%5f%5f=1 & = &&&= a=b;c=d'.split(
    ' ',
  );
/** Headers that repeat, contradict or end early. Only the last of them has the staff's token, after a wrong one. */
const HEADERS = [
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: -1',
  'Content-Length: 1e2',
  'Content-Length: 999999999999999999999',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding : chunked',
  'Content-Type: application/json\r\nContent-Type: text/plain',
  'Content-Type: application/json; charset=utf-16',
  'Content-Type: application/JSON;;;',
  'Content-Type: multipart/form-data; boundary=',
  'Content-Encoding: gzip',
  'Content-Encoding: br, gzip',
  'Accept: nothing/at-all',
  'Accept-Encoding: gzip;q=x, *;q=0',
  'Range: bytes=-1',
  'If-Match: "x", W/"y',
  'If-None-Match: *',
  'If-Modified-Since: yesterday',
  'Idempotency-Key: "',
  'Idempotency-Key: __proto__',
  `Idempotency-Key: "${'k'.repeat(5000)}"`,
  'Cookie: __proto__=1; a; =b; a=%zz',
  'X-HTTP-Method-Override: DELETE',
  'X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: javascript',
  'X-Original-URL: /orders\r\nX-Rewrite-URL: /orders',
  'Expect: 100-continue',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Authorization: Bearer',
  'Authorization: Bearer  ',
  'Authorization: Basic OjpzdGFmZg==',
  `Authorization: bearer ${STAFF_TOKEN.slice(1)}`,
  `Authorization: Bearer ${STAFF_TOKEN}x`,
  `Authorization: Bearer ${STAFF_TOKEN.toUpperCase()}`,
  `Authorization: Token ${STAFF_TOKEN}`,
  `Proxy-Authorization: Bearer ${STAFF_TOKEN}`,
  `Cookie: authorization=${STAFF_TOKEN}; staff=${STAFF_TOKEN}`,
  `Authorization: Bearer wrong\r\nAuthorization: Bearer ${STAFF_TOKEN}`,
];
const BODIES = [
  '',
  '{',
  '[]',
  'null',
  '0',
  '"text"',
  '{"__proto__":{"polluted":1},"customer":"Ada","items":[{"book_id":12,"quantity":1}]}',
  '{"constructor":{"prototype":{"polluted":1}},"rating":5,"reviewer":"Ada"}',
  '{"rating":5,"reviewer":"Ada","polluted":1,"id":1,"book_id":99,"created_at":"x","__proto__":null}',
  '{"rating":5,"rating":6,"reviewer":"Ada"}',
  '{"rating":1e400,"reviewer":"Ada"}',
  '{"rating":5,"reviewer":"\\u0000"}',
  '{"rating":5,"reviewer":"\\ud800"}',
  '{"rating":"5","reviewer":["Ada"]}',
  '{"rating":5,"reviewer":{"toString":null}}',
  '{"customer":"Ada","items":[{"book_id":12,"quantity":9007199254740993}]}',
  '{"customer":"Ada","items":{"length":1,"0":{"book_id":12,"quantity":1}}}',
  '{"customer":"Ada","items":[{"book_id":12,"quantity":1,"price_cents":0}],"total_cents":0,"status":"shipped"}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
  `{"rating":5,"reviewer":"${'A'.repeat(60_000)}"}`,
  '\u00ff\u00fe{\u0000}',
];

/** One hostile request. */
export interface Attack {
  readonly bytes: Buffer;
  /** Whether the client ends the connection before the body's end. Then nobody has to answer: Node does not if `Upgrade` is sent too. */
  readonly isCutOff: boolean;
}

/** Makes one hostile request. No request is authorized, except by what a header of {@link HEADERS} pretends. */
export function makeAttack(dice: Dice): Attack {
  const method = dice.one(METHODS);
  const headers = ['Host: shop.example', 'Connection: close'];
  if (dice.below(2) === 0) headers.push(dice.one(HEADERS));
  if (dice.below(4) === 0) headers.push(dice.one(HEADERS));
  const body = dice.below(2) === 0 ? dice.one(BODIES) : '';
  if (body !== '' && dice.below(8) > 0 && !headers.join().includes('Content-Type'))
    headers.push('Content-Type: application/json');
  const missing = dice.below(16) === 0 ? 7 : 0;
  const length = Buffer.byteLength(body, 'latin1');
  const isFramed = /Content-Length|Transfer-Encoding/.test(headers.join());
  if (!isFramed) headers.push(`Content-Length: ${length + missing}`);
  const [forwarded] = Object.entries(forAnotherClient());
  headers.push(forwarded!.join(': '));
  const head = `${method} ${target(dice)} HTTP/1.1\r\n${headers.join('\r\n')}`;
  return { bytes: Buffer.from(`${head}\r\n\r\n${body}`, 'latin1'), isCutOff: isFramed || missing > 0 };
}

function target(dice: Dice): string {
  const path = dice.one(PATHS).replace(/\?.*/, (query) => (dice.below(2) === 0 ? query : ''));
  const at = dice.below(path.length + 1);
  const odd = [
    () => path,
    () => path.slice(0, at) + dice.one(IN_PATH) + path.slice(at),
    () => path.slice(0, at) + escaped(path.slice(at, at + 1)) + path.slice(at + 1),
    () => `${path}${path.includes('?') ? '&' : '?'}${dice.one(QUERIES)}`,
    () =>
      dice.one(['http://evil.example', 'https://user:pass@evil.example:1', '//evil.example', 'file://', 'x:']) + path,
    () =>
      dice.one([
        '*',
        '',
        '/',
        '?',
        '#',
        '\\',
        `/${'a'.repeat(7000)}`,
        `/books?${'a&'.repeat(2000)}`,
        'evil.example:443',
      ]),
    () => path.toUpperCase(),
    () => `${path}/`,
  ];
  return dice.one(odd)();
}

function escaped(letter: string): string {
  return letter === '' ? '%' : `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
