import type { DirectiveDescription } from '../directive-description.ts';

/** `@etag`: a GET has an `ETag`, and the PUT, PATCH and DELETE of its path are conditional. RFC 9110, 8.8.3 and 13.1. */
export const etag = {
  name: 'etag',
  form: {
    snippet: '',
    meaning: 'A GET has an `ETag`, and the PUT, PATCH and DELETE of its path require it.',
    example: '@etag',
  },
  often: 'once',
  protects: true,
  takes: [],
  read: () => true as const,
  check({ own }, { operation }, report) {
    if (operation === undefined || operation.method === 'GET') return;
    const { method } = operation;
    for (const { at } of own)
      report({
        code: 'etag-method',
        at,
        message: `"@etag" belongs to GET, not to ${method}. Move it to the GET of this path: its PUT, PATCH and DELETE are then conditional.`,
      });
  },
  contract: () => ({ etag: true }),
  lines: (operation) => (operation.etag === true ? [''] : []),
} as const satisfies DirectiveDescription<true, 'etag-method'>;
