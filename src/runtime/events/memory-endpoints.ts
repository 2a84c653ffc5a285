import type { EndpointRow, EndpointStore, Settlement, StoredEvent } from './event-store.ts';

/** The endpoints of a store in memory. */
export interface MemoryEndpoints extends EndpointStore {
  readonly rows: ReadonlyMap<string, EndpointRow>;
  /** Adds an endpoint that the app has itself, unless it is known. */
  ensure(id: string, tenant: string): void;
  /** The endpoints that get an event. */
  targetsOf(event: StoredEvent, isInternal: boolean): string[];
  /** Whether an endpoint gets deliveries, and does not pause. */
  isOpen(id: string, now?: number): boolean;
  /** Records the result of an attempt. Returns whether that has disabled the endpoint. */
  settle(id: string, settlement: Settlement): boolean;
}

type Row = EndpointRow & { readonly pausedUntil: number };

/** @param onRemove Called with the ID of a removed endpoint. */
export function memoryEndpoints(onRemove: (id: string) => void): MemoryEndpoints {
  const rows = new Map<string, Row>();
  const change = (id: string, fields: Partial<Row>): boolean => {
    const row = rows.get(id);
    if (row !== undefined) rows.set(id, { ...row, ...fields });
    return row !== undefined;
  };
  const disable = (id: string, reason: string): boolean =>
    change(id, { disabledAt: new Date(), disabledReason: reason });
  const add: EndpointStore['add'] = async (endpoint) => void rows.set(endpoint.id, { ...NEW, ...endpoint });
  return {
    rows,
    add,
    ensure(id, tenant) {
      if (!rows.has(id)) rows.set(id, { ...NEW, id, tenant });
    },
    targetsOf: ({ tenant, type }, isInternal) =>
      [...rows.values()].flatMap((row) => {
        const isTarget = row.url !== undefined && row.disabledAt === undefined && row.tenant === tenant;
        return isTarget && (row.types?.includes(type) ?? !isInternal) ? [row.id] : [];
      }),
    isOpen(id, now = Infinity) {
      const row = rows.get(id);
      return row !== undefined && row.disabledAt === undefined && row.pausedUntil <= now;
    },
    settle(id, { state, pause, isGone, disableAfter }) {
      const row = rows.get(id);
      if (row === undefined) return false;
      if (state === 'delivered') {
        change(id, { failingSince: undefined, pausedUntil: 0 });
        return false;
      }
      const now = Date.now();
      const failingSince = row.failingSince ?? new Date(now);
      change(id, { failingSince, pausedUntil: Math.max(row.pausedUntil, now + pause) });
      const isOver = isGone || failingSince.getTime() <= now - disableAfter;
      return isOver && row.disabledAt === undefined && disable(id, isGone ? 'gone' : 'failing');
    },
    list: async (tenant) => [...rows.values()].filter((row) => tenant === undefined || row.tenant === tenant),
    find: async (id) => rows.get(id),
    setSecrets: async (id, before, after) => rows.get(id)?.secrets === before && change(id, { secrets: after }),
    setDisabled: async (id, reason) => (reason === undefined ? change(id, ENABLED) : disable(id, reason)),
    async remove(id) {
      onRemove(id);
      return rows.delete(id);
    },
  };
}

const ENABLED = { disabledAt: undefined, disabledReason: undefined, failingSince: undefined, pausedUntil: 0 };
const NEW: Omit<Row, 'id' | 'tenant'> = { ...ENABLED, url: undefined, types: undefined, secrets: undefined };
