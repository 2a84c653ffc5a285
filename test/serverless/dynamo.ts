import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { DynamoDBDocumentLike } from '../../src/runtime/dynamodb/index.ts';
import type { Cleanup } from '../playground/build.ts';

// dynalite emulates DynamoDB, without its transactions. The SDK is that of AWS.

/** The table of keys. */
export const TABLE = 'keys';

const modules = join(resolve(process.env['TOOLS_DIR'] ?? '.'), 'node_modules/');

/** Whether the tools contain the emulator and the SDK. */
export const hasDynamo: boolean = ['dynalite', '@aws-sdk/lib-dynamodb'].every((name) =>
  existsSync(join(modules, name)),
);

/** A `DynamoDBDocument`, as far as the tests use it. */
export interface Document extends DynamoDBDocumentLike {
  scan(input: object): Promise<{ readonly Items?: Record<string, unknown>[] }>;
  destroy(): void;
}

/** A `DynamoDB`, as far as the tests use it. */
interface Client {
  createTable(input: object): Promise<unknown>;
}

type CreateServer = (options: object) => Server;

/** Starts the emulator with tables, whose partition key is `key`. */
export async function startDynamo(cleanup: Cleanup, tables: readonly string[] = [TABLE]): Promise<string> {
  const create = createRequire(modules)('dynalite') as CreateServer;
  const server = create({ createTableMs: 0 });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  cleanup(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { client } = connectDynamo(url, cleanup);
  for (const table of tables) {
    await client.createTable({
      TableName: table,
      AttributeDefinitions: [{ AttributeName: 'key', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'key', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    });
  }
  return url;
}

/** Creates clients. */
export function connectDynamo(url: string, cleanup: Cleanup): { client: Client; document: Document } {
  const load = createRequire(modules);
  const { DynamoDB } = load('@aws-sdk/client-dynamodb') as { DynamoDB: new (options: object) => Client };
  const { DynamoDBDocument } = load('@aws-sdk/lib-dynamodb') as {
    DynamoDBDocument: { from(client: Client): Document };
  };
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const client = new DynamoDB({ endpoint: url, region: 'eu-north-1', credentials });
  const document = DynamoDBDocument.from(client);
  cleanup(async () => document.destroy());
  return { client, document };
}

/** All items of a table. */
export async function itemsOf(document: Document, table: string = TABLE): Promise<Record<string, unknown>[]> {
  return (await document.scan({ TableName: table, ConsistentRead: true })).Items ?? [];
}
