import type { EventContracts } from '../../../src/runtime/events/event-message.ts';
import type { EventOptions, EventSender, SendOptions, SentEvent } from '../../../src/runtime/events/index.ts';
import { createEvents } from '../../../src/runtime/events/index.ts';
import type { EventEntry } from '../../../src/shared/contract/event.ts';

interface Invoice {
  readonly id: number;
  readonly amount: number;
}

const isInvoice = (value: unknown): value is Invoice => {
  const { id, amount } = Object(value) as Partial<Record<keyof Invoice, unknown>>;
  return Number.isInteger(id) && typeof amount === 'number';
};

function entryOf(name: string): EventEntry {
  return {
    name,
    isInternal: name.startsWith('staff.'),
    check: isInvoice,
    explain: (value) =>
      isInvoice(value)
        ? []
        : [{ pointer: '/amount', message: 'must be a number', keyword: 'type', params: { type: 'number' } }],
    pick: ({ id, amount }: any) => ({ id, amount }),
  };
}

/** The events `invoice.paid` and `invoice.sent`, and `staff.login`, which is `@internal`, as a build compiles them. */
export const contracts: EventContracts = { events: ['invoice.paid', 'invoice.sent', 'staff.login'].map(entryOf) };

/** A valid payload. */
export const invoice: Invoice = { id: 7, amount: 12.5 };

/** A key for secrets in tests: 32 bytes. */
export const KEY = 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';

/** A sender of the events of tests, whose names are not those of the bookshop. */
export interface TestEvents<Transaction> extends Omit<EventSender<Transaction>, 'send'> {
  send(transaction: Transaction, name: string, payload: unknown, options?: SendOptions): Promise<SentEvent>;
}

/** Creates a sender of {@link contracts}. */
export function createTestEvents<Transaction>(options: EventOptions<Transaction>): TestEvents<Transaction> {
  return createEvents(contracts, options) as unknown as TestEvents<Transaction>;
}
