import { Refusal } from './refused.ts';

/** The error of a write that is not safe to run. */
export class RefusedWrite extends Refusal {
  override readonly name = 'RefusedWrite';
}
