import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';

/** The languages of a project's files. */
export type Language = 'typescript' | 'javascript';

/** The language of a project: JavaScript if it has a package.json, and no tsconfig.json. */
export function languageIn(directory: string): Language {
  const has = (name: string): boolean => existsSync(join(directory, name));
  return has('package.json') && !has('tsconfig.json') ? 'javascript' : 'typescript';
}

/** The extension of files, by language. */
export function extensionOf(language: Language): 'ts' | 'js' {
  return language === 'typescript' ? 'ts' : 'js';
}

/**
 * The extension of a new operation: that of most operations that are ES modules. The first has that of the project's language.
 *
 * @param operations The paths of the operations.
 * @param root The project's directory.
 */
export function extensionOfNew(operations: readonly string[], root: string): string {
  const counts = new Map<string, number>();
  for (const path of operations) {
    const name = extname(path).slice(1);
    if (!name.startsWith('c')) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? extensionOf(languageIn(root));
}

/** Whether a file is TypeScript, by its extension. */
export function isTypeScript(file: string): boolean {
  return /\.[cm]?ts$/.test(file);
}
