import { Refusal } from '../../refused.ts';

/** The error of a refused body. */
export class BodyError extends Refusal {
  override readonly name = 'BodyError';
}
