import { createHash } from 'node:crypto';
import { inputError } from '../../../shared/contract/input-error.ts';
import type { Manifest } from '../../../shared/contract/manifest.ts';
import { isPassingHeader } from '../../../shared/contract/passing-headers.ts';
import { normalizeTarget } from '../../../shared/contract/path-spelling.ts';
import { hasRest } from '../../../shared/contract/path-template.ts';
import { isObject } from '../../../shared/validation/values.ts';
import type { OperationContext } from '../../../runtime/koa/context.ts';
import type { Upload } from '../../../runtime/koa/request/body/upload.ts';
import { InvalidInput } from '../../../runtime/koa/response/problem.ts';
import { hash } from './hash.ts';

/** The header of the key itself. */
const KEY = 'idempotency-key';

/** A request with the body that a body parser has read. Operations that declare none can read it. */
interface Parsed {
  readonly body?: unknown;
}

/**
 * Identifies the content of a request: its path, its query, its declared headers and cookies, and its body. Two requests with equal data have equal
 * fingerprints. Credentials aren't content: a repetition can have new ones.
 *
 * @throws {InvalidInput} A 400 if the body is nested too deeply.
 */
export async function fingerprintOf(ctx: OperationContext, manifest: Manifest): Promise<string> {
  const { header, cookie, body, type } = ctx.input;
  const headers = Object.entries(header).filter(([name]) => name.toLowerCase() !== KEY && !isPassingHeader(name));
  const content = await hashedContent(body ?? (ctx.request as Parsed).body);
  try {
    const parts = [
      pathsOf(ctx, manifest.strict),
      queryOf(ctx, keysInQuery(ctx, manifest)),
      Object.fromEntries(headers),
      cookie,
      content,
    ];
    // Each media type can have its own schema.
    return hash(type === undefined ? parts : [...parts, type]);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidInput([inputError({ in: 'body', name: '' }, 'is nested too deeply', 'depth')]);
  }
}

/**
 * The path as it was sent, with the prefixes of routers and mounted apps, and the path that middleware made of it, after the version: all versions
 * can have the same path.
 */
function pathsOf({ originalUrl, path, operation }: OperationContext, isStrict: boolean): string[] {
  const [sent] = normalizeTarget(originalUrl).split('?', 1) as [string];
  const { path: template, version = '' } = operation;
  return [hasRest(template) ? openedTo(sent, path) : sent, version + path].map((one) =>
    isStrict ? one : one.replace(/(?<=.)\/$/, ''),
  );
}

/** The path as it was sent, with the slashes unescaped that the app has unescaped in its rest: it is the same path. */
function openedTo(sent: string, path: string): string {
  const opened = sent.replaceAll('%2F', '/');
  return opened.endsWith(path) ? opened : sent;
}

/** The query without credentials, regardless of the order of names. The values of a name keep their order. */
function queryOf({ querystring }: OperationContext, credentials: readonly string[]): string[] {
  const parts = querystring.split('&').map((text) => ({ text, name: text.split('=', 1)[0]! }));
  const isContent = (text: string): boolean => {
    const names = new URLSearchParams(text);
    return text !== '' && !credentials.some((name) => names.has(name));
  };
  const kept = parts.filter(({ text }) => isContent(text));
  return kept.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name))).map(({ text }) => text);
}

/** The names of query parameters that are API keys of the operation, and that are not declared as its input. */
function keysInQuery({ operation, input }: OperationContext, { securitySchemes = {} }: Manifest): readonly string[] {
  const names = (operation.security ?? []).flatMap((alternative) => Object.keys(alternative));
  return names.flatMap((name) => {
    const scheme = Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
    const isInQuery = scheme?.type === 'apiKey' && scheme.in === 'query';
    return isInQuery && !Object.hasOwn(input.query, scheme.name) ? [scheme.name] : [];
  });
}

/** A body with hashes in place of bytes and files. */
async function hashedContent(body: unknown): Promise<unknown> {
  if (Buffer.isBuffer(body)) return createHash('sha256').update(body).digest('base64url');
  if (!isObject(body)) return body;
  const entries = Object.entries(body);
  if (!entries.some(([, value]) => hasFile(value, 1))) return body;
  const read = entries.map(
    async ([name, value]) =>
      [name, await (Array.isArray(value) ? Promise.all(value.map(hashedFile)) : hashedFile(value))] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

/** Only files of multipart forms have functions: all other values are data. */
function isFile(value: unknown): value is Upload {
  return isObject(value) && typeof value['stream'] === 'function';
}

/** Whether a value is a file, a list of files, or an object of them. */
function hasFile(value: unknown, depth: number): boolean {
  const values = [value].flat();
  return values.some(isFile) || (depth > 0 && isObject(value) && Object.values(value).some((one) => hasFile(one, 0)));
}

async function hashedFile(value: unknown): Promise<unknown> {
  if (!isFile(value)) return hasFile(value, 1) ? hashedContent(value) : value;
  const sum = createHash('sha256');
  for await (const chunk of value.stream()) sum.update(chunk as Buffer);
  return [value.name, value.type, sum.digest('base64url')];
}
