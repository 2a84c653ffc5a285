import { writePath } from '../../../runtime/client/address.ts';
import { writeCookies } from '../../../runtime/client/cookies.ts';
import { encodeForm } from '../../../runtime/client/forms.ts';
import { prepareRequest } from '../../../runtime/client/request.ts';
import { styled } from '../../../runtime/client/styles.ts';
import { essenceOf } from '../../../shared/contract/media-essence.ts';
import { isJsonType } from '../../../shared/contract/operation.ts';
import { REQUEST_HEAD, RESPONSE_HEAD } from '../send-headers.ts';
import { valueOf } from './form.jsx';

/** The most bytes of a response that the page reads, and the most that it shows as text. */
const MAX_BYTES = 8 * 1024 * 1024;
export const MAX_SHOWN = 256 * 1024;

/** How long to collect incoming data before it is shown, in milliseconds. */
const PAUSE = 100;

/**
 * The input of an operation, as the client takes it.
 *
 * @param texts The texts or files of the fields, by place and name: `query limit`.
 * @param body The body of the chosen media type, and its text or file; undefined if there is none.
 */
export function inputOf({ fields }, texts, body) {
  const input = {};
  for (const field of fields) {
    const text = texts[`${field.in} ${field.name}`] ?? '';
    if (text !== '') (input[field.in] ??= {})[field.name] = valueOf(text, field.schema);
  }
  if (body === undefined) return input;
  const { mediaType, fields: parts, content } = body;
  if (parts !== undefined) input.body = formOf(parts, texts);
  else if (content !== '' && content !== undefined) input.body = content;
  if (input.body !== undefined) input.type = mediaType;
  return input;
}

function formOf(parts, texts) {
  const entries = parts.flatMap(({ name, schema, isFile }) => {
    const given = texts[`body ${name}`] ?? '';
    if (given === '' || given.length === 0) return [];
    if (isFile) return [[name, schema.type === 'array' ? given : given[0]]];
    return [[name, valueOf(given, schema)]];
  });
  return Object.fromEntries(entries);
}

/**
 * Builds a request as the client does, with the credentials of the form. A text is the body as it is, so that a wrong one can be sent.
 *
 * @throws {TypeError} If the input cannot be sent.
 */
export function buildRequest({ request, row, credentials: schemes }, { type, body, ...input }, credentials) {
  const raw = typeof body === 'string' ? new Blob([body]) : body;
  const keyed = row.idempotent && !input.header?.['Idempotency-Key'] ? withKey(input) : input;
  const parts = { encodeBody: encodeForm, styled, writeCookies, path: writePath };
  const prepared = prepareRequest(request, row, { ...keyed, body: raw, ...(type && { type }) }, undefined, parts);
  const fields = new Headers(prepared.headers);
  prepared.addCookies?.(fields);
  let { url } = prepared;
  for (const { scheme, kind, name } of schemes) {
    const text = credentials[scheme] ?? '';
    if (text === '') continue;
    if (kind === 'bearer') fields.set(name, /^\S+ /.test(text) ? text : `Bearer ${text}`);
    else if (kind === 'basic') fields.set(name, `Basic ${base64(text)}`);
    else if (kind === 'header') fields.set(name, text);
    else if (kind === 'query')
      url += `${url.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
    else fields.set('Cookie', [`${name}=${encodeURIComponent(text)}`, fields.get('Cookie')].filter(Boolean).join('; '));
  }
  return { method: prepared.method, url, headers: Object.fromEntries(fields), body: prepared.body, text: body };
}

/** A new key: pages without HTTPS have no crypto.randomUUID. */
function withKey(input) {
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-');
  return { ...input, header: { ...input.header, 'Idempotency-Key': key } };
}

function base64(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/**
 * Sends a request through the dev server.
 *
 * @param change Called with the response, as it grows.
 */
export async function send({ method, url, headers, body }, signal, change) {
  // The browser writes the boundaries of a form.
  const carrier = new Response(body);
  const type = body instanceof FormData ? carrier.headers.get('Content-Type') : undefined;
  const head = { method, url, headers: { ...headers, ...(type && { 'Content-Type': type }) } };
  const response = await fetch('/__operations/send', {
    method: 'POST',
    headers: { [REQUEST_HEAD]: encodeURIComponent(JSON.stringify(head)) },
    body: await carrier.arrayBuffer(),
    signal,
  });
  const answered = response.headers.get(RESPONSE_HEAD);
  if (answered === null) throw new Error(await reasonOf(response));
  await readBody(response, JSON.parse(decodeURIComponent(answered)), change);
}

async function reasonOf(response) {
  const text = await response.text();
  try {
    return JSON.parse(text).detail;
  } catch {
    return `${response.status} ${text}`;
  }
}

/** Reads a body as it arrives, and stops when there is more than the page shows. */
async function readBody(response, head, change) {
  const chunks = [];
  let bytes = 0;
  let isCut = false;
  let timer;
  const report = (isOpen) => {
    clearTimeout(timer);
    timer = undefined;
    change({ ...head, bytes, isCut, isOpen, content: new Blob(chunks) });
  };
  report(true);
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      chunks.push(value);
      if (bytes > MAX_BYTES) {
        isCut = true;
        await reader.cancel();
        break;
      }
      timer ??= setTimeout(report, PAUSE, true);
    }
  } catch (error) {
    report(false);
    throw error;
  }
  report(false);
}

/** The media type of a response, in small letters and without parameters. */
export function mediaTypeOf({ headers }) {
  const [, type = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return essenceOf(type);
}

/** JSON with line breaks; any other text stays. */
export function readable(text, type) {
  if (!isJsonType(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
