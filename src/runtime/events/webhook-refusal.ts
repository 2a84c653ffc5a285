import { Refusal } from '../koa/refused.ts';

/** The error of a webhook whose signature is missing, wrong or too old. It is answered with a 401. */
export class WebhookRefusal extends Refusal {
  override readonly name = 'WebhookRefusal';

  constructor(message: string) {
    super(401, message);
  }
}
