import type { PickValue, Validator } from './enforcement.ts';

/** An event that an API sends, as the runtime needs it: a file of `app/events`. */
export interface EventEntry extends Validator {
  /** The name of its file: `invoice.paid`. */
  readonly name: string;
  /** Copies the declared properties of a payload, as for responses; undefined if that would change nothing. */
  readonly pick: PickValue | undefined;
}
