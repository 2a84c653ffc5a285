import type { Input, OperationContext } from 'unplugin-operations/koa';
import type { Database } from '../database/schema.ts';

/** What the bookshop's handlers are given: Koa's context with the input of their contract, and the database that the server opened. */
export type ShopContext<Given extends Partial<Input> = {}> = Omit<OperationContext, 'input'> & {
  input: Input & Given;
  db: Database;
};
