import type { OperationContext, OperationName } from 'unplugin-operations/koa';
import type { Database } from '../database/schema.ts';

/** What the bookshop's handlers are given: Koa's context with the input of their contract, and the database that the server opened. */
export type ShopContext<Name extends OperationName> = OperationContext<Name> & { db: Database };
