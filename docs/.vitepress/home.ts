import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the comment of index.md becomes. A test holds each text against the compiler and the page. */
const RESULTS: readonly { readonly name: string; readonly text: string }[] = [
  { name: '400 for ?name=A', text: 'name must have at least 2 characters' },
  { name: 'TypeScript', text: 'input.query.name: string' },
  { name: 'OpenAPI', text: 'type: string, minLength: 2, default: reader' },
  { name: 'Client', text: "await api.greet({ query: { name: 'Ada' } })" },
];

/** The top of the home page. It is not in index.md, which is also read as plain Markdown. */
export const HOME: Readonly<Record<string, unknown>> = {
  layout: 'home',
  hero: {
    name: 'unplugin-operations',
    text: 'An endpoint is a file. Its contract is a comment.',
    tagline:
      'Routing, validation, TypeScript types, OpenAPI and a typed client, compiled by your bundler. Served by Koa on Node, Lambda and Workers, or beside your Express app.',
    actions: [
      { theme: 'brand', text: 'Quick start', link: '/start/quick-start' },
      { theme: 'alt', text: 'How it works', link: '/start/how-it-works' },
      { theme: 'alt', text: 'Compare', link: '/start/comparison' },
    ],
  },
  idea: { ...readExample(), route: 'GET /hello', results: RESULTS },
};

/** The file that index.md shows: its path, and its code without imports. */
function readExample(): { readonly file: string; readonly code: string } {
  const page = readFileSync(join(import.meta.dirname, '../index.md'), 'utf8');
  const [, file = '', code = ''] = /^```ts (app\/\S+)$[\s\S]*?^(\/\*\*$[\s\S]*?)\n```$/m.exec(page)!;
  return { file, code };
}
