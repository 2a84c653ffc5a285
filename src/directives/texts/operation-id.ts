import type { DirectiveDescription } from '../directive-description.ts';

/** `@operationId name`: an ID that differs from the function's name, which the compiler takes otherwise. */
export const operationId = {
  name: 'operationId',
  form: {
    snippet: '${1:name}',
    meaning: "An ID that differs from the function's name.",
    example: '@operationId listPets',
  },
  often: 'once',
  read: ({ markdown }) => markdown()?.replace(/\s+/g, ' '),
} as const satisfies DirectiveDescription<string>;
