import type { ColumnDefinitionBuilder, CreateTableBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Engine } from './engine.ts';
import type { Database, Tables } from './schema.ts';

/** Creates missing tables, columns and indexes. */
export async function createTables(db: Database, engine: Engine): Promise<void> {
  for (const table of [authors, books, covers, reviews, orders, orderItems]) await table(db, engine).execute();
  await engine.createStores(db);
  // The keys of the first versions.
  await db.schema.dropTable('idempotency_keys').ifExists().execute();
  const indexes: [table: keyof Tables, columns: string[]][] = [
    ['books', ['author_id', 'id']],
    ['books', ['genre', 'id']],
    ['books', ['title_key', 'id']],
    ['books', ['price_cents', 'id']],
    ['books', ['year', 'id']],
    ['reviews', ['book_id', 'created_at', 'id']],
    ['reviews', ['created_at', 'id']],
    ['order_items', ['book_id']],
  ];
  for (const [table, columns] of indexes) {
    await db.schema.createIndex(`${table}_by_${columns[0]}`).ifNotExists().on(table).columns(columns).execute();
  }
}

// Column names are not type-checked here.
type Table = CreateTableBuilder<any, any>;

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
const reference = (to: string) => (column: ColumnDefinitionBuilder) => column.notNull().references(to);

/** A table with an auto-incrementing `id` as its first column. */
function numbered(db: Database, engine: Engine, name: keyof Tables): Table {
  return db.schema
    .createTable(name)
    .ifNotExists()
    .addColumn('id', 'integer', (column) => engine.identity(column.primaryKey()));
}

function authors(db: Database, engine: Engine): Table {
  return numbered(db, engine, 'authors')
    .addColumn('name', engine.text, required)
    .addColumn('name_key', engine.text, required)
    .addColumn('country', engine.text, required)
    .addColumn('born', 'integer', required);
}

function books(db: Database, engine: Engine): Table {
  return numbered(db, engine, 'books')
    .addColumn('title', engine.text, required)
    .addColumn('title_key', engine.text, required)
    .addColumn('author_id', 'integer', reference('authors.id'))
    .addColumn('genre', engine.text, required)
    .addColumn('year', 'integer', required)
    .addColumn('pages', 'integer', required)
    .addColumn('price_cents', 'integer', required)
    .addColumn('stock', 'integer', (column) => column.notNull().check(sql`stock >= 0`));
}

function covers(db: Database, engine: Engine): Table {
  return db.schema
    .createTable('covers')
    .ifNotExists()
    .addColumn('book_id', 'integer', (column) => column.primaryKey().references('books.id'))
    .addColumn('type', engine.text, required)
    .addColumn('image', engine.bytes, required);
}

function reviews(db: Database, engine: Engine): Table {
  return numbered(db, engine, 'reviews')
    .addColumn('book_id', 'integer', reference('books.id'))
    .addColumn('rating', 'integer', (column) => column.notNull().check(sql`rating between 1 and 5`))
    .addColumn('reviewer', engine.text, required)
    .addColumn('text', engine.text, required)
    .addColumn('created_at', engine.text, required);
}

function orders(db: Database, engine: Engine): Table {
  return numbered(db, engine, 'orders')
    .addColumn('customer', engine.text, required)
    .addColumn('status', engine.text, (column) =>
      column.notNull().check(sql`status in ('open', 'shipped', 'cancelled')`),
    )
    .addColumn('total_cents', 'integer', required)
    .addColumn('created_at', engine.text, required);
}

function orderItems(db: Database): Table {
  return db.schema
    .createTable('order_items')
    .ifNotExists()
    .addColumn('order_id', 'integer', reference('orders.id'))
    .addColumn('book_id', 'integer', reference('books.id'))
    .addColumn('quantity', 'integer', required)
    .addColumn('price_cents', 'integer', required)
    .addPrimaryKeyConstraint('order_items_key', ['order_id', 'book_id']);
}
