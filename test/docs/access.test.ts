import { expect, it } from 'vitest';
import { accessText } from '../../src/command/list-table.ts';
import { compileOperations } from '../../src/build/compiler/compile.ts';
import { readBlocks, readPage } from './examples.ts';

const SCHEMES =
  'components: { securitySchemes: { token: { type: oauth2, flows: { clientCredentials: { tokenUrl: /token, scopes: { admin: All } } } } } }\n';

it('the page on the command shows the list of access as the command prints it', () => {
  const operation = (security: string): string =>
    `/**\n * Does it.\n *\n * @security ${security}\n * @returns {string} It\n */\nexport default () => 'x';\n`;
  const compilation = compileOperations({
    files: [
      { path: 'books/@get.ts', text: operation('none') },
      { path: 'books/{id}@delete.ts', text: operation('token admin') },
      { path: 'orders/@post.ts', text: operation('token') },
      { path: 'orders/_middleware.ts', text: 'export const authorize = (ctx) => ctx.auth.token !== undefined;\n' },
    ],
    definitions: [{ path: 'openapi.yaml', text: SCHEMES }],
  });
  expect(compilation.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const shown = readBlocks(readPage('reference/command.md')).find(({ title }) => title === 'access');
  expect(shown?.text.trimEnd()).toBe(accessText(compilation));
});
