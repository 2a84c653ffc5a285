import { onTestFinished, vi } from 'vitest';

export const EVENT: string = `import { event } from 'unplugin-operations/koa';`;
/** Streams with items that violate their contracts, and one that is fine. */
export const TREE: Readonly<Record<string, string>> = {
  'first.ts': '/** @returns {Stream<integer>} */\nexport default function* first() { yield "one"; }',
  'later.ts':
    '/** @returns {Stream<{ n: integer }>} 200 text/event-stream */\nexport default function* later() { yield { n: 1, more: 1 }; yield { n: "2" }; yield { n: 3 }; }',
  'named.ts': `${EVENT}
/** @returns {Stream<ServerSentEvent<'tick', { n: integer }>>} 200 text/event-stream */
export default function* named() { yield event('tick', { n: 1, more: 1 }); yield event('tock', { n: 2 }); }`,
  'status.ts':
    '/** @returns {Stream<integer>} 201 */\nexport default function* status(ctx) { ctx.status = 200; yield 1; }',
  'fine.ts': '/** @returns {Stream<integer|null>} */\nexport default () => [1, undefined];',
};

/** The warnings of this process, until the test is over. */
export function collectWarnings(): string[] {
  const warnings: string[] = [];
  const spy = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => void warnings.push(String(warning)));
  onTestFinished(() => spy.mockRestore());
  return warnings;
}
