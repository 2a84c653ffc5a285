import type { OperationContext } from 'unplugin-operations/koa';
import type { Database } from '../database/schema.ts';

/** What the bookshop's handlers are given: Koa's context, and the database that the server opened. */
export type ShopContext = OperationContext & { db: Database };
