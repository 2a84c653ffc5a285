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

/** Warnings that this process has printed: the dev server creates an app after each edit. */
const printed = new Set<string>();

/** Prints a warning, unless this process has printed it before. */
export function printOnce(text: string): void {
  if (printed.has(text)) return;
  printed.add(text);
  printWarning(text);
}
