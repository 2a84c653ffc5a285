import type { RateLimit } from '../../shared/contract/rate-limit.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import type { DirectiveDescription } from '../directive-description.ts';
import { limitChanges } from './limit-changes.ts';
import { checkRateLimits } from './check-rate-limits.ts';
import { guessLimits, limitLines, ownLimits } from './imported-limits.ts';
import { limitText } from './limit-text.ts';
import { nextWords } from './next-words.ts';
import type { RateLimitLine } from './read-rate-limit.ts';
import { readRateLimit } from './read-rate-limit.ts';

const NAME = 'x-rate-limit';
const isLimited = ({ rateLimits }: Operation): boolean => rateLimits !== undefined;
const isClosed = ({ rateLimits = [] }: Operation): boolean =>
  rateLimits.some(({ onStoreError }) => onStoreError === 'closed');

/** The fields of a response, as the draft describes them. */
const FIELDS = {
  'RateLimit-Policy': {
    description: 'The limits: `q` is the quota, `w` its window in seconds (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'The rest of each limit: `r` is what the client can still take, `t` the seconds until it grows (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
} as const;

const WAIT = {
  description: 'The seconds to wait (RFC 9110, 10.2.3).',
  required: true,
  schema: { type: 'integer', minimum: 0 },
} as const;

/** `@rate-limit 100 per minute per user (name: reviews)`, or `@rate-limit cost 10`. */
export const rateLimit = {
  name: 'rate-limit',
  form: {
    snippet: '${1:100} per ${2:minute} per ${3:address}',
    meaning:
      'The number of requests in a time: `per address` (the default), `per user`, `per all`, or per a name that the app resolves. In a `_middleware` file, all operations below share the counter; `cost 10` is what an operation takes from it.',
    example: '@rate-limit 5 per 15 minutes per address (name: sign-in)',
  },
  often: 'any',
  inherited: 'add',
  protects: true,
  words: nextWords,
  read: readRateLimit,
  inDirectory: (value, _report, { path }) => ('quota' in value ? { ...value, directory: path } : value),
  check: checkRateLimits,
  contract(lines) {
    const cost = lines.find((line) => 'cost' in line)?.cost ?? 1;
    const limits = lines.flatMap((line): RateLimit[] => {
      if (!('quota' in line)) return [];
      return [{ ...line, ...(line.directory !== undefined && cost !== 1 && { cost }) }];
    });
    return limits.length === 0 ? {} : { rateLimits: limits };
  },

  headers: {
    'RateLimit-Policy': { ...FIELDS['RateLimit-Policy'], isOn: isLimited },
    RateLimit: { ...FIELDS.RateLimit, isOn: isLimited },
  },
  problems: {
    QuotaExceeded: {
      status: 429,
      description: 'The client has sent too many requests. `violated-policies` has the names of the limits.',
      headers: { ...FIELDS, 'Retry-After': WAIT },
      isOf: isLimited,
    },
    LimitUnavailable: {
      status: 503,
      description: "The limit of requests can't be checked at the moment.",
      headers: { 'Retry-After': WAIT },
      isOf: isClosed,
    },
  },
  extensions: ({ rateLimits }) => (rateLimits === undefined ? {} : { [NAME]: rateLimits }),
  features: {
    rateLimits: { module: 'directives/rate-limit/runtime/rate-limits', isOf: isLimited },
  },
  entry: ({ rateLimits }) => (rateLimits === undefined ? {} : { rateLimits }),

  isMark: isLimited,
  access: ({ rateLimits = [] }) => rateLimits.map(limitText),
  changes: limitChanges,
  weakening: ['rate-limit-removed', 'rate-limit-increased', 'rate-limit-scope-changed', 'rate-limit-opened'],
  documented: (operation) => guessLimits(operation.extensions?.[NAME])[0] ?? {},
  guesses: (operation) => guessLimits(operation.extensions?.[NAME]),
  imported: ownLimits,
  lines: limitLines,
} as const satisfies DirectiveDescription<
  RateLimitLine,
  'invalid-rate-limit' | 'rate-limit-name' | 'rate-limit-cost' | 'unreachable-rate-limit'
>;
