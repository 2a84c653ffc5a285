import type { DirectiveChange, DirectiveDescription } from '../directive-description.ts';

/** `@tags a, b`: separated by commas, since a tag can have spaces. */
export const tags = {
  name: 'tags',
  form: { snippet: '${1:name}', meaning: 'Groups in the document, separated by commas.', example: '@tags pets, shop' },
  often: 'any',
  inherited: 'add',
  read({ text }) {
    const names = text.split(',').map((name) => name.trim().replace(/\s+/g, ' '));
    const given = names.filter((name) => name !== '');
    return given.length === 0 ? undefined : given;
  },
  contract: (lines) => ({ tags: [...new Set(lines.flat())] }),
  changes({ tags: before = [] }, { tags: after = [] }, subject) {
    const removed = before.filter((tag) => !after.includes(tag));
    const added = after.filter((tag) => !before.includes(tag));
    return [
      ...removed.map((tag): DirectiveChange => ['api-tag-removed', `${subject} no longer has the tag "${tag}"`]),
      ...added.map((tag): DirectiveChange => ['api-tag-added', `${subject} has the tag "${tag}" now`]),
    ];
  },
  lines: ({ tags: names }) => (names === undefined ? [] : [names.join(', ')]),
} as const satisfies DirectiveDescription<readonly string[]>;
