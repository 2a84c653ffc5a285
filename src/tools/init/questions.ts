import { existsSync } from 'node:fs';
import { cancel, confirm, intro, isCancel, log, select, text } from '@clack/prompts';
import { toUri } from '../openapi/fetch/fetch-text.ts';
import type { Choices } from './project-choices.ts';
import { PLATFORMS, conflictOf } from './project-choices.ts';

/** Thrown if the user cancels. */
export class Cancelled extends Error {}

/**
 * Prompts for the choices that the command line leaves open.
 *
 * @param isNew Whether the directory has no project yet.
 * @throws {Cancelled} If the user cancels.
 */
export async function askChoices(given: Partial<Choices>, isNew: boolean): Promise<Partial<Choices>> {
  intro('unplugin-operations');
  const choices: { -readonly [K in keyof Choices]?: Choices[K] } = { ...given };
  choices.language ??= await choose('Language', { typescript: 'TypeScript', javascript: 'JavaScript' });
  choices.platform ??= await choose('Where will the API run?', PLATFORMS);
  if (isNew && choices.platform === 'node')
    choices.frontEnd ??= await choose('Kind of project', { none: 'An API', new: 'An API beside a Vite front end' });
  if (isNew && choices.platform !== 'node' && choices.frontEnd === undefined)
    log.info(
      `On ${PLATFORMS[choices.platform]}, a front end is deployed on its own, so this project has only the API.`,
    );
  const databases = { none: 'None', sqlite: 'SQLite', postgresql: 'PostgreSQL' } as const;
  const possible = Object.entries(databases).filter(
    ([database]) => conflictOf({ ...choices, database: database as Choices['database'] }) === undefined,
  );
  if (possible.length > 1)
    choices.database ??= await choose('Database', Object.fromEntries(possible) as typeof databases);
  if (isNew)
    choices.docs ??= await answer<boolean>(
      confirm({ message: 'A page at /docs to read and try the API?', initialValue: choices.platform === 'node' }),
    );
  if (!('description' in choices)) {
    const message = 'An OpenAPI description to start from (a file or a URL)';
    const description: string = await answer<string>(
      text({ message, placeholder: 'none', defaultValue: '', validate: faultOfDescription }),
    );
    if (description !== '') choices.description = description;
  }
  return choices;
}

/**
 * Prompts for the directory of a new project.
 *
 * @param byDefault The directory if the answer is empty.
 * @throws {Cancelled} If the user cancels.
 */
export function askDirectory(byDefault: string): Promise<string> {
  return answer<string>(text({ message: 'Directory', placeholder: byDefault, defaultValue: byDefault }));
}

/**
 * Prompts whether to install the packages.
 *
 * @param command The command that does it.
 * @throws {Cancelled} If the user cancels.
 */
export function askToInstall(command: string): Promise<boolean> {
  return answer<boolean>(confirm({ message: `Install the packages now (${command})?` }));
}

/**
 * Prompts whether to write into a directory that has files.
 *
 * @throws {Cancelled} If the user cancels or declines.
 */
export async function askToAdd(directory: string): Promise<void> {
  const message = `${directory} has files. Add the API to them? Existing files are kept.`;
  if (!(await answer(confirm({ message })))) throw stopAsking();
}

/** Explains why an answer isn't the location of a description, so that the prompt repeats; undefined if it is one, or is empty. */
function faultOfDescription(given: string | undefined = ''): string | undefined {
  if (given === '') return undefined;
  try {
    const uri = new URL(toUri(given));
    if (uri.protocol !== 'file:' || existsSync(uri)) return undefined;
  } catch {
    return `${given} is not a valid URL.`;
  }
  return `The file ${given} does not exist. Enter the path of a file or a URL, or nothing.`;
}

async function choose<K extends string>(message: string, options: { readonly [value in K]: string }): Promise<K> {
  const entries = Object.entries<string>(options);
  return (await answer(
    select({ message, options: entries.map(([value, label]) => ({ value, label })) }) as Promise<K | symbol>,
  )) as K;
}

async function answer<T>(question: Promise<T | symbol>): Promise<T> {
  const given = await question;
  if (isCancel(given)) throw stopAsking();
  return given as T;
}

function stopAsking(): Cancelled {
  cancel('Cancelled. Nothing was written.');
  return new Cancelled('Cancelled. Nothing was written.');
}
