import type { DirectiveDescription } from '../directive-description.ts';

/** `@summary text`, in place of the first line of the description. */
export const summary = {
  name: 'summary',
  form: {
    snippet: '${1:text}',
    meaning: 'A summary in one line, in place of the first line of the description.',
    example: '@summary Lists the pets',
  },
  often: 'once',
  isEveryday: true,
  read: ({ markdown }) => markdown()?.replace(/\s+/g, ' '),
} as const satisfies DirectiveDescription<string>;
