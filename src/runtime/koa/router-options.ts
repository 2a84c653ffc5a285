import type { OptionTable } from './option-table.ts';
import { TEXT, isFilled } from './option-table.ts';
import type { RuntimeOptions } from './options.ts';
import { RUNTIME_OPTIONS } from './options.ts';

/** Options of {@link createRouter}: those of the runtime, and those of @koa/router that do not change how operations match. */
export interface RouterOptions extends RuntimeOptions {
  /** A prefix of every path, such as `/v1`. It may contain parameters. */
  readonly prefix?: string;
  /** Serve only requests for this host or these hosts. */
  readonly host?: string | string[] | RegExp;
}

/** The rules of {@link RouterOptions}. */
export const ROUTER_OPTIONS: OptionTable<RouterOptions> = {
  ...RUNTIME_OPTIONS,
  prefix: TEXT,
  host: {
    expected: 'a string with at least one character, a list of such strings or a regular expression',
    isValid: (value) => value instanceof RegExp || [value].flat().every(isFilled),
    isGuard: true,
  },
};
