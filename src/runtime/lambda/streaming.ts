import type { Readable, Writable } from 'node:stream';
import type { Response } from 'light-my-request';
import { usageError } from '../koa/usage-error.ts';
import type { HttpEvent } from './lambda-event.ts';
import type { LambdaHandler } from './result.ts';
import { headOf } from './result.ts';

/** The additions of AWS's runtime for Node to the global object. */
interface AwsRuntime {
  streamifyResponse(handler: (event: HttpEvent, output: Writable, context: unknown) => Promise<void>): LambdaHandler;
  readonly HttpResponseStream: { from(output: Writable, head: object): Writable };
}

/**
 * Creates a Lambda function that sends responses while they are made.
 *
 * @throws {TypeError} If the runtime is not AWS's own one for Node.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html
 */
export function streamingHandler(ask: (event: HttpEvent, context: unknown) => Promise<Response>): LambdaHandler {
  const { awslambda } = globalThis as { readonly awslambda?: AwsRuntime };
  if (awslambda === undefined)
    throw usageError(
      'lambdaHandler with "streaming" needs the runtime of AWS Lambda for Node, which has the global "awslambda".',
    );
  return awslambda.streamifyResponse(async (event, output, context) => {
    const response = await ask(event, context);
    const body = awslambda.HttpResponseStream.from(output, headOf(event, response));
    // The first write sends the head, also for a response without a body.
    body.write('');
    try {
      await copy(response.stream(), body);
    } finally {
      response.raw.res.destroy();
    }
  });
}

/**
 * Copies a stream to an output, as far as its client reads it. Unlike a pipeline, this does not destroy the output of a source that fails: AWS's
 * runtime would end, but it reports the error to the client if the invocation fails.
 *
 * @throws {Error} The error of the source.
 */
async function copy(source: Readable, output: Writable): Promise<void> {
  let hasLeft = false;
  let wake = noop;
  const leave = (): void => {
    hasLeft ||= !output.writableFinished;
    source.destroy();
    wake();
  };
  output.on('close', leave).on('error', leave);
  output.on('drain', () => wake());
  try {
    for await (const chunk of source) {
      if (hasLeft) return;
      if (!output.write(chunk) && !hasLeft) await new Promise<void>((resolve) => (wake = resolve));
    }
    await new Promise<void>((resolve) => output.end((wake = resolve)));
  } catch (error) {
    if (!hasLeft) throw error;
  }
}

const noop = (): void => {};
