import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { alias } from '../support/alias.ts';
import { buildProject, CONTRACT } from './project.ts';

const require = createRequire(import.meta.url);
const koa = createRequire(require.resolve('koa'));

it('the plugin leaves a minified bundle with Koa in ASCII, with the same encoding of addresses', async () => {
  const files = {
    'app/operations/@get.ts': `${CONTRACT}export default () => 'a';\n`,
    'server.ts': `import operations from 'virtual:operations';
import encodeUrl from 'encodeurl';
import { createApp } from 'unplugin-operations/koa';
createApp(operations);
export const encoded = encodeUrl(String.fromCodePoint(0x2f, 0xd800, 0x1f600));\n`,
  };
  const built = await buildProject(
    files,
    {},
    {
      resolve: { alias: [...alias, { find: /^encodeurl$/, replacement: koa.resolve('encodeurl') }] },
      ssr: { noExternal: true },
      build: { minify: true },
    },
  );
  expect(built.thrown).toBeUndefined();
  // eslint-disable-next-line no-control-regex -- all of ASCII
  expect(built.text.match(/[^\x00-\x7f]/g)).toBeNull();
  expect((await built.load<{ encoded: string }>()).encoded).toBe('/%EF%BF%BD%F0%9F%98%80');
});
