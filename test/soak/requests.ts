import type { Agent } from 'node:http';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Sends one request, and fails where it is not answered as it must be. */
export type Visit = (url: string, agent: Agent) => Promise<void>;

const JSON_BODY = { 'content-type': 'application/json' };
const review = (text: string): string => JSON.stringify({ rating: 4, reviewer: 'Soak', text });

/** As many as each second of the test needs, so that none of them writes 60 reviews in an hour, and all of them come in its first quarter. */
const CLIENTS = 40 * Number(process.env['SOAK_SECONDS'] ?? 1);
let requests = 0;

/** The address of one of the clients, who come again and again: the server remembers each of them for its limits. */
function fromNextClient(): { readonly 'x-forwarded-for': string } {
  const client = (requests += 1) % CLIENTS;
  return { 'x-forwarded-for': `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}` };
}

/** What a busy day brings. */
export const VISITS: Readonly<Record<string, Visit>> = {
  'a list': expectStatus('GET', '/books?genre=poetry&page_size=50&total=1', 200),
  'a detail': expectStatus('GET', '/books/7', 200),
  'a picture': expectStatus('GET', '/covers/7.svg', 200),
  'a head': expectStatus('HEAD', '/authors', 200),
  'the methods': expectStatus('OPTIONS', '/books/7', 204),
  'a review': expectStatus('POST', '/books/7/reviews', 201, JSON_BODY, review('Good.')),
  'a review without a rating': expectStatus('POST', '/books/7/reviews', 400, JSON_BODY, '{"reviewer":"x"}'),
  'half a JSON text': expectStatus('POST', '/books/7/reviews', 400, JSON_BODY, '{"rating":'),
  'another media type': expectStatus('POST', '/books/7/reviews', 415, { 'content-type': 'text/css' }, 'a{}'),
  'too large a body': expectStatus('POST', '/books/7/reviews', 413, JSON_BODY, review('x'.repeat(2 ** 20 + 1))),
  'a bad page': expectStatus('GET', '/books?page=0&limit=x', 400),
  'a path nobody knows': expectStatus('GET', '/nothing/here', 404),
  'a malformed path': expectStatus('GET', '/books/%zz', 400),
  'another method': expectStatus('PUT', '/books/7', 405),
  'a slow body': async (url, agent) => {
    const text = review('Took my time.');
    const { outgoing, answered } = open(url, agent, 'POST', '/books/7/reviews', {
      ...JSON_BODY,
      'content-length': String(text.length),
    });
    for (let at = 0; at < text.length; at += 16) {
      outgoing.write(text.slice(at, at + 16));
      await sleep(100);
    }
    outgoing.end();
    expectAnswer('a slow body', await answered, 201);
  },
  'a body that breaks off': paced((url) =>
    abort(url, '/books/7/reviews', { ...JSON_BODY, 'content-length': '100' }, '{"rat'),
  ),
  'a client that goes before the answer': paced((url) => abort(url, '/books?page_size=100&total=1', {}, '')),
};

/**
 * Waits for an answer to another request after each visit. Clients that never wait would fill the queue of connections that the server has yet to
 * accept, and all others would wait for seconds.
 */
function paced(visit: (url: string) => Promise<void>): Visit {
  const wait = expectStatus('GET', '/books/7', 200);
  return async (url, agent) => {
    await visit(url);
    await wait(url, agent);
  };
}

function expectStatus(
  method: string,
  path: string,
  status: number,
  headers: Record<string, string> = {},
  body?: string,
): Visit {
  return async (url, agent) => {
    const { outgoing, answered } = open(url, agent, method, path, headers);
    outgoing.end(body);
    expectAnswer(`${method} ${path}`, await answered, status);
  };
}

function expectAnswer(
  what: string,
  answer: { readonly status: number | undefined; readonly body: string },
  status: number,
): void {
  if (answer.status !== status) throw new Error(`${what}: ${answer.status} instead of ${status}: ${answer.body}`);
}

function open(url: string, agent: Agent, method: string, path: string, headers: Record<string, string>) {
  const outgoing = request(url + path, { method, agent, headers: { ...headers, ...fromNextClient() } });
  const answered = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    outgoing.once('response', (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.once('end', () => resolve({ status: response.statusCode, body }));
      response.once('error', reject);
    });
    outgoing.once('error', (error) => reject(new Error(`${method} ${path}: ${error.message}`)));
    outgoing.setTimeout(20_000, () => outgoing.destroy(new Error('no answer in 20 s')));
  });
  return { outgoing, answered };
}

/**
 * Goes away once the request, or a part of its body, is sent. Its connection is never pooled: an answer that comes faster would put it back into
 * the pool, where it stays open for seconds.
 */
async function abort(url: string, path: string, headers: Record<string, string>, part: string): Promise<void> {
  const outgoing = request(url + path, {
    method: part === '' ? 'GET' : 'POST',
    headers: { ...headers, ...fromNextClient() },
    agent: false,
  });
  outgoing.on('error', () => {});
  await new Promise<void>((resolve) => {
    if (part === '') outgoing.end(() => resolve());
    else outgoing.write(part, () => resolve());
  });
  outgoing.destroy();
}
