import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { updateDeclarations } from '../../build/project/declaration-file.ts';
import { accessOf } from '../../build/compiler/operations/caller-access.ts';
import { createSession } from '../../build/project/session.ts';
import type { Imported } from '../import/import-project.ts';
import { extensionOf, languageIn } from '../../build/project/source-language.ts';
import type { ResolvedOptions } from '../../build/project/options.ts';
import { locateProject } from '../../build/project/project.ts';
import { resolveOptions } from '../../build/project/options.ts';
import type { Choices, InitArguments } from './project-choices.ts';
import { baseOf, conflictOf, parseChoices, withDefaults } from './project-choices.ts';
import type { Plan } from './project-plan.ts';
import { planProject } from './project-plan.ts';
import { Cancelled, askChoices, askDirectory, askToAdd, askToInstall } from './questions.ts';
import type { Files } from './language.ts';
import { accessTest } from './test-files.ts';
import { reportPlan, showDirectory } from './plan-report.ts';
import { replaceFile } from '../../build/project/replace-file.ts';

/** The output of `operations init`. */
export interface InitOutcome {
  readonly text: string;
  readonly code: 0 | 1;
}

/** Files that a directory can have and still counts as empty. */
const UNIMPORTANT = new Set(['.git', '.DS_Store', 'Thumbs.db', '.idea', '.vscode']);

/**
 * Makes a project that runs, or adds an API to an existing project. On a terminal, it prompts for the choices that the arguments leave open.
 *
 * @param named The directory, relative to the working directory; undefined if the command does not name one.
 * @throws {Error} If an argument is invalid, or if the directory has files and neither `--yes` nor a terminal allows to add to them.
 */
export async function initProject(named: string | undefined, args: InitArguments): Promise<InitOutcome> {
  const given = parseChoices(args);
  const asks = args.yes !== true && process.stdin.isTTY === true && process.stdout.isTTY === true;
  try {
    const name = named ?? (asks && !isProject('.') ? await askDirectory(isEmptyDirectory('.') ? '.' : 'my-api') : '.');
    const directory = resolve(name);
    const isNew = isEmptyDirectory(directory);
    if (!isNew) await allowFiles(directory, name, args.yes === true, asks);
    const chosen = asks ? await askChoices(given, isNew) : given;
    const choices = withDefaults(detect(directory, chosen), directory);
    const conflict = conflictOf(choices);
    if (conflict !== undefined) throw new Error(conflict);
    return { text: await makeProject(directory, choices, asks), code: 0 };
  } catch (error) {
    if (error instanceof Cancelled) return { text: '', code: 1 };
    throw error;
  }
}

/** Whether a directory is missing, or has nothing of a project. */
function isEmptyDirectory(directory: string): boolean {
  return !existsSync(directory) || readdirSync(directory).every((entry) => UNIMPORTANT.has(entry));
}

/** Whether a directory has a project to add an API to. */
function isProject(directory: string): boolean {
  return ['package.json', 'index.html'].some((file) => existsSync(join(directory, file)));
}

/** Installs the packages, if that is wanted; returns whether they are installed. */
async function install(
  directory: string,
  { install: isWanted }: Choices,
  { manager }: Plan,
  asks: boolean,
): Promise<boolean> {
  const command = `${manager.name} install`;
  if (!(isWanted ?? (asks && (await askToInstall(command))))) return false;
  // The file of a package manager is a script on Windows, which only a shell starts.
  const { status } = spawnSync(command, { cwd: directory, stdio: 'inherit', shell: true });
  return status === 0;
}

async function makeProject(directory: string, chosen: Choices, asks: boolean): Promise<string> {
  const { description } = chosen;
  // Planned first, so that a description that cannot be read leaves no half of a project.
  const described = description === undefined ? undefined : await importDescription(directory, chosen, true);
  const choices = { ...chosen, ...(described !== undefined && { base: described.base, schemes: described.schemes }) };
  const plan = planProject(directory, choices);
  writeFiles(directory, { ...plan.added, ...plan.changed });
  const options = resolveOptions({ root: directory, base: baseOf(choices), dts: { globals: choices.globalTypes } });
  // The import writes this file too.
  const hadTypes = existsSync(join(directory, String(options.dts)));
  const imported = description === undefined ? '' : (await importDescription(directory, choices, false)).text;
  const types = writeTypes(directory, options);
  const tested = description === undefined ? {} : writeAccessTest(directory, choices, options);
  const added = { ...plan.added, ...(!hadTypes && types), ...tested };
  const isInstalled = await install(directory, choices, plan, asks);
  return reportPlan(directory, choices, { ...plan, added, isInstalled }, imported);
}

async function allowFiles(directory: string, name: string, isAllowed: boolean, asks: boolean): Promise<void> {
  if (existsSync(join(directory, 'app/operations')))
    throw new Error(
      `${showDirectory(directory)} has app/operations already. Add an operation with: npx operations new <path@method>`,
    );
  if (isAllowed) return;
  if (!asks)
    throw new Error(
      `${showDirectory(directory)} has files. Add --yes to add the API to them (existing files are kept), or name another directory than "${name}".`,
    );
  await askToAdd(showDirectory(directory));
}

/** Adds the facts that the directory shows: its language, and a front end. */
function detect(directory: string, chosen: Partial<Choices>): Partial<Choices> {
  const has = (path: string): boolean => existsSync(join(directory, path));
  return {
    ...(has('package.json') && { language: languageIn(directory), docs: false }),
    ...chosen,
    ...(has('index.html') && { frontEnd: 'existing' as const }),
  };
}

function writeFiles(directory: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    replaceFile(file, text);
  }
}

/** Writes `operations.d.ts`, so that TypeScript knows the operations before the first build. */
function writeTypes(directory: string, options: ResolvedOptions): Plan['added'] {
  const name = String(options.dts);
  const file = join(directory, name);
  updateDeclarations(locateProject(options, directory), () => undefined);
  return existsSync(file) ? { [name]: readFileSync(file, 'utf8') } : {};
}

/** Writes a test of who can call the operations of a description. The verifiers reject everybody until they are written. */
function writeAccessTest(directory: string, choices: Choices, options: ResolvedOptions): Files {
  const compilation = createSession(locateProject(options, directory)).compile();
  const rows = compilation.operations.map((operation) => {
    const { method, path } = operation.contract;
    return { method, path, isOpen: accessOf(operation, compilation).isOpen };
  });
  const files = accessTest(choices, rows);
  const added = Object.fromEntries(Object.entries(files).filter(([path]) => !existsSync(join(directory, path))));
  writeFiles(directory, added);
  return added;
}

async function importDescription(directory: string, choices: Choices, isDryRun: boolean): Promise<Imported> {
  const { importIntoProject } = await import('../import/import-project.ts');
  const options = resolveOptions({ root: directory, base: baseOf(choices) });
  const { description, allowed = {}, language } = choices;
  const flags = {
    isDryRun,
    isLossy: true,
    isVerbose: false,
    extension: extensionOf(language),
    allowed,
  };
  return importIntoProject(description!, locateProject(options, directory), flags);
}
