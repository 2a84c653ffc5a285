import { causesOf } from './causes.ts';
import { usageError } from '../koa/usage-error.ts';

/** Undefined tables and columns in PostgreSQL. */
const CODES: ReadonlySet<unknown> = new Set(['42P01', '42703']);
/** The same in SQLite, whose errors have no code for it. */
const MESSAGE = /no such (?:table|column): |has no column named /;

/** Explains an error of a database that lacks a table of this library, or has an old one. Other errors stay as they are. */
export function explainMissing(error: unknown): unknown {
  for (const { code, message } of causesOf(error)) {
    if (!CODES.has(code) && !MESSAGE.test(String(message))) continue;
    const text = `The database lacks a table or a column of unplugin-operations (${String(message)}). Run "npx operations migrations", and apply the files that it writes.`;
    return Object.assign(usageError(text), { cause: error });
  }
  return error;
}
