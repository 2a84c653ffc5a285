import type { ParsedUrlQuery } from 'node:querystring';
import { refusal } from '../refusal.ts';

/** The largest value of a database's `integer`, so also of an id. */
export const MAX_INTEGER = 2_147_483_647;

interface Request {
  params: Record<string, string>;
  query: ParsedUrlQuery;
}

/**
 * An id in the path.
 *
 * @throws 400 where it is no whole number, 404 where no row can have it.
 */
export function pathId(ctx: Pick<Request, 'params'>, name: string): number {
  const text = ctx.params[name] ?? '';
  if (!/^-?\d+$/.test(text)) throw refusal(400, `${name} must be an integer.`);
  const id = Number(text);
  if (id < 1 || id > MAX_INTEGER) throw refusal(404, `There is nothing with ${name} ${text}.`);
  return id;
}

/** The one value of a query parameter, at most 100 characters. */
export function queryText(ctx: Pick<Request, 'query'>, name: string): string | undefined {
  const value = ctx.query[name];
  if (value === undefined) return undefined;
  if (Array.isArray(value)) throw refusal(400, `${name} is given more than once.`);
  return checkText(value, name, 0, 100);
}

/** A query parameter that is an integer within bounds. */
export function queryInteger(
  ctx: Pick<Request, 'query'>,
  name: string,
  minimum: number = 0,
  maximum: number = MAX_INTEGER,
): number | undefined {
  const text = queryText(ctx, name);
  if (text === undefined) return undefined;
  return checkInteger(/^-?\d+$/.test(text) ? Number(text) : text, name, minimum, maximum);
}

/** A query parameter that is one of some values. */
export function queryChoice<T extends string>(
  ctx: Pick<Request, 'query'>,
  name: string,
  choices: readonly T[],
): T | undefined {
  const text = queryText(ctx, name);
  if (text === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw refusal(400, `${name} must be one of ${choices.join(', ')}.`);
  return choice;
}

/** `value` as an integer within bounds. */
export function checkInteger(value: unknown, name: string, minimum: number, maximum: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  throw refusal(400, `${name} must be an integer from ${minimum} to ${maximum}.`);
}

/** `value` as a text that every database can hold, with a number of characters within bounds. */
export function checkText(value: unknown, name: string, minimum: number, maximum: number): string {
  if (typeof value !== 'string' || value.length < minimum || value.length > maximum) {
    throw refusal(400, `${name} must be a text of ${minimum} to ${maximum} characters.`);
  }
  // PostgreSQL cannot hold a NUL, and a lone surrogate is no character.
  if (value.includes('\0') || /\p{Surrogate}/u.test(value))
    throw refusal(400, `${name} has a character that is not allowed.`);
  return value;
}
