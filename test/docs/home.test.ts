import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { HOME } from '../../docs/.vitepress/home.ts';
import { generateDeclarations } from '../../src/build/codegen/declarations/index.ts';
import { contractsOf } from '../../src/build/compiler/compile.ts';
import { compileFiles, documentOf, isFile, readBlocks, readPage, valueAt } from './examples.ts';

const idea = HOME['idea'] as {
  readonly file: string;
  readonly code: string;
  readonly route: string;
  readonly results: readonly { readonly name: string; readonly text: string }[];
};

it('shows at the top of the home page what the comment of its file becomes', () => {
  const blocks = readBlocks(readPage('index.md'));
  const file = blocks.find(isFile)!;
  expect(idea.file).toBe(file.title);
  expect(file.text).toContain(`\n${idea.code}\n`);
  const compilation = compileFiles({ [file.title]: file.text });
  const [contract] = contractsOf(compilation);
  expect(idea.route).toBe(`${contract!.method} ${contract!.path}`);
  const [refusal, type, document, client] = idea.results;

  const { query } = /^400 for (?<query>\?\S+)$/.exec(refusal!.name)!.groups!;
  const request = blocks.find(({ title, text }) => title === 'request' && text.includes(`${contract!.path}${query}'`))!;
  expect(request.text).toContain(`HTTP/1.1 400 Bad Request`);
  expect(request.text).toContain(`"detail": "${refusal!.text}"`);

  const declarations = generateDeclarations({
    operations: contractsOf(compilation),
    schemas: compilation.schemas,
    document: compilation.document,
  });
  const [, place, name, written] = /^input\.(\w+)\.(\w+): (\w+)$/.exec(type!.text)!;
  const input = declarations.slice(declarations.indexOf('input: {'), declarations.indexOf('auth: {'));
  expect(input).toMatch(new RegExp(`${place}: \\{[^}]*\\b${name}: ${written};`));

  const schema = valueAt(documentOf(compilation), `/paths/~1hello/get/parameters/0/schema`);
  expect(parse(`{${document!.text}}`)).toEqual(schema);

  const [, operationId, argument] = /^await api\.(\w+)\((.*)\)$/.exec(client!.text)!;
  expect(operationId).toBe(contract!.operationId);
  expect(parse(argument!)).toEqual({ [place!]: { [name!]: 'Ada' } });
});
