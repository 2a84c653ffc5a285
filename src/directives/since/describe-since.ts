import type { DirectiveDescription } from '../directive-description.ts';

/**
 * `@since v2`: the first version that has the operation. JSDoc's tag of this name can have any text, which only means something in a project with
 * versions.
 */
export const since = {
  name: 'since',
  form: {
    snippet: '${1:v2}',
    meaning: 'The first version of the API that has the operation, by its name in the option `versions`.',
    example: '@since v2',
  },
  often: 'any',
  inherited: 'replace',
  isEveryday: true,
  isOfTree: true,
  read: ({ text }) => text,
} as const satisfies DirectiveDescription<string>;
