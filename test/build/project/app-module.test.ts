import { afterAll, expect, it } from 'vitest';
import { checkSyntaxOfApp, faultOfApp } from '../../../src/build/project/app-module.ts';
import { scratch, writeTree } from '../../support/build.ts';

const root = scratch(afterAll);

it.each(['ts', 'mts', 'js', 'mjs', 'tsx', 'jsx'])(
  'a session finds the app in a file that ends with .%s',
  async (extension) => {
    await writeTree(root, { [`${extension}/api.${extension}`]: '', [`${extension}/dir/index.${extension}`]: '' });
    for (const app of [`${extension}/api`, `${extension}/dir`]) expect(faultOfApp(root, app)).toBeUndefined();
  },
);

it('describes an app that is not a file', async () => {
  await writeTree(root, { 'app/other.ts': '' });
  expect(faultOfApp(root, 'app/')).toBe(
    'The option "app" names app/, which is a directory. Name the file that exports the app, such as app/api.ts.',
  );
  expect(faultOfApp(root, 'app/api')).toBe('The option "app" names app/api, which does not exist.');
});

it('describes an app that can be several files', async () => {
  await writeTree(root, { 'both/api.ts': '', 'both/api.js': '', 'both/other.ts': '', 'both/other.tsx': '' });
  expect(faultOfApp(root, 'both/api')).toBe(
    'The option "app" names both/api, which can mean several files: "both/api.ts", "both/api.js". Write the extension, or delete all but one.',
  );
  for (const app of ['both/api.ts', 'both/api.js', 'both/other']) expect(faultOfApp(root, app)).toBeUndefined();
});

it('a session finds syntax errors in the file of the app, and reads it again when it changes', async () => {
  await writeTree(root, { 'syntax/api.ts': 'export default [;\n', 'syntax/api.vue': '<a>' });
  const broken = checkSyntaxOfApp(root, 'syntax/api');
  expect(broken).toMatchObject({
    file: 'syntax/api.ts',
    errors: [{ code: 'syntax-error', at: { span: { start: 16 } } }],
  });
  expect(checkSyntaxOfApp(root, 'syntax/api', broken)).toBe(broken);
  await writeTree(root, { 'syntax/api.ts': 'export default [] satisfies unknown[];\n' });
  expect(checkSyntaxOfApp(root, 'syntax/api', broken)?.errors).toEqual([]);
  for (const app of ['syntax/none', 'syntax/api.vue']) expect(checkSyntaxOfApp(root, app)).toBeUndefined();
});

it('a session finds imports from a wrong entry in the file of the app', async () => {
  await writeTree(root, {
    'entry/api.ts': "import { createApp } from 'unplugin-operations';\n\nexport default createApp;\n",
  });
  expect(checkSyntaxOfApp(root, 'entry/api')?.errors).toMatchObject([
    { code: 'wrong-entry', fix: { edits: [{ text: 'unplugin-operations/koa' }] } },
  ]);
});

it('a session finds problems that the file of the app makes without throwing them', async () => {
  await writeTree(root, {
    'unthrown/api.ts':
      "import { problem } from 'unplugin-operations/koa';\n\nexport const token = (): void => {\n  problem(401);\n};\n",
  });
  expect(checkSyntaxOfApp(root, 'unthrown/api')?.errors).toMatchObject([
    { code: 'unthrown-problem', fix: { edits: [{ text: 'throw ' }] } },
  ]);
});
