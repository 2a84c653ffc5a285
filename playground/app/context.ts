import type { OperationContext, OperationName } from 'unplugin-operations/koa';
import type { Database } from '../database/schema.ts';
import type { ShopEvents } from '../events.ts';

/** The context of the bookshop's handlers: Koa's context, typed by their contract, with the database and the events. */
export type ShopContext<Name extends OperationName> = OperationContext<Name> & { db: Database; events: ShopEvents };
