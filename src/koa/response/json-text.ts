import { isDeepStrictEqual } from 'node:util';
import type { PickValue } from '../../contract/enforcement.ts';
import type { OperationEntry } from '../../contract/manifest.ts';
import { isJsonType } from '../../contract/operation.ts';
import type { OperationContext } from '../context.ts';
import { report } from '../report-channel.ts';
import { pickResponse } from '../../validation/pick.ts';

const reported = new WeakSet<OperationEntry>();

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
