import { isDeepStrictEqual } from 'node:util';
import type { PickValue } from '../../../shared/contract/enforcement.ts';
import { isJsonType } from '../../../shared/contract/operation.ts';
import type { OperationContext } from '../context.ts';
import { report } from '../report-channel.ts';
import type { FindPick } from '../steps.ts';
import { pickResponse } from '../../../shared/validation/pick.ts';
import { isResponse } from './platform-bodies.ts';
import { Reported } from './reported.ts';

const reported = new Reported();

/** Warns of a JSON text in `ctx.body` with an object or list that would lose a part if it were data: once for each operation. */
export function reportJsonText(ctx: OperationContext, pick: PickValue | undefined): void {
  const { operation, body, type } = ctx;
  if (pick === undefined || !isJsonType(type) || reported.has(operation) || !loses(pick, body as string)) return;
  reported.add(operation);
  report(
    ctx,
    `${operation.id}: set "ctx.body" to JSON text that has more than the contract declares. Text is sent as it is. Return the value, or set "ctx.body" to it, and undeclared properties are left out.`,
  );
}

/** Warns of a Response that a handler has created and returns, with JSON as above. Those of `fetch` have a URL, and are passed on. */
export function reportJsonResponse(ctx: OperationContext, given: unknown, find: FindPick | undefined): void {
  const { operation } = ctx;
  if (find === undefined || !isResponse(given) || given.url !== '' || given.bodyUsed || reported.has(operation)) return;
  const [type = ''] = (given.headers.get('Content-Type') ?? '').split(';');
  const pick = isJsonType(type) ? find(given.status, type) : undefined;
  if (pick === undefined) return;
  const warn = (text: string): void => {
    if (reported.has(operation) || !loses(pick, text)) return;
    reported.add(operation);
    report(
      ctx,
      `${operation.id}: returned a Response with JSON that has more than the contract declares. A Response is sent as it is. Return the value, and undeclared properties are left out.`,
    );
  };
  // A body that fails is reported when it is sent.
  given
    .clone()
    .text()
    .then(warn, () => {});
}

function loses(pick: PickValue, text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    const { picked, misplaced } = pickResponse(pick, value);
    return misplaced !== undefined || !isDeepStrictEqual(JSON.parse(JSON.stringify(picked)), value);
  } catch {
    // Not JSON, or nested too deeply.
    return false;
  }
}
