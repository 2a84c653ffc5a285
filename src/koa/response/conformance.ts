import type { ResponseCheck } from '../../contract/enforcement.ts';
import type { OperationEntry } from '../../contract/operation.ts';
import type { OperationContext } from '../context.ts';
import { isJson, isOpaque } from './encode.ts';

/** The error of an answer that is not what its contract says; no client sees what it says. */
class BrokenContract extends Error {
  override readonly name = 'BrokenContract';
}

/** What a list of violations is cut off at. */
const SHOWN = 10;

/**
 * Checks what a handler answered, as it stands on Koa's response, against what its contract declares: status, media type, body, headers.
 *
 * An operation that declares nothing may answer anything, and a 304 stands for an answer that was sent before. Streams and bytes are not read.
 *
 * @throws {BrokenContract} That names the operation, the status and each place that is wrong.
 */
export function checkResponse(ctx: OperationContext): void {
  const { operation, status } = ctx;
  const declared = responsesOf(operation);
  if (declared.length === 0 || status === 304 || ctx.respond === false || ctx.headerSent) return;
  const answered = `${operation.id} answered ${status}`;
  const response = findResponse(declared, status);
  if (response === undefined) {
    const statuses = declared.map((item) => item.status).join(', ');
    throw new BrokenContract(`${answered}, and its contract declares ${statuses}`);
  }
  const wrong = bodyFault(ctx, response) ?? headerFault(ctx, response);
  if (wrong !== undefined) throw new BrokenContract(`${answered} ${wrong}`);
}

const known = new WeakMap<OperationEntry, readonly ResponseCheck[]>();

function responsesOf(operation: OperationEntry): readonly ResponseCheck[] {
  let responses = known.get(operation);
  if (responses === undefined) known.set(operation, (responses = operation.responses?.() ?? []));
  return responses;
}

/** The status itself comes before its range, and that before the default: OpenAPI 3.1, Responses Object. */
function findResponse(declared: readonly ResponseCheck[], status: number): ResponseCheck | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
  return names.flatMap((name) => declared.find((response) => response.status === name) ?? [])[0];
}

function bodyFault(ctx: OperationContext, { content }: ResponseCheck): string | undefined {
  const { body, type } = ctx;
  if (body == null) return content.length === 0 ? undefined : 'without a body, and its contract declares one';
  if (content.length === 0) return 'with a body, and its contract declares none';
  const found = content.find(({ mediaType }) => covers(mediaType, type));
  const types = content.map(({ mediaType }) => mediaType).join(', ');
  if (found === undefined) return `as ${type || 'no media type'}, and its contract declares ${types}`;
  if (isOpaque(body)) return undefined;
  const value = isJson(type) ? sentAsJson(body) : body;
  if (value === undefined) return 'with a body that is no JSON';
  if (found.check(value)) return undefined;
  const violations = found.explain(value);
  const shown = violations.slice(0, SHOWN).map(({ pointer, message }) => `${pointer || 'the body'} ${message}`);
  const others = violations.length > SHOWN ? `; and ${violations.length - SHOWN} more` : '';
  return `with a body that breaks its contract: ${shown.join('; ')}${others}`;
}

function covers(range: string, type: string): boolean {
  const [kind, subtype] = range.toLowerCase().split('/');
  const [ofKind, ofSubtype] = type.toLowerCase().split('/');
  return (kind === '*' || kind === ofKind) && (subtype === '*' || subtype === ofSubtype);
}

/** A body as its receiver will read it; undefined where it could not. */
function sentAsJson(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : JSON.stringify(body)) as unknown;
  } catch {
    return undefined;
  }
}

function headerFault(ctx: OperationContext, { headers }: ResponseCheck): string | undefined {
  for (const { name, required, check, explain } of headers) {
    const value = ctx.res.getHeader(name);
    if (value === undefined && required) return `without the header ${name}, which its contract requires`;
    if (value === undefined || readings(value).some(check)) continue;
    const [violation] = explain(readings(value)[0]);
    return `with a header that breaks its contract: ${name} ${violation?.message}`;
  }
  return undefined;
}

/** What a header's text may stand for: itself, a number, a truth value, a list. */
function readings(value: number | string | readonly string[]): unknown[] {
  const text = [value].flat().join(', ');
  const list = text.split(/\s*,\s*/);
  const scalar = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(text) ? [JSON.parse(text) as unknown] : [];
  return [text, ...scalar, list];
}
