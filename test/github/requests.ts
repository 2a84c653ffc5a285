import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { GithubOperation } from './document.ts';
import { templateNames } from './tree.ts';

/** Kinds of values for path parameters; the index keeps those of one path apart. None is a static segment of GitHub's API or has `...` in it. */
export const VALUES: Readonly<Record<string, (index: number) => string>> = {
  plain: (index) => `value${index}`,
  'with dots': (index) => `v1.${index}.0-rc..1.tar.gz`,
  'with spaces': (index) => ` two words ${index} `,
  'beyond ASCII': (index) => `Zoë・日本語🦊${index}`,
  'with percent signs': (index) => `100%${index}%2F%zz%`,
  'with slashes': (index) => `feature/${index}//x/`,
  'with delimiters': (index) => `a+b&c=d?e#f;g:h@i,j!k$l'(m)*~${index}`,
  'with braces and backslashes': (index) => `{id}\\${index}\\..\\:id*"<>|^\``,
  'that are dot segments': (index) => (index % 2 === 0 ? '..' : '.'),
  'that are names of Object.prototype': (index) => ['__proto__', 'constructor', 'toString'][index % 3]!,
};

/** The ways a value is written in a path: only what RFC 3986, 3.3 asks for percent-encoded, or every byte. */
export const ENCODINGS: Readonly<Record<string, (value: string) => string>> = {
  'as short as can be': (value) =>
    encodeURIComponent(value).replaceAll(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent),
  'every byte': (value) =>
    [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
};

/** A path of a template, and the values its parameters have there. */
export interface MadePath {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Fills a template with values. */
export function makePath(
  template: string,
  value: (index: number) => string,
  encode: (value: string) => string,
): MadePath {
  const isMixed = (name: string): boolean => template.includes(`{${name}}.`) || template.includes(`.{${name}}`);
  const params = Object.fromEntries(
    templateNames(template).map((name, index) => {
      // Beside text of the same segment a dot segment would read as that text.
      return [name, isMixed(name) && /^\.+$/.test(value(index)) ? `a..${index}` : value(index)];
    }),
  );
  const path = template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const text = encode(params[name]!);
    // A router of an app that does not normalize paths takes the characters of a template's text only as they are there.
    return isMixed(name) ? text.replaceAll('%2E', '.') : text;
  });
  return { path, params };
}

/** What a server answered. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Requests that go out as they are written: `fetch` would tidy the path. */
export function createClient(url: string): { ask(method: string, path: string): Promise<Answer>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const ask = (method: string, path: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(url, { agent, method, path }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const body = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode!, headers: response.headers, body });
        });
      });
      // A server may close a connection in the moment it is used again.
      sent.on('error', (error) => (sent.reusedSocket ? resolve(ask(method, path)) : reject(error))).end();
    });
  return { ask, close: () => agent.destroy() };
}

/**
 * Works out by brute force which operation answers: of all templates that match, the one that has text where the others first have a
 * parameter.
 */
export function createOracle(
  operations: readonly GithubOperation[],
): (method: string, segments: readonly string[]) => GithubOperation | undefined {
  const known = operations.map((operation) => {
    const segments = operation.path.split('/').slice(1);
    return { operation, patterns: segments.map(segmentPattern), rank: segments.map(segmentRank).join('') };
  });
  return (method, segments) =>
    known
      .filter(({ operation, patterns }) => {
        return (
          operation.method === method &&
          patterns.length === segments.length &&
          patterns.every((pattern, index) => pattern.test(segments[index]!))
        );
      })
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))[0]?.operation;
}

function segmentPattern(segment: string): RegExp {
  const parts = segment.split(/\{[^}]+\}/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+?')}$`, 's');
}

function segmentRank(segment: string): number {
  if (!segment.includes('{')) return 0;
  return /^\{[^}]+\}$/.test(segment) ? 2 : 1;
}
