import type { Manifest } from '../../../shared/contract/manifest.ts';
import { shortLivedPlatform } from '../../../runtime/koa/short-lived-platform.ts';
import { printWarning } from '../../../runtime/koa/warning.ts';

/** The entries with stores that fit a platform. */
const ENTRIES: ReadonlyMap<string, string> = new Map([
  ['Cloudflare Workers', 'unplugin-operations/d1'],
  ['AWS Lambda', 'unplugin-operations/dynamodb'],
]);

/** Warns at start if idempotency keys are in the memory of a process that its platform starts several times and stops at any time. */
export function warnOfShortLivedStore({ operations }: Manifest): void {
  const platform = shortLivedPlatform();
  if (platform === undefined || operations.every(({ idempotent }) => idempotent === undefined)) return;
  printWarning(
    [
      `${platform} runs several processes and stops them, and the keys of @idempotent are in the memory of one.`,
      'A retry can therefore run the handler again.',
      `Set a shared store, such as that of ${ENTRIES.get(platform) ?? 'unplugin-operations/postgres'}: { idempotency: { store } }.`,
      'If you accept that: { idempotency: { store: memoryStore() } }.',
    ].join(' '),
  );
}
