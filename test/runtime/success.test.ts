import { expect, it } from 'vitest';
import { createApp } from '../../src/koa/index.ts';
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
