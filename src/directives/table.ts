import type { DirectiveDescription } from './directive-description.ts';
import { cache } from './cache/describe-cache.ts';
import { etag } from './etag/describe-etag.ts';
import { idempotent } from './idempotent/describe-idempotent.ts';
import { fires } from './fires/describe-fires.ts';
import { internal } from './internal/describe-internal.ts';
import { deprecated } from './lifecycle/deprecated.ts';
import { sunset } from './lifecycle/sunset.ts';
import { rateLimit } from './rate-limit/describe-rate-limit.ts';
import { since } from './since/describe-since.ts';
import { operationId } from './texts/operation-id.ts';
import { see } from './texts/see.ts';
import { summary } from './texts/summary.ts';
import { tags } from './texts/tags.ts';
import { tool } from './tool/describe-tool.ts';

/**
 * The directives that have a description, in the order of their fields in contracts.
 *
 * The others are grammar, which the compiler reads itself: types, includes, security, media types, methods and extensions.
 */
export const DESCRIBED = [
  operationId,
  summary,
  tags,
  etag,
  idempotent,
  deprecated,
  sunset,
  since,
  see,
  internal,
  tool,
  rateLimit,
  cache,
  fires,
] as const satisfies readonly DirectiveDescription[];

/** The name of one of {@link DESCRIBED}. */
export type DescribedName = (typeof DESCRIBED)[number]['name'];

/** The description of a directive; undefined for grammar and for unknown names. */
export function descriptionOf(name: string): DirectiveDescription | undefined {
  return BY_NAME.get(name);
}

const BY_NAME: ReadonlyMap<string, DirectiveDescription> = new Map(DESCRIBED.map((row) => [row.name, row]));
