import { isUtf8 } from 'node:buffer';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import type Koa from 'koa';
import type { SecurityScheme } from '../../../../shared/contract/enforcement.ts';
import { cookieValues, isRepeated, sentValues } from '../fields.ts';

/** The credentials that a verifier receives: a token or key, a user name and password (basic), or a client certificate (mutualTLS). */
export type Credentials = string | BasicCredentials | PeerCertificate;

/** The credentials of basic authentication: RFC 7617. */
export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

/** Marks credentials that are present but cannot be parsed. */
export const MALFORMED: unique symbol = Symbol('malformed');

/** The credentials of a request for one scheme; undefined if it has none. */
export type Presented = Credentials | typeof MALFORMED | undefined;

// RFC 9110, 11.4: a case-insensitive scheme, then its credentials.
const AUTHORIZATION = /^([!#$%&'*+.^_`|~\w-]+) +(.+)$/s;
// RFC 6750, 2.1.
const BEARER_TOKEN = /^[\w.~+/-]+=*$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
// eslint-disable-next-line no-control-regex -- RFC 7617, 2: not allowed in either part
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;

/** Reads the credentials of one scheme from a request: RFC 6750, RFC 7617; OpenAPI 3.1, Security Scheme Object. */
export function readCredentials(ctx: Koa.ParameterizedContext, scheme: SecurityScheme): Presented {
  switch (scheme.type) {
    case 'apiKey':
      return readKey(ctx, scheme.in, scheme.name);
    case 'mutualTLS':
      return readCertificate(ctx);
    case 'http':
      return readAuthorization(ctx, scheme.scheme);
    case 'oauth2':
    case 'openIdConnect':
      return readAuthorization(ctx, 'bearer');
  }
}

function readAuthorization(ctx: Koa.ParameterizedContext, scheme: string): Presented {
  const header = readHeader(ctx, 'authorization');
  if (typeof header !== 'string') return header;
  const [, name = header, text] = AUTHORIZATION.exec(header) ?? [];
  if (name.toLowerCase() !== scheme) return undefined;
  if (text === undefined || (scheme === 'bearer' && !BEARER_TOKEN.test(text))) return MALFORMED;
  return scheme === 'basic' ? readBasic(text) : text;
}

function readBasic(text: string): Presented {
  const bytes = Buffer.from(text, 'base64');
  const [given, canonical] = [text, bytes.toString('base64')].map((base64) => base64.replace(/=+$/, ''));
  if (!BASE64.test(text) || given !== canonical || !isUtf8(bytes)) return MALFORMED;
  const pair = bytes.toString();
  const colon = pair.indexOf(':');
  // LDAP takes an empty password for an anonymous sign-in: RFC 4513, 5.1.2.
  if (colon === -1 || colon === pair.length - 1 || CONTROL.test(pair)) return MALFORMED;
  return { username: pair.slice(0, colon), password: pair.slice(colon + 1) };
}

function readKey(ctx: Koa.ParameterizedContext, place: 'query' | 'header' | 'cookie', name: string): Presented {
  if (place === 'header') return readHeader(ctx, name.toLowerCase());
  // Checking a cookie's signature is up to the verifier.
  return onlyOne(place === 'cookie' ? cookieValues(ctx.req, name) : new URLSearchParams(ctx.querystring).getAll(name));
}

/** The value of a header. Middleware can have removed or replaced it. */
function readHeader({ req }: Koa.ParameterizedContext, name: string): string | typeof MALFORMED | undefined {
  const value = req.headers[name];
  if (value === undefined || !isRepeated(req, name)) return String(value ?? '') || undefined;
  const sent = sentValues(req, name);
  return onlyOne([sent[0], sent.join(', ')].includes(String(value)) ? sent : [String(value)]);
}

/** The only value. Several are ambiguous unless they are equal: a sibling domain can add a cookie, and a proxy can have verified another one. */
function onlyOne([value, ...others]: readonly string[]): string | typeof MALFORMED | undefined {
  return others.some((other) => other !== value) ? MALFORMED : value || undefined;
}

/** The client certificate, if the TLS server has authorized it. */
function readCertificate({ req }: Koa.ParameterizedContext): Presented {
  const socket = req.socket as Partial<TLSSocket>;
  const certificate = socket.authorized === true ? socket.getPeerCertificate?.() : undefined;
  return certificate === undefined || Object.keys(certificate).length === 0 ? undefined : certificate;
}
