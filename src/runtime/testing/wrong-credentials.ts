import { createHmac } from 'node:crypto';
import type { SecurityScheme } from '../../shared/contract/enforcement.ts';
import type { Manifest } from '../../shared/contract/manifest.ts';
import type { Caller } from './access-options.ts';
import type { ProbeRequest, Target } from './probe-requests.ts';

/** Names that every plain object inherits: a lookup such as `KEYS[key]` finds something for them. */
const INHERITED = ['constructor', '__proto__'];
/** The texts of secrets that aren't set: `Bearer ${process.env.KEY}`. */
const UNSET = ['undefined', 'null'];
/** The keys that sign tokens if they aren't set. */
const UNSET_KEYS = [...UNSET, ''];
/** The hashes of signatures, by their length in bytes. */
const HASHES = new Map([
  [20, 'sha1'],
  [32, 'sha256'],
  [48, 'sha384'],
  [64, 'sha512'],
]);

/** A header or query parameter of a caller, with requests without it, and with wrong values in its place. */
export interface OtherCredential {
  readonly name: string;
  readonly bare: ProbeRequest;
  readonly wrong: readonly ProbeRequest[];
}

/**
 * The requests with other values of what a caller adds, once among the others and once alone: one of several alternatives can be the only one that isn't
 * verified.
 */
export function withOtherCredentials(request: ProbeRequest, { headers = {}, query = {} }: Caller): OtherCredential[] {
  const names = Object.keys(headers).filter((name) => !/^(?:host|accept|content-type|user-agent)/i.test(name));
  const keys = Object.keys(query);
  const stranger = without(request, names, keys);
  const others = names.length + keys.length > 1 ? [request, stranger] : [request];
  return others.flatMap((base) => [
    ...names.map((name) => inHeader(base, name, headers[name]!)),
    ...keys.map((name) => inQuery(base, name, query[name]!)),
  ]);
}

/** Headers and parameters that have credentials, also without a scheme that names them. */
const SECRET = /auth|cookie|token|secret|key|pass|session|sid|jwt|signature|assertion|credential|pin$|otp/i;

/** A request without the credentials of its caller. */
export interface BareRequest {
  /** The headers and parameters that it lacks. */
  readonly names: readonly string[];
  readonly request: ProbeRequest;
  /** The requests with the text of a secret that isn't set in their place, or signed with it. */
  readonly unset: readonly ProbeRequest[];
}

/** The request of a caller without its credentials; undefined if it has none. */
export function withoutCredentials(
  request: ProbeRequest,
  { headers = {}, query = {} }: Caller,
  { securitySchemes = {} }: Manifest,
): BareRequest | undefined {
  const declared = Object.values(securitySchemes).flatMap((scheme) =>
    scheme.type === 'apiKey' ? scheme.name.toLowerCase() : [],
  );
  const isCredential = (name: string): boolean => SECRET.test(name) || declared.includes(name.toLowerCase());
  const [fields, keys] = [Object.keys(headers).filter(isCredential), Object.keys(query).filter(isCredential)];
  const forgers = [
    ...UNSET.map((text) => () => text),
    ...UNSET_KEYS.map((key) => (token: string) => signedWith(key, token)),
  ];
  const unset = forgers.map((forge) => {
    const values = fields.map((name) => [name, wrongValues(name, headers[name]!, (token) => [forge(token)])[0]!]);
    const withFields = { ...request, headers: { ...request.headers, ...Object.fromEntries(values) } };
    return keys.reduce((before, name) => withKey(before, name, forge(query[name]!)), withFields);
  });
  const names = [...fields, ...keys];
  return names.length === 0 ? undefined : { names, request: without(request, fields, keys), unset: distinct(unset) };
}

/** Requests, each of them once: a credential of one form has no wrong value of another. */
function distinct(requests: readonly ProbeRequest[]): ProbeRequest[] {
  return [...new Map(requests.map((each) => [JSON.stringify(each), each])).values()];
}

function without(request: ProbeRequest, headers: readonly string[], keys: readonly string[]): ProbeRequest {
  return keys.reduce((before, name) => withKey(before, name, undefined), withoutHeaders(request, headers));
}

function withoutHeaders(request: ProbeRequest, names: readonly string[]): ProbeRequest {
  const headers = Object.entries(request.headers).filter(([name]) => !names.includes(name));
  return { ...request, headers: Object.fromEntries(headers) };
}

function inHeader(request: ProbeRequest, name: string, value: string): OtherCredential {
  const bare = withoutHeaders(request, [name]);
  const wrong = [...wrongValues(name, value, wrongTokens), ...otherSchemes(name, value)].map((text) => ({
    ...bare,
    headers: { ...bare.headers, [name]: text },
  }));
  return { name, bare, wrong: distinct(wrong) };
}

/** Values with a scheme or a user that a guard may not know, and the same scheme in other letters: RFC 9110, 11.1. */
function otherSchemes(name: string, value: string): string[] {
  if (!/^authorization$/i.test(name)) return [];
  const [scheme] = value.split(' ');
  if (/^basic$/i.test(scheme!)) return ['Other x', `Basic ${Buffer.from('x:x').toString('base64')}`];
  return ['Other x', `${scheme!.toLowerCase()} x`, `${scheme!.toUpperCase()} x`];
}

function inQuery(request: ProbeRequest, name: string, value: string): OtherCredential {
  const wrong = wrongTokens(value).map((text) => withKey(request, name, text));
  return { name, bare: withKey(request, name, undefined), wrong: distinct(wrong) };
}

function queryOf({ url }: ProbeRequest): URLSearchParams {
  return new URLSearchParams(url.split('?')[1]);
}

/** A request with another value in its query, or without it. */
function withKey(request: ProbeRequest, name: string, value: string | undefined): ProbeRequest {
  const query = queryOf(request);
  if (value === undefined) query.delete(name);
  else query.set(name, value);
  const text = query.toString();
  return { ...request, url: `${request.url.split('?')[0]!}${text && `?${text}`}` };
}

/**
 * The value of a header with others in the place of its secrets: of each cookie, the token behind a scheme, or the password.
 *
 * @param othersOf As many for each secret.
 */
function wrongValues(header: string, value: string, othersOf: (secret: string) => readonly string[]): string[] {
  if (/^cookie$/i.test(header)) {
    const pairs = value.split(/; */).map((pair) => pair.split(/=(.*)/s) as [name: string, value?: string]);
    const wrong = pairs.map(([, text = '']) => othersOf(text));
    return wrong[0]!.map((_, i) => pairs.map(([name], at) => `${name}=${wrong[at]![i]!}`).join('; '));
  }
  const [, scheme = '', token = value] = /^([\w-]+ +)(.+)$/.exec(value) ?? [];
  if (!/^basic /i.test(scheme)) return othersOf(token).map((wrong) => `${scheme}${wrong}`);
  const [name = '', password = ''] = Buffer.from(token, 'base64').toString().split(/:(.*)/s);
  return othersOf(password).map((wrong) => `${scheme}${Buffer.from(`${name}:${wrong}`).toString('base64')}`);
}

/** The claims of a JWT with another signature, a key with another secret at its end, parts of a key, and others in the same format. */
function wrongTokens(token: string): string[] {
  const last = token.lastIndexOf('.') + 1;
  const other = `${token.slice(0, last)}x${token.slice(last)}`;
  return [
    other,
    // Some bits of the last character of Base64 mean nothing.
    token.replace(/[^=](?=[^=]=*$)/, (character) => (character === 'x' ? 'y' : 'x')),
    token.slice(0, -1),
    token.slice(0, 1),
    inSameFormat(token),
    withOtherClaim(token),
    ...withoutSignature(token),
    ...INHERITED,
    ...UNSET,
  ].map((wrong) => (wrong === token || wrong === '' ? other : wrong));
}

/** A text with another digit or letter for each, so that a UUID, a number or a hexadecimal key is still one. */
function inSameFormat(text: string): string {
  return text.replace(/[\da-z]/gi, (character) => {
    const first = /\d/.test(character) ? '0' : character < 'a' ? 'A' : 'a';
    const offset = character.charCodeAt(0) - first.charCodeAt(0);
    return String.fromCharCode(first.charCodeAt(0) + (offset ^ 1));
  });
}

/** A token that is JSON in Base64 with another text in it; the token itself if it isn't. */
function withOtherClaim(token: string): string {
  const json = Buffer.from(token, 'base64url').toString();
  if (!/^\{.*\}$/s.test(json)) return token;
  const other = json.replace(/(?<=:\s*")[^"]+(?=")/, inSameFormat);
  return Buffer.from(other).toString(/[+/=]/.test(token) ? 'base64' : 'base64url');
}

/** A JWT with an empty signature, and without one; the token itself if it isn't a JWT. */
function withoutSignature(token: string): string[] {
  return [/\.[^.]*$/, /[^.]*$/].map((signature) => (JWT.test(token) ? token.replace(signature, '') : token));
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** A token such as a JWT, with the same claims, and the signature of another key; the key itself if the token has no signature of a known hash. */
function signedWith(key: string, token: string): string {
  const [, claims = '', signature = ''] = /^(.+)\.([\w+/=-]+)$/s.exec(token) ?? [];
  const encoding = /^[\da-f]+$/i.test(signature) ? 'hex' : /[+/=]/.test(signature) ? 'base64' : 'base64url';
  const hash = HASHES.get(Buffer.from(signature, encoding).length);
  return hash === undefined ? key : `${claims}.${createHmac(hash, key).update(claims).digest(encoding)}`;
}

/** Those that verifiers read, for longer than any test. */
const CLAIMS = JSON.stringify({
  iss: 'x',
  sub: 'x',
  aud: 'x',
  iat: 1,
  exp: 2 ** 32,
  email: 'x@example.com',
  role: 'admin',
  roles: ['admin'],
  scope: 'admin',
});

/** JWTs of a caller that everyone can write: one without a signature, and those signed with a key that isn't set. */
const MADE_UP_JWTS = [
  ...['none', 'None', 'NONE'].flatMap((alg) => [jwt(`{"alg":"${alg}"}`), ...withoutSignature(jwt(`{"alg":"${alg}"}`))]),
  ...withoutSignature(jwt('{"alg":"HS256","typ":"JWT"}')),
  ...UNSET_KEYS.map((key) => signedWith(key, jwt('{"alg":"HS256","typ":"JWT"}'))),
];

const MADE_UP_UUID = '00000000-0000-4000-8000-000000000001';

/** A JWT with a signature that isn't right. */
function jwt(header: string): string {
  return [header, CLAIMS, 'x'.repeat(32)].map((text) => Buffer.from(text).toString('base64url')).join('.');
}

/** The requests of a client that makes up the credentials which an operation requires. */
export function withMadeUpCredentials(
  request: ProbeRequest,
  { security = [] }: Target,
  { securitySchemes = {} }: Manifest,
): ProbeRequest[] {
  const tokens = [...MADE_UP_JWTS, 'x', '1', MADE_UP_UUID, ...INHERITED, ...UNSET];
  return security.flatMap((alternative) =>
    tokens.map((token) =>
      Object.keys(alternative).reduce((before, name) => presenting(before, securitySchemes[name], token), request),
    ),
  );
}

function presenting(request: ProbeRequest, scheme: SecurityScheme | undefined, token: string): ProbeRequest {
  const withHeader = (name: string, value: string): ProbeRequest => ({
    ...request,
    headers: { ...request.headers, [name]: value },
  });
  if (scheme?.type === 'apiKey')
    return scheme.in === 'query'
      ? withKey(request, scheme.name, token)
      : scheme.in === 'cookie'
        ? withHeader('cookie', `${scheme.name}=${token}`)
        : withHeader(scheme.name.toLowerCase(), token);
  if (scheme?.type === 'http' && scheme.scheme !== 'bearer')
    return withHeader('authorization', `${scheme.scheme} ${Buffer.from(`${token}:${token}`).toString('base64')}`);
  return withHeader('authorization', `Bearer ${token}`);
}
