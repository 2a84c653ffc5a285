import { connect } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readBlocks, readPage } from '../docs/examples.ts';
import { scratch } from '../support/build.ts';
import type { Proxy } from './proxies.ts';
import { startHaproxy, startNginx } from './proxies.ts';

// A rule of a proxy for a path must match every spelling that reaches an operation.

const rules = Object.fromEntries(
  readBlocks(readPage('deploy/proxies.md'))
    .filter(({ title }) => title === 'rule')
    .map(({ language, text }) => [language, text]),
);

const operation = (text: string): string =>
  `/** @security none\n * @returns {string} 200 text/plain - A text */\nexport default () => '${text}';\n`;

/** The operations that the rules are for, and others. */
export const OPERATIONS: Readonly<Record<string, string>> = {
  'app/operations/metrics@get.ts': operation('SECRET'),
  'app/operations/admin/@get.ts': operation('SECRET'),
  'app/operations/admin/users@get.ts': operation('SECRET'),
  'app/operations/songs@get.ts': operation('songs'),
  'app/operations/songs/{title}@get.ts':
    '/** @security none\n * @param {string} title\n * @returns {string} 200 text/plain - It */\nexport default (ctx) => ctx.input.path.title;\n',
  'app/operations/administrators@get.ts': operation('administrators'),
};

/** Requests for these operations, as clients can write them. */
const SPELLINGS = ['metrics', 'admin', 'admin/users'].flatMap((path) => {
  const encoded = `%${path.charCodeAt(0).toString(16)}${path.slice(1)}`;
  const capital = `%${path.charCodeAt(0).toString(16).toUpperCase()}${path.slice(1)}`;
  return [
    path,
    encoded,
    capital,
    `x/../${path}`,
    `x/%2e%2E/${path}`,
    `x/..\\${path}`,
    `x\\..\\${encoded}`,
    `./${path}`,
    `%2e/${path}`,
    `.\\${path}`,
    `/${path}`,
    path.replace('/', '//'),
    path.replace('/', '\\'),
  ].flatMap((each) => [
    `/${each}`,
    `\\${each}`,
    `/${each}/`,
    `/${each}\\`,
    `/${each}//`,
    `/${each}/.`,
    `/${each}#a`,
    `/${each}?a=1`,
    `/${each}/?a=/../b`,
    `http://api.example/${each}`,
  ]);
});

/** The status and the body of a request whose target is sent as it is. */
function send(port: number, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: api.example\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('close', () => resolve(`${text.slice(9, 12)} ${text.slice(text.indexOf('\r\n\r\n') + 4)}`));
    socket.on('error', reject);
  });
}

/** A proxy of the docs, and the line before which its rule belongs. */
interface Guard {
  readonly language: string;
  readonly before: string;
  start(port: number, edit?: (text: string) => string): Promise<Proxy>;
}

/** The proxies with a rule. */
export const GUARDS: readonly Guard[] = [
  {
    language: 'nginx',
    before: '  location / {',
    start: (port, edit) => startNginx(join(scratch(), 'p'), [port, port], edit),
  },
  {
    language: 'haproxy',
    before: '  default_backend api',
    // These apps have no health check.
    start: (port, edit = (text) => text) =>
      startHaproxy(join(scratch(), 'p'), [port, port], (text) => edit(text.replace('option httpchk GET /readyz', ''))),
  },
];

/** The answers of a proxy with the rule of the docs. */
interface Guarded {
  /** Whether the spellings reach the operations without the rule, so that the test can fail. */
  readonly isNeeded: boolean;
  /** The targets that reach an operation in spite of the rule. */
  readonly reaching: readonly string[];
  /** The answers to other targets. */
  readonly others: readonly string[];
  /** The status of the path itself. */
  readonly status: string;
}

const OTHERS = ['/songs', '/administrators', '/songs/a..b', '/songs/a%5Cb?c=\\&d=/../e', '/songs/.a'];

/** The answers if the rule keeps all requests from the operations, and no other request. */
export const GUARDED: Guarded = {
  isNeeded: true,
  reaching: [],
  others: ['songs', 'administrators', 'a..b', 'a\\b', '.a'].map((text) => `200 ${text}`),
  status: '403',
};

/** Sends all spellings to a proxy before a port, with its rule and without it. */
export async function tryGuard({ language, before, start }: Guard, port: number): Promise<Guarded> {
  const reaching = async (edit?: (text: string) => string): Promise<readonly [string[], number]> => {
    const proxy = await start(port, edit);
    onTestFinished(() => proxy.stop());
    const proxyPort = Number(new URL(proxy.url).port);
    const reached = [];
    for (const target of SPELLINGS) if ((await send(proxyPort, target)).includes('SECRET')) reached.push(target);
    return [reached, proxyPort];
  };
  const [open] = await reaching();
  const [reached, guarded] = await reaching((text) => text.replace(before, () => `${rules[language]}${before}`));
  return {
    isNeeded: open.length > 20,
    reaching: reached,
    others: await Promise.all(OTHERS.map((target) => send(guarded, target))),
    status: (await send(guarded, '/admin')).slice(0, 3),
  };
}
