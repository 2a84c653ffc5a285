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
  changes({ operationId: was }, { operationId: is }, subject) {
    if (was === is) return [];
    return [
      ...(was === undefined
        ? []
        : [['api-operation-id-removed', `${subject} no longer has the operationId "${was}"`] as const]),
      ...(is === undefined ? [] : [['api-operation-id-added', `${subject} has the operationId "${is}" now`] as const]),
    ];
  },
} as const satisfies DirectiveDescription<string>;
