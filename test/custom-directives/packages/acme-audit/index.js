import { defineDirective } from 'unplugin-operations/directive';

export const audit = defineDirective({
  version: 1,
  name: 'audit',
  form: {
    snippet: '${1:invoices}',
    meaning: 'Writes requests to a log, whose entry each response names.',
    example: '@audit invoices',
  },
  inherits: 'replace',
  runtime: 'acme-audit/runtime',
  read: (line) => (line.text === '' ? line.error('Name the log.') : line.text),
  sent: () => ({
    parameters: [
      {
        name: 'X-Reason',
        in: 'header',
        schema: { type: 'string', maxLength: 20 },
        description: 'Why the request is made.',
      },
    ],
    headers: {
      'X-Audit-Id': {
        description: 'The entry in the log.',
        schema: { type: 'string' },
        required: true,
        on: 'all',
      },
    },
    problems: [{ status: 423, description: 'The log is locked.' }],
  }),
  show: ([log]) => [`audited in ${log}`],
});
