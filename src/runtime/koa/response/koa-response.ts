import { Readable } from 'node:stream';
import type Koa from 'koa';
import { isBlob, isResponse, isWebStream } from './platform-bodies.ts';
import { putHead } from './web-response.ts';

/** `app.response`, from which the responses of an app inherit. */
type Prototype = Koa['response'];

const mended = new WeakSet<Prototype>();

/**
 * Corrects how Koa's responses handle bodies of the web and names of files, for all contexts of an app:
 *
 * - `body`: Koa copies all headers of a web Response, and never closes a web stream.
 * - `attachment`: Koa sends characters of Latin-1 as bytes, which clients read in different ways.
 */
export function mendResponse(prototype: Prototype): void {
  if (mended.has(prototype)) return;
  mended.add(prototype);
  const original = accessorOf(prototype, 'body');
  Object.defineProperty(prototype, 'body', {
    ...original,
    set(this: Koa.Response, body: unknown) {
      setBody(this, body, original.set!);
    },
  });
  const { attachment } = prototype;
  prototype.attachment = function attach(this: Koa.Response, name, options) {
    if (name === undefined || !NOT_ASCII.test(name)) return attachment.call(this, name, options);
    return attachment.call(this, name, withFallback(name, options));
  };
}

function accessorOf(object: object, name: string): PropertyDescriptor {
  let owner: object | null = object;
  while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner) as object | null;
  return Object.getOwnPropertyDescriptor(owner, name)!;
}

type Set = (this: Koa.Response, body: unknown) => void;

function setBody(response: Koa.Response, body: unknown, set: Set): void {
  if (isResponse(body)) {
    putHead(response, body);
    setStream(response, body.body, set);
  } else if (isWebStream(body)) setStream(response, body, set);
  else if (isBlob(body)) {
    // Sets the media type and the length.
    set.call(response, body);
    setStream(response, body.stream(), set);
  } else set.call(response, body);
}

/** Sets a web stream as Node's, which Koa closes. Koa removes the length of a body when another one replaces it. */
function setStream(response: Koa.Response, stream: ReadableStream | null, set: Set): void {
  const length = response.res.getHeader('Content-Length');
  set.call(response, stream === null ? '' : Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]));
  // The length of a Response without a body is that of the one that GET has.
  if (length !== undefined && (stream !== null || response.req.method === 'HEAD'))
    response.set('Content-Length', String(length));
}

// oxlint-disable-next-line no-control-regex -- everything that is not printable ASCII
const NOT_ASCII = /[^\x20-\x7e]/;

type AttachmentOptions = Parameters<Prototype['attachment']>[1];

/** The options that send a name as `filename*` too: RFC 6266, 4.3. */
function withFallback(name: string, options: AttachmentOptions = {}): AttachmentOptions {
  const { fallback = true } = options;
  // Without a fallback, Koa sends `filename*` alone, but not if the name is Latin-1.
  if (fallback === false && /[^\x20-\xff]/.test(name)) return options;
  const text = typeof fallback === 'string' ? fallback : name;
  return { ...options, fallback: text.replaceAll(new RegExp(NOT_ASCII, 'gu'), '?') };
}
