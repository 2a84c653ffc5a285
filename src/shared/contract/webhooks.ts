/** The prefix of the paths of webhooks, unless the option `webhooks` is another one. */
export const WEBHOOKS_PREFIX = '/webhooks';

/** The field of a document that has the name of a webhook that the API receives: `webhooks` has those that it sends. */
export const WEBHOOK_FIELD = 'x-webhook';

/** Prefixes of paths: of all, and of those of webhooks below it. */
export interface Prefixes {
  /** `/` for none. */
  readonly base: string;
  readonly webhooks: string;
  /** The prefix of a version below `base`, which webhooks do not have; absent without versions. */
  readonly version?: string;
}

/** The prefixes of a project without options. */
export const NO_PREFIXES: Prefixes = { base: '/', webhooks: WEBHOOKS_PREFIX };

/**
 * The path at which a webhook is received.
 *
 * @example webhookPath('order.created') // '/webhooks/order.created'
 */
export function webhookPath(name: string, { base, webhooks }: Prefixes = NO_PREFIXES): string {
  return `/${[...base.split('/'), ...webhooks.split('/'), ...name.split('/')].filter((part) => part !== '').join('/')}`;
}

/**
 * The name of a webhook as files can have it: without slashes at its ends, in NFC.
 *
 * @example webhookName('/ORDER_CLOSED') // 'ORDER_CLOSED'
 */
export function webhookName(name: string): string {
  return name
    .normalize('NFC')
    .split('/')
    .filter((part) => part !== '')
    .join('/');
}
