import { expect, it } from 'vitest';
import { generateClient } from '../../../src/build/codegen/client.ts';
import { entryOf } from '../../../src/build/codegen/manifest/entry.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { contractOf } from '../../build/compiler/compile.ts';
import { compileTree } from './compiled.ts';
import { serve } from './serve.ts';

const RESPONSES = '@returns {void} 202 - Later\n * @returns {string[]} 200 - Now\n * @returns {object} 203 - Other';

it.each(['', ' * @param-include paging\n'])(
  'the success of an operation is the first 2xx with a body, with and without pages: %j',
  async (include) => {
    const operations = await compileTree({
      'all.js': `/**\n * All.\n${include} * ${RESPONSES}\n */\nexport default () => ['a'];\n`,
    });
    const { ask } = await serve(createApp(operations));
    const answer = await ask('GET /all');
    expect([answer.status, answer.json]).toEqual([200, ['a']]);
  },
);

it.each([
  ['a file', '{file} 200 any', { types: ['*/*', ''] }],
  ['a stream', '{Stream<string>} 200', { stream: 'values', types: ['application/jsonl', ''] }],
])('the client reads the success that the server sends: %s after a status without a body', (_name, response, read) => {
  const contract = contractOf(
    ['/**', '* @returns {void} 202 - Later', `* @returns ${response} - Now`, '*/', 'export default () => {};', ''].join(
      '\n',
    ),
  );
  const [, table = ''] = /const operations = \{\n([^]*?)\n\};/.exec(generateClient([contract], 'client'))!;
  expect(entryOf(contract, [], {}, false, false).status).toBe(200);
  for (const [name, value] of Object.entries(read))
    expect(table).toContain(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
});
