import type { Operation } from '../../shared/contract/operation.ts';

/** The removal date of an operation. A document has it in the extension `x-sunset`, as in oasdiff. */
export function removalDateOf({ sunset, extensions }: Operation): string | undefined {
  const date = sunset ?? extensions?.['x-sunset'];
  return typeof date === 'string' ? date : undefined;
}

/** How an operation was removed. */
export interface Removal {
  /** The end of the name of the check in oasdiff. */
  readonly check: string;
  /** The end of the message. */
  readonly note: string;
  /** Whether clients had no notice of it, or not yet. */
  readonly isEarly: boolean;
}

/**
 * Whether the removal of an operation was announced by its deprecation, and came after its date.
 *
 * @param today The date that the removal is compared with.
 */
export function removalOf(operation: Operation, today: Date): Removal {
  if (operation.deprecated === undefined) return { check: 'removed-without-deprecation', note: '', isEarly: true };
  const date = removalDateOf(operation);
  return date !== undefined && new Date(date).getTime() > today.getTime()
    ? { check: 'removed-before-sunset', note: ` before its removal date, ${date}`, isEarly: true }
    : { check: 'removed-with-deprecation', note: '; it was deprecated', isEarly: false };
}
