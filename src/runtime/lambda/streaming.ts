import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'light-my-request';
import { usageError } from '../koa/usage-error.ts';
import type { HttpEvent } from './event.ts';
import type { LambdaHandler } from './result.ts';
import { headOf } from './result.ts';

/** What AWS's runtime for Node adds to the global object. */
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
      await pipeline(response.stream(), body);
    } catch (error) {
      const isClient = output.destroyed && !response.raw.res.destroyed;
      response.raw.res.destroy();
      if (!isClient) throw error;
    }
  });
}
