import type { EventStore, MemoryEvents } from '../../../src/runtime/events/index.ts';
import { memoryEvents } from '../../../src/runtime/events/index.ts';
import type { SqlEvents } from '../../../src/runtime/state/sql-events.ts';
import type { Cleanup } from '../../playground/build.ts';
import { DATABASES } from '../state/databases.ts';

/** A store of events, and a transaction in it. */
export interface EventDatabase {
  readonly store: EventStore<never> | SqlEvents<never>;
  transaction(run: (transaction: never) => unknown): Promise<void>;
  /** Runs a statement in the database itself; undefined in memory. */
  readonly run: ((text: string) => Promise<Record<string, unknown>[]>) | undefined;
}

/** A kind of store, and whether this machine has it. */
export interface EventStoreKind {
  readonly name: string;
  readonly isPresent: boolean;
  readonly create: (cleanup: Cleanup) => Promise<EventDatabase>;
}

const IN_MEMORY: EventStoreKind = {
  name: 'memory',
  isPresent: true,
  create: async () => {
    const store: MemoryEvents<never> = memoryEvents();
    return { store, run: undefined, transaction: async (run) => void (await run(undefined as never)) };
  },
};

/** Memory, and each way to use a database. */
export const STORES: readonly EventStoreKind[] = [
  IN_MEMORY,
  ...DATABASES.map(({ name, isPresent, create }) => ({
    name,
    isPresent,
    create: async (cleanup: Cleanup): Promise<EventDatabase> => {
      const { events, transaction, run } = await create(cleanup);
      return { store: events!(), transaction: transaction!, run };
    },
  })),
];
