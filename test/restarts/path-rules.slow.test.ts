import { expect, it, onTestFinished } from 'vitest';
import type { Manifest } from '../../src/shared/contract/manifest.ts';
import { createApp } from '../../src/runtime/koa/index.ts';
import { buildProject } from '../plugin/project.ts';
import { GUARDED, GUARDS, OPERATIONS, tryGuard } from './path-rules.ts';

async function serve(): Promise<number> {
  const built = await buildProject({ ...OPERATIONS, 'app/definitions/openapi.yaml': 'openapi: 3.1.0\n' });
  expect(built.thrown).toBeUndefined();
  const app = createApp((await built.load<{ default: Manifest }>()).default);
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as { port: number }).port;
}

it.each(GUARDS)(
  'the rule of the docs for $language matches all spellings of its paths, and no other path',
  async (guard) => expect(await tryGuard(guard, await serve())).toEqual(GUARDED),
);
