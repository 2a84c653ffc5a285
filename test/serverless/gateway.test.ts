import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { HttpEvent, lambdaHandler } from '../../src/runtime/lambda/index.ts';
import { checkTypes } from '../support/types.ts';
import { FUNCTION_URL, HTTP_API_2, REST_API } from './aws.ts';
import { buildDeployment, readDeployment } from './deployment.ts';

// What deploy/lambda.md tells about API Gateway.

const OPERATION = `import { defineOperation } from 'unplugin-operations/koa';
/**
 * Shows the caller.
 *
 * @security token
 * @returns {{id: string}} The caller
 */
export default defineOperation<'showCaller'>(function showCaller({ auth }) {
  return auth.token;
});
`;

const load = async (project: string): Promise<ReturnType<typeof lambdaHandler>> =>
  (
    (await import(/* @vite-ignore */ pathToFileURL(join(project, 'dist/lambda.mjs')).href)) as {
      handler: ReturnType<typeof lambdaHandler>;
    }
  ).handler;

it('deploy/lambda.md: its verifier reads the caller whom a JWT authorizer has verified', async () => {
  const { files } = readDeployment('lambda.md');
  const entry = files['lambda.ts']!.replace(
    'createApp(operations)',
    'createApp(operations, { security: { token: verifyToken } })',
  ).replace(/^(?=import operations)/m, "import { verifyToken } from './app/gateway.ts';\n");
  const project = await buildDeployment('lambda.md', onTestFinished, {
    'lambda.ts': entry,
    'app/operations/caller.ts': OPERATION,
    'app/definitions/openapi.yaml': 'components: { securitySchemes: { token: { type: http, scheme: bearer } } }\n',
  });
  expect(await checkTypes(project, {})).toEqual([]);
  const handler = await load(project);
  const headers = [['Authorization', 'Bearer verified-before']] as const;
  const ask = (source: typeof HTTP_API_2): ReturnType<typeof handler> =>
    handler(source.event({ target: '/caller', headers }), {} as never);
  expect(await ask(HTTP_API_2)).toMatchObject({ statusCode: 200, body: '{"id":"ada"}' });
  expect(await ask(FUNCTION_URL)).toMatchObject({ statusCode: 401 });
});

it('deploy/lambda.md: a stage in the path needs the option base', async () => {
  const config = readDeployment('lambda.md').files['vite.config.ts']!;
  const handler = await load(
    await buildDeployment('lambda.md', onTestFinished, {
      'vite.config.ts': config.replace('operations()', "operations({ base: '/live' })"),
    }),
  );
  const ask = async (event: HttpEvent): Promise<number> => (await handler(event, {} as never)).statusCode;
  expect(await ask(HTTP_API_2.event({ target: '/live/genres' }))).toBe(200);
  // A REST API sends the path without its stage.
  expect(await ask(REST_API.event({ target: '/genres' }))).toBe(404);
});
