import type { Choices } from './project-choices.ts';

/**
 * Creates the `.gitignore` of a project without one.
 *
 * @param output The file that the build writes, relative to the project.
 */
export function createGitignore(choices: Choices, output: string): string {
  const builds = new Set(['dist', topOf(output)]);
  const lines = ['node_modules', ...builds, '/out', '.env', '.env.*', '!.env.example', ...written(choices)];
  return `${lines.join('\n')}\n`;
}

/**
 * Adds the files that installing, building and running the API writes to an existing `.gitignore`, and the file of secrets.
 *
 * @param output The file that the build writes, relative to the project.
 */
export function extendGitignore(text: string, choices: Choices, output: string): string {
  const patterns = text.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, ''));
  const hasPattern = (path: string): boolean =>
    patterns.some((pattern) => pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1))));
  const missing = ['node_modules', topOf(output), '.env', ...written(choices)].filter((path) => !hasPattern(path));
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text === '' || text.endsWith('\n') ? text : `${text}${eol}`;
  return missing.length === 0 ? text : `${start}${missing.map((path) => `${path}${eol}`).join('')}`;
}

/** Files that the server and the commands of its platform write. */
function written({ database, platform }: Choices): readonly string[] {
  return [
    ...(database === 'sqlite' ? ['data.db*'] : []),
    ...{ node: [], lambda: ['function.zip'], workers: ['.wrangler'] }[platform],
  ];
}

function topOf(path: string): string {
  return path.slice(0, path.indexOf('/'));
}
