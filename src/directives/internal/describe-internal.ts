import type { DirectiveDescription } from '../directive-description.ts';

/** `@internal`: the operation is served, and neither the document nor clients have it. */
export const internal = {
  name: 'internal',
  form: { snippet: '', meaning: 'The operation is served and not documented.', example: '@internal' },
  often: 'once',
  inherited: 'replace',
  isEveryday: true,
  read: () => true as const,
  contract: () => ({ internal: true }),
  isMark: (operation) => operation.internal === true,
} as const satisfies DirectiveDescription<true>;
