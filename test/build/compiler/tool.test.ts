import { describe, expect, it } from 'vitest';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { diffFiles } from '../../tools/diff/compare.ts';
import { compile, contractOfComment } from './compile.ts';

describe('@tool', () => {
  it('makes an operation a tool only if it declares it', () => {
    expect(contractOfComment('/** It.\n * @GET */').tool).toBeUndefined();
  });

  it.each([
    ['/** It.\n * @tool */', 'get_one', undefined],
    ['/** It.\n * @tool take_it */', 'take_it', undefined],
    ['/** It.\n * @tool - Takes it */', 'get_one', 'Takes it'],
    ['/** It.\n * @tool take-it - Takes it\n *   - or leaves it */', 'take-it', 'Takes it - or leaves it'],
    ['/** It.\n * @operationId repos/get\n * @tool */', 'repos_get', undefined],
    ['/** It.\n * @operationId größe\n * @tool */', 'gr_e', undefined],
    ['/** It.\n * @operationId 名前\n * @tool */', 'root', undefined],
  ])('reads %s', (comment, name, description) => {
    expect(contractOfComment(comment).tool).toEqual({ name, ...(description !== undefined && { description }) });
  });

  it.each([
    ['quote (readOnly: true)', { name: 'quote', readOnly: true }],
    ['(readOnly: true) - Finds it', { name: 'get_one', readOnly: true, description: 'Finds it' }],
    ['quote ( readOnly : true )', { name: 'quote', readOnly: true }],
  ])('declares that a write changes nothing: %s', (text, tool) => {
    expect(contractOfComment(`/** It.\n * @tool ${text} */`).tool).toEqual(tool);
  });

  it.each(['quote (readOnly: false)', 'quote (readonly)', '(safe: true)', 'quote (readOnly: true) Finds it'])(
    '@tool reports any other option: %s',
    (text) => {
      const { diagnostics } = compile({ 'a@post.ts': `/** It.\n * @tool ${text} */\nexport default () => {};` });
      expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['invalid-tool', 'error']]);
    },
  );

  it.each(['put', 'patch', 'delete'])('@tool cannot declare that a %s changes nothing', (method) => {
    const { diagnostics } = compile({
      [`a@${method}.ts`]: '/** It.\n * @tool one (readOnly: true) */\nexport default () => {};',
    });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['invalid-tool', 'error']]);
  });

  it.each(['None', 'NONE', 'false', 'no', 'off', 'Never', 'hidden', 'disabled', 'none - not for models', 'internal'])(
    'takes no word of a refusal for a name: %s',
    (text) => {
      const { diagnostics } = compile({ 'a@post.ts': `/** It.\n * @tool ${text} */\nexport default () => {};` });
      expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['invalid-tool', 'error']]);
    },
  );

  it('shortens a name that clients would refuse, and keeps it different from others', () => {
    const names = ['a', 'b'].map(
      (end) => contractOfComment(`/** It.\n * @operationId ${'x'.repeat(80)}${end}\n * @tool */`).tool!.name,
    );
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^x{55}_[0-9a-f]{8}$/);
  });

  it('opts a directory in, and single operations out', () => {
    const handler = '\nexport default () => {};';
    const { operations, diagnostics } = compile({
      '_middleware.ts': '/** @tool */',
      'a@get.ts': `/** A. */${handler}`,
      'b@get.ts': `/** B.\n * @tool none */${handler}`,
      'c@get.ts': `/** C.\n * @internal */${handler}`,
      'closed/_middleware.ts': '/** @tool none */',
      'closed/d@get.ts': `/** D. */${handler}`,
      'closed/e@get.ts': `/** E.\n * @tool */${handler}`,
    });
    expect(diagnostics).toEqual([]);
    expect(operations.flatMap(({ contract: { tool } }) => tool?.name ?? [])).toEqual(['get_a', 'get_closed_e']);
  });

  it('finds a clash that an edit makes', () => {
    const cache = createCache();
    const tool = (name: string): string => `/** It.\n * @tool ${name} */\nexport default () => {};`;
    expect(compile({ 'a@get.ts': tool('one'), 'b@get.ts': tool('two') }, { cache }).diagnostics).toEqual([]);
    const { diagnostics } = compile({ 'a@get.ts': tool('one'), 'b@get.ts': tool('one') }, { cache });
    expect(diagnostics.map(({ code }) => code)).toEqual(['duplicate-tool']);
  });
});

describe('the difference of tools', () => {
  const of = (tool: string): Record<string, string> => ({ 'a@get.ts': `/** It.\n${tool} */` });

  it.each([
    ['@tool', '', 'tool-removed', 'error'],
    ['@tool', '@tool none', 'tool-removed', 'error'],
    ['@tool one', '@tool other', 'tool-renamed', 'error'],
    ['@tool one', '@tool one (readOnly: true)', 'tool-became-read-only', 'warning'],
    ['', '@tool', 'tool-added', 'warning'],
  ])('%s -> %s is %s', (before, after, id, severity) => {
    expect(diffFiles(of(before), of(after)).map((finding) => [finding.id, finding.severity])).toEqual([[id, severity]]);
  });

  it('finds a break where a tool requires more', () => {
    const findings = diffFiles(of('@tool'), of('@tool\n@param {integer} size - The size'));
    expect(findings.map(({ id, severity }) => [id, severity])).toEqual([['new-required-request-parameter', 'error']]);
  });
});
