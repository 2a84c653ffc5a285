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
  changes(before, after, subject) {
    if (before.internal !== true || after.internal === true) return [];
    const shown = after.event === undefined ? 'clients have it' : 'endpoints that do not choose their events get it';
    return [['internal-removed', `${subject} is no longer internal, so the document shows it and ${shown}`, true]];
  },
  weakening: ['internal-removed'],
} as const satisfies DirectiveDescription<true>;
