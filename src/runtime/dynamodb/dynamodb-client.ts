import { usageError } from '../koa/usage-error.ts';

/** A `DynamoDBDocument` of `@aws-sdk/lib-dynamodb`. */
export interface DynamoDBDocumentLike {
  // eslint-disable-next-line typescript/no-explicit-any -- the SDK has its own types of items
  get(input: any): Promise<{ readonly Item?: Readonly<Record<string, any>> | undefined }>;
  // eslint-disable-next-line typescript/no-explicit-any -- the same
  put(input: any): Promise<unknown>;
  // eslint-disable-next-line typescript/no-explicit-any -- the same
  update(input: any): Promise<unknown>;
  // eslint-disable-next-line typescript/no-explicit-any -- the same
  delete(input: any): Promise<unknown>;
  // eslint-disable-next-line typescript/no-explicit-any -- the same
  transactWrite(input: any): Promise<unknown>;
  readonly middlewareStack: {
    // eslint-disable-next-line typescript/no-explicit-any -- the SDK has its own types of middleware
    add(middleware: any, options: any): void;
  };
}

/** An error of DynamoDB. */
export interface DynamoDBError {
  readonly name?: unknown;
  readonly message?: unknown;
  /** Why a transaction was cancelled: a reason for each item. */
  readonly CancellationReasons?: readonly { readonly Code?: unknown }[];
}

/**
 * Waits for a conditional write.
 *
 * @returns Whether the condition was met.
 * @throws {Error} Other errors, or one that explains that the table is missing.
 */
export async function isWritten(write: Promise<unknown>, table: string): Promise<boolean> {
  try {
    await explained(write, table);
    return true;
  } catch (error) {
    if ((error as DynamoDBError).name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}

/** Explains the error of a call whose table is missing. Other errors stay as they are. */
export async function explained<Result>(call: Promise<Result>, table: string): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    const { name, message } = error as DynamoDBError;
    if (name !== 'ResourceNotFoundException') throw error;
    const text = `DynamoDB can't find the table "${table}" (${String(message)}). Create it with the partition key "key" of type string.`;
    throw Object.assign(usageError(text), { cause: error });
  }
}
