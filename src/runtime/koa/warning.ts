/** Whether this is workerd, the runtime of Cloudflare Workers. */
export function isWorkerd(): boolean {
  const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: string } };
  return navigator?.userAgent === 'Cloudflare-Workers';
}

/** Prints a warning of this package. */
export function printWarning(text: string): void {
  process.emitWarning(text, 'OperationsWarning');
  // workerd only calls listeners.
  // oxlint-disable-next-line no-console
  if (isWorkerd()) console.warn(`OperationsWarning: ${text}`);
}
