import { expect, it } from 'vitest';
import { diagnosticsOf, operation, packageJson, packageOf } from './project.ts';

it.each([
  ['never ends', `name: 'mark', read() { for (;;); }`],
  ['matches a slow pattern', `name: 'mark', read: () => /^(a+)+$/.test('a'.repeat(50) + 'b')`],
])('reports a package that %s, with file and line', async (_, fields) => {
  const found = await diagnosticsOf({
    'package.json': packageJson(['marks']),
    'app/operations/a.ts': operation('@mark x'),
    ...packageOf('marks', fields),
  });
  expect(found.join('\n')).toContain('app/operations/a.ts:2:4 - error custom-directive-failure: "@mark" of marks');
  expect(found.join('\n')).toContain('takes longer than 1 second');
});
