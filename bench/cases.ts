import type { Answer, Request } from './load.ts';
import type { Route } from './routes.ts';

/** A kind of request that is measured, and the answer to it. */
export interface Case {
  readonly name: string;
  readonly status: number;
  /** Asked in turn. */
  readonly requests: readonly Request[];
  /** Whether an answer with the right status is equivalent to the limit's; for answers of 2xx, the JSON is the same. */
  readonly isEquivalent?: (answer: Answer) => boolean;
  /** Describes an equivalent answer, for the message about a contestant that gives another one. */
  readonly expected: string;
}

const TICKET = {
  title: 'The export of a report ends with a time-out',
  description: 'The export of a report that has more than ten thousand rows ends with a time-out. '.repeat(3),
  state: 'open',
  priority: 2,
  weight: 0.5,
  locked: false,
  assignee: 'ada@example.com',
  reporter: 'charles-b',
  labels: ['bug', 'export', 'reports'],
  watchers: ['grace', 'alan', 'barbara'],
  due: '2027-01-31T12:00:00Z',
  repository: 'reports',
  branch: 'main',
  commit: '0123456789abcdef0123456789abcdef01234567',
  estimate: 8,
  version: '2.14.0',
  environment: 'production',
  milestone: 7,
  customer: { name: 'Example Limited', country: 'GB' },
  notes: 'The customer needs the report at the end of each month. '.repeat(3),
};
const MISTAKES = { priority: 9, state: 'lost', assignee: 'nobody', commit: 'HEAD', labels: { bug: true } };

const post = (n: number, value: object): Request => ({
  method: 'POST',
  path: `/repos/owner${n}/repo${n}/issues`,
  body: JSON.stringify(value),
});

/** The cases for an API of these routes. */
export function createCases(routes: readonly Route[]): Case[] {
  const same = 'the same JSON as node:http by hand';
  const namesAll = ({ body }: Answer): boolean => Object.keys(MISTAKES).every((name) => body.includes(name));
  return [
    { name: 'static', status: 200, requests: repeat(() => get('/meta')), expected: same },
    {
      name: 'parameter',
      status: 200,
      requests: repeat((n) => get(`/repos/owner${n}/repo${n}/issues/${n}`)),
      expected: same,
    },
    {
      name: 'all routes',
      status: 200,
      requests: shuffle(routes.filter(({ kind }) => kind === 'plain').map(request)),
      expected: same,
    },
    {
      name: 'list of 100',
      status: 200,
      requests: repeat((n) => get(`/repos/owner${n}/repo${n}/issues?page=2&page_size=100`)),
      expected: same,
    },
    { name: 'POST', status: 201, requests: repeat((n) => post(n, TICKET)), expected: same },
    {
      name: 'five mistakes',
      status: 400,
      requests: repeat((n) => post(n, { ...TICKET, ...MISTAKES })),
      isEquivalent: namesAll,
      expected: 'a body that names all five',
    },
    {
      name: 'unknown path: 404',
      status: 404,
      requests: repeat((n) => get(`/nowhere/${n}`)),
      isEquivalent: () => true,
      expected: 'any body',
    },
    {
      name: 'other method: 405',
      status: 405,
      requests: repeat(() => ({ method: 'DELETE', path: '/meta' })),
      isEquivalent: ({ headers }) => /\bGET\b/.test(headers.get('allow') ?? ''),
      expected: 'GET in the header Allow',
    },
  ];
}

function repeat(create: (n: number) => Request): Request[] {
  return Array.from({ length: 64 }, (_, index) => create(100 + index));
}

function get(path: string): Request {
  return { method: 'GET', path };
}

function request({ method, path }: Route): Request {
  return { method, path: path.replaceAll(/\{(\w+)\}/g, 'value-of-$1') };
}

/** A fixed order in which neighbours have nothing in common. */
function shuffle<T>(items: readonly T[]): T[] {
  const step = 577;
  return items.map((_, index) => items[(index * step) % items.length]!);
}
