import { QUOTA_EXCEEDED } from '../../../shared/contract/rate-limit.ts';
import { Refusal } from '../../../runtime/koa/refused.ts';
import { setMembers } from '../../../runtime/koa/response/thrown-problem.ts';

/** The error of a request above a limit: a 429 with the problem of draft-ietf-httpapi-ratelimit-headers-11, 5.1. */
export class QuotaExceeded extends Refusal {
  override readonly name = 'QuotaExceeded';

  /**
   * @param policies The names of the limits that refuse the request.
   * @param seconds How long to wait.
   */
  constructor(policies: readonly string[], seconds: number) {
    const detail = `Too many requests. Try again in ${waitText(seconds)}.`;
    super(429, detail, { 'Retry-After': String(seconds) });
    setMembers(this, {
      type: QUOTA_EXCEEDED,
      title: 'Request cannot be satisfied as assigned quota has been exceeded',
      detail,
      'violated-policies': policies,
    });
  }
}

/** The error of a request whose limit cannot be checked: a 503, if the limit is closed then. */
export class LimitUnavailable extends Refusal {
  override readonly name = 'LimitUnavailable';

  constructor() {
    super(503, "The limit of requests can't be checked at the moment.", { 'Retry-After': '1' });
  }
}

/**
 * A time for people, rounded up.
 *
 * @example waitText(450) // '8 minutes'
 */
function waitText(seconds: number): string {
  const [size, unit] = seconds <= 120 ? [1, 'second'] : seconds <= 7200 ? [60, 'minute'] : [3600, 'hour'];
  const count = Math.ceil(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
