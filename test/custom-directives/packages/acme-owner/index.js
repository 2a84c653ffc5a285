import { defineDirective } from 'unplugin-operations/directive';

export const owner = defineDirective({
  version: 1,
  name: 'owner',
  form: { snippet: '${1:team}', meaning: 'The team that owns the operation.', example: '@owner billing' },
  inherits: 'replace',
  checks: { changed: 'info' },
  read: (line) => (/^[a-z-]+$/.test(line.text) ? line.text : line.error('An owner is the name of a team.')),
  sent: ([team]) => ({ extensions: { 'x-owner': team } }),
  show: ([team]) => [`owned by ${team}`],
  changed: ([before], [after]) =>
    before === after
      ? []
      : [['changed', `the operation is owned by ${after ?? 'nobody'} now, not by ${before ?? 'nobody'}`]],
  undocument: ({ extensions }) => (typeof extensions['x-owner'] === 'string' ? [extensions['x-owner']] : []),
  write: (value) => value,
});
