import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Block } from './examples.ts';
import { compileFiles, groupExamples, isFile, printOutcome, readBlocks, readPage, withoutBlocks } from './examples.ts';

/** The pages whose examples are files, and what they become. */
const LANGUAGE = [
  ...['routing', 'parameters', 'bodies', 'responses', 'schemas', 'pagination', 'openapi', 'events'].map(
    (name) => `guides/${name}.md`,
  ),
  ...['directives', 'types', 'constraints', 'definitions', 'lists'].map((name) => `reference/${name}.md`),
];

/** YAML counts as data, anything else word for word. */
function read(language: string, text: string): unknown {
  return language === 'yaml' ? parse(text) : text;
}

/** Whether a block is what a server answers. */
const isRequest = ({ title }: Block): boolean => title === 'request';

describe.each(LANGUAGE)('%s', (name) => {
  const page = readPage(name);
  const blocks = readBlocks(page);

  it('every block of the page is tested', () => {
    expect(withoutBlocks(page)).not.toMatch(/^\s*(?:```|~~~)/m);
    const outcome = /^(?:diagnostics|routes|openapi (?:\/\S+)*|request)$/;
    expect(blocks.filter((block) => !isFile(block) && !outcome.test(block.title))).toEqual([]);
    const examples = groupExamples(blocks);
    expect(examples.filter(({ files, outcomes }) => files.length === 0 || outcomes.length === 0)).toEqual([]);
  });

  it.each(groupExamples(blocks).map((example) => [example.files[0]?.line, example] as const))(
    'shows the result of the example at line %i',
    (_line, { files, outcomes }) => {
      const compilation = compileFiles(Object.fromEntries(files.map(({ title, text }) => [title, text])));
      const isWrong = outcomes.some(({ title }) => title === 'diagnostics');
      // Where nothing is said to be wrong, nothing is.
      const compiled = outcomes.filter((outcome) => !isRequest(outcome));
      const all = isWrong ? compiled : [...compiled, { title: 'diagnostics', language: 'text', text: '' }];
      const actual = all.map(({ title, language }) => read(language, printOutcome(title, compilation)!));
      expect(actual).toEqual(all.map(({ language, text }) => read(language, text)));
    },
  );
});
