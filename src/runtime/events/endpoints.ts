import { isMadeOfNothing, shownName } from '../koa/missing-name.ts';
import type { OptionRule, OptionTable } from '../koa/option-table.ts';
import { ANY, checkOptions, LIST, TEXT } from '../koa/option-table.ts';
import { usageError } from '../koa/usage-error.ts';
import type { EventContracts } from './event-message.ts';
import { createId } from './event-message.ts';
import type { EndpointRow, EndpointStore, SealedSecret } from './event-store.ts';
import { shownTenant } from './event-store.ts';
import type { GuardOptions } from './guard.ts';
import { checkEndpointUrl } from './guard.ts';
import type { SecretSeal } from './seal-secret.ts';
import { createSecret } from './webhook-signature.ts';

/** An endpoint that gets events. */
export interface Endpoint {
  readonly id: string;
  readonly tenant: string | undefined;
  readonly url: string | undefined;
  /** The names of events that it gets; undefined for all that are documented. */
  readonly types: readonly string[] | undefined;
  /** When it was disabled; undefined if it gets events. */
  readonly disabledAt: Date | undefined;
  /** `gone` after a 410, `failing` if its attempts have failed for too long, or the reason that you gave. */
  readonly disabledReason: string | undefined;
  /** Since when its attempts fail. */
  readonly failingSince: Date | undefined;
}

/** The input for creating an endpoint. */
export interface NewEndpoint {
  readonly url: string;
  /** Whose events it gets. */
  readonly tenant?: string;
  /** The names of events that it gets (default: all that are documented). An `@internal` event must be named. */
  readonly types?: readonly string[] | undefined;
}

/** Whose endpoint it is. An endpoint of a tenant is only found with its tenant: its ID can come from a request of another one. */
export interface EndpointOwner {
  readonly tenant?: string;
}

/** The options of {@link Endpoints.rotate}. */
interface RotateOptions extends EndpointOwner {
  readonly overlap?: number;
}

/** The options of {@link Endpoints.disable}. */
interface DisableOptions extends EndpointOwner {
  readonly reason?: string;
}

/** The endpoints in the store of `createEvents`. */
export interface Endpoints {
  /**
   * Adds an endpoint with a new secret. The secret is returned once: show it to your customer.
   *
   * @throws {RefusedUrl} A 400 if the URL is invalid, or its address is not public.
   * @throws {TypeError} If an event is unknown.
   */
  add(endpoint: NewEndpoint): Promise<{ readonly id: string; readonly secret: string }>;
  /** The endpoints of a tenant, or all of them. Secrets are not shown. */
  list(filter?: EndpointOwner): Promise<readonly Endpoint[]>;
  /**
   * Creates a new secret. The old one also signs until the overlap is over, so that the receiver can change it meanwhile.
   *
   * @param overlap In milliseconds (default: 24 hours).
   * @returns The new secret.
   * @throws {TypeError} If there is no such endpoint.
   */
  rotate(id: string, options?: RotateOptions): Promise<string>;
  /** Stops deliveries to an endpoint. Those that wait go on when it is enabled. Returns whether it exists. */
  disable(id: string, options?: DisableOptions): Promise<boolean>;
  enable(id: string, options?: EndpointOwner): Promise<boolean>;
  /** Removes an endpoint and its deliveries. */
  remove(id: string, options?: EndpointOwner): Promise<boolean>;
}

/** Their tenant is checked by {@link checkTenant}. */
const OWNER: OptionTable<EndpointOwner> = { tenant: ANY };
const NEW_ENDPOINT: OptionTable<NewEndpoint> = { ...OWNER, url: ANY, types: LIST };
const OVERLAP: OptionRule = {
  expected: 'a number of milliseconds',
  isValid: (value) => Number.isFinite(value) && (value as number) >= 0,
};
const ROTATE: OptionTable<RotateOptions> = { ...OWNER, overlap: OVERLAP };
const DISABLE: OptionTable<DisableOptions> = { ...OWNER, reason: TEXT };

const DAY = 24 * 60 * 60 * 1000;

/** @param seal Undefined if the app has no key: then nothing that needs one works. */
export function createEndpoints(
  { events = [] }: EventContracts,
  store: EndpointStore,
  seal: SecretSeal | undefined,
  guard: GuardOptions,
): Endpoints {
  const sealed = (id: string): SecretSeal => {
    if (seal === undefined)
      throw usageError(`The option key of createEvents is missing, which encrypts the secret of the endpoint "${id}".`);
    return seal;
  };
  const find = async <Options extends EndpointOwner>(
    name: string,
    id: string,
    options: Options,
    rules: OptionTable<Options>,
  ): Promise<EndpointRow | undefined> => {
    const { tenant = '' } = checkTenant(`events.endpoints.${name}`, options, rules);
    const row = await store.find(id);
    return row?.tenant === tenant ? row : undefined;
  };
  return {
    async add(endpoint) {
      const { url, tenant = '', types } = checkTenant('events.endpoints.add', endpoint, NEW_ENDPOINT);
      const unknown = types?.find((type) => !events.some(({ name }) => name === type));
      if (unknown !== undefined) throw usageError(`Unknown event "${unknown}".`);
      const id = createId('ep');
      const secret = createSecret();
      const secrets: SealedSecret[] = [{ sealed: sealed(id).seal(secret, id) }];
      await store.add({ id, tenant, url: checkEndpointUrl(url, guard).href, types, secrets: JSON.stringify(secrets) });
      return { id, secret };
    },
    list: async (filter = {}) =>
      (await store.list(checkTenant('events.endpoints.list', filter, OWNER).tenant)).map(shown),
    async rotate(id, options = {}) {
      const { overlap = DAY } = options;
      const row = await find('rotate', id, options, ROTATE);
      if (row === undefined) throw usageError(`Unknown endpoint "${id}".`);
      const secret = createSecret();
      const now = Date.now();
      const before = readSecrets(row.secrets)
        .map(({ sealed: text, until = now + overlap }) => ({ sealed: text, until }))
        .filter(({ until }) => until > now);
      const after = JSON.stringify([{ sealed: sealed(id).seal(secret, id) }, ...before]);
      if (!(await store.setSecrets(id, row.secrets, after)))
        throw usageError(`The endpoint "${id}" has been changed at the same time.`);
      return secret;
    },
    disable: async (id, options = {}) =>
      (await find('disable', id, options, DISABLE)) !== undefined &&
      store.setDisabled(id, options.reason ?? 'disabled'),
    enable: async (id, options = {}) =>
      (await find('enable', id, options, OWNER)) !== undefined && store.setDisabled(id, undefined),
    remove: async (id, options = {}) => (await find('remove', id, options, OWNER)) !== undefined && store.remove(id),
  };
}

/**
 * Refuses unknown options, such as a misspelled tenant, and a tenant that is missing. Undefined would mean all tenants, or none; an empty text, as of
 * a header or of claims, means the endpoints without a tenant.
 *
 * @param owner The function, for the messages.
 * @throws {TypeError} If an option is unknown or invalid, or the tenant is not a text of at least one character, or a number, which becomes a text.
 */
export function checkTenant<T extends { readonly tenant?: string | undefined }>(
  owner: string,
  options: T,
  rules: OptionTable<T>,
): T {
  checkOptions(owner, options, rules);
  if (!('tenant' in options)) return options;
  const tenant: unknown = options.tenant;
  if (typeof tenant === 'string' && tenant !== '' && !isMadeOfNothing(tenant)) return options;
  if (typeof tenant === 'number' && Number.isFinite(tenant)) return { ...options, tenant: String(tenant) };
  throw usageError(
    `The tenant is ${shownName(tenant)}. It must be a string with at least one character. If the events have no tenants, leave it out.`,
  );
}

function shown({ id, tenant, url, types, disabledAt, disabledReason, failingSince }: EndpointRow): Endpoint {
  return { id, tenant: shownTenant(tenant), url, types, disabledAt, disabledReason, failingSince };
}

function readSecrets(text: string | undefined): readonly SealedSecret[] {
  return text === undefined ? [] : (JSON.parse(text) as SealedSecret[]);
}

/** The secrets of an endpoint that sign now, the current one first. */
export function openSecrets(text: string | undefined, endpoint: string, seal: SecretSeal): string[] {
  const current = readSecrets(text).filter(({ until = Infinity }) => until > Date.now());
  return current.map(({ sealed }) => seal.open(sealed, endpoint));
}
