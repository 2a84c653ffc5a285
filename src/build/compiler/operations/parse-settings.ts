import type { CustomDirectives } from '../../../directives/custom/custom-directives.ts';
import { NO_CUSTOM } from '../../../directives/custom/custom-directives.ts';
import type { Prefixes } from '../../../shared/contract/webhooks.ts';
import { WEBHOOKS_PREFIX } from '../../../shared/contract/webhooks.ts';

/** The settings for reading the files of a tree. */
export interface ParseSettings extends Prefixes {
  /** The custom directives that their comments can have. */
  readonly custom: CustomDirectives;
}

/**
 * The settings with their defaults.
 *
 * @param version The prefix of an older version.
 */
export function parseSettings(
  { base = '/', webhooks = WEBHOOKS_PREFIX, custom = NO_CUSTOM }: Partial<ParseSettings>,
  version?: string,
): ParseSettings {
  return { base, webhooks, ...(version !== undefined && { version }), custom };
}
