import { relative } from 'node:path';
import { runScript } from './package-manager.ts';
import type { Choices } from './project-choices.ts';
import type { Plan } from './project-plan.ts';
import { DATABASE_HINT } from './database-file.ts';
import { verifiersHint } from './verifier-code.ts';

/** Prints the written files, and the next steps. */
export function reportPlan(
  directory: string,
  choices: Choices,
  { added, changed, kept, dev, manager, hints, isInstalled }: Plan & { readonly isInstalled: boolean },
  imported: string,
): string {
  const steps = [
    ...(directory === process.cwd() ? [] : [`cd ${showDirectory(directory)}`]),
    ...(isInstalled ? [] : [`${manager.name} install`]),
    runScript(dev, manager.name),
  ];
  const isNew = 'package.json' in added;
  const script = (name: string): string => runScript(isNew ? name : `api:${name}`, manager.name);
  const next = [
    ...verifiersHint(choices),
    `Then open the address that it prints after "${choices.frontEnd === 'new' ? 'Local' : 'API'}", and edit a file under app/operations.`,
    `Run the build on your machine: ${script('build')} && ${script('start')}.`,
    `Tests: ${script('test')}. Check your contracts: npx operations check. A new endpoint: npx operations new <path@method>.`,
  ];
  return [
    ...section('Wrote', Object.keys(added).sort()),
    ...section('Changed', Object.keys(changed).sort()),
    ...section('Kept, because these files exist', kept),
    ...(imported === '' ? [] : [imported]),
    ...hints,
    ...(choices.database === 'postgresql' ? [DATABASE_HINT] : []),
    `Next:\n${steps.map((step) => `  ${step}`).join('\n')}`,
    next.join('\n'),
  ].join('\n\n');
}

/** The path of a directory for texts, relative to the working directory. */
export function showDirectory(directory: string): string {
  const path = relative(process.cwd(), directory).replaceAll('\\', '/');
  return path === '' ? 'This directory' : path;
}

function section(title: string, paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : [`${title}:\n${paths.map((path) => `  ${path}`).join('\n')}`];
}
