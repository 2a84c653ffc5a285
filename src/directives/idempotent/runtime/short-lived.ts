import type { Manifest } from '../../../shared/contract/manifest.ts';
import { shortLivedPlatform } from '../../../runtime/koa/short-lived-platform.ts';
import { printWarning } from '../../../runtime/koa/warning.ts';

/** Warns at start if idempotency keys are in the memory of a process that its platform starts several times and stops at any time. */
export function warnOfShortLivedStore({ operations }: Manifest): void {
  const platform = shortLivedPlatform();
  if (platform === undefined || operations.every(({ idempotent }) => idempotent === undefined)) return;
  printWarning(
    [
      `${platform} runs several processes and stops them, and the keys of @idempotent are in the memory of one.`,
      'A retry can therefore run the handler again.',
      'Set a shared store, such as a table of your database: { idempotency: { store } }.',
      'If you accept that: { idempotency: { store: memoryStore() } }.',
    ].join(' '),
  );
}
