import { defineDirective } from 'unplugin-operations/directive';

export const permission = defineDirective({
  version: 1,
  name: 'permission',
  form: {
    snippet: '${1:invoices:write}',
    meaning: 'The permission that the caller needs.',
    example: '@permission invoices:write',
  },
  repeats: true,
  guards: true,
  runtime: './runtime.js',
  types: {
    ctx: { permissions: 'readonly string[]' },
    option: "import('acme-permission').PermissionOption",
  },
  words: (before) => (before === '' ? ['invoices:read', 'invoices:write'] : []),
  read(line) {
    const [, resource, action, rest] = /^([a-z]+):([a-z]+|\*)?(.*)$/s.exec(line.text) ?? [];
    if (resource === undefined || action === undefined)
      return line.error('A permission is "resource:action", such as "invoices:write".', {
        start: 0,
        end: line.text.length,
      });
    if (rest !== '')
      return line.error('Write one permission per line.', {
        start: line.text.length - rest.length,
        end: line.text.length,
      });
    return `${resource}:${action}`;
  },
  check({ all }, { error }) {
    const twice = all.findLastIndex((value, i) => all.indexOf(value) < i);
    if (twice !== -1) error(`"${all[twice]}" is required twice. Remove one of the lines.`, twice);
  },
  sent: (values) => ({ extensions: { 'x-permissions': values } }),
  show: (values) => values.map((value) => `permission ${value}`),
  // Fewer callers have the one for all actions.
  covers: (line, other) => line === other || line === `${other.split(':')[0]}:*`,
  undocument: ({ extensions }) => extensions['x-permissions'] ?? [],
  write: (value) => value,
});
