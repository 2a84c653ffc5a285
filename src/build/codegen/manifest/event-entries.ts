import type { Operation } from '../../../shared/contract/operation.ts';
import type { Code } from '../declaration.ts';
import { literal } from '../literal.ts';
import type { PicksText, PickSchemas } from '../picks/index.ts';
import { sharedNames, valuePick } from '../picks/index.ts';
import type { Uses } from '../validators/index.ts';
import { createUses, objectText, validatorText } from '../validators/index.ts';
import { GROUP_SIZE } from './contract-groups.ts';

/** The code of an event, with the uses of its two parts. */
export interface EventText extends Code {
  /** The faces that it was written by. */
  readonly faced: Operation;
  readonly parts: readonly Uses[];
}

/** Writes the check and the pick of an event's payload. */
export function eventText(faced: Operation, schemas: PickSchemas): EventText {
  const { schema } = faced.responses[0]!.content[0]!;
  const uses = createUses();
  const pick: PicksText | undefined = valuePick(schema, schemas);
  const text = objectText({ ...validatorText(schema, uses), ...(pick !== undefined && { pick: pick.text }) });
  const parts = pick === undefined ? [uses] : [uses, pick.uses];
  return { faced, text, uses: parts.flatMap(sharedNames), parts };
}

/** The events of the manifest, as an expression; undefined if there are none. */
export function eventsText(events: readonly Operation[], groups: readonly string[]): string | undefined {
  if (events.length === 0) return undefined;
  const names = literal(events.map(({ event }) => event));
  const internal = events.filter((event) => event.internal === true).map(({ event }) => event);
  const internalText = internal.length === 0 ? '' : ` internal: ${literal(internal)},`;
  return `createEventEntries({ names: ${names},${internalText} groups: [${groups.join(', ')}], size: ${GROUP_SIZE} })`;
}
