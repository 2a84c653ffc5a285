import { extensionOf } from '../../build/project/source-language.ts';
import type { Choices } from './project-choices.ts';

/** Files, by path. */
export type Files = Readonly<Record<string, string>>;

/** How the language of a project is written. */
interface Language {
  /** The extension of its files. */
  readonly extension: 'ts' | 'js';
  /** The text in TypeScript, and nothing in JavaScript. */
  ts(text: string): string;
}

/** Returns the language of a project. */
export function languageOf({ language }: Choices): Language {
  return { extension: extensionOf(language), ts: (text) => (language === 'typescript' ? text : '') };
}
