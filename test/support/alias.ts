import { fileURLToPath } from 'node:url';

const source = (path: string): string => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));

/** The package's public names, answered from its sources. */
export const alias: { find: RegExp; replacement: string }[] = [
  {
    find: /^unplugin-operations\/(koa|lambda|workers|fetch|otel|postgres|sqlite|d1|dynamodb|events|redis|list|kysely|drizzle|testing)$/,
    replacement: source('runtime/$1/index.ts'),
  },
  { find: /^unplugin-operations\/(\w+)$/, replacement: source('$1.ts') },
  { find: /^unplugin-operations$/, replacement: source('index.ts') },
];
