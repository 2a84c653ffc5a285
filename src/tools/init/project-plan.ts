import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiFiles } from './api-files.ts';
import type { Choices } from './project-choices.ts';
import { addPlugin, importOf, isCommonJs } from './edit-vite-config.ts';
import { extendGitignore } from './gitignore.ts';
import type { Files } from './language.ts';
import { languageOf } from './language.ts';
import type { PackageManager } from './package-manager.ts';
import { projectManager, withManagerFiles } from './package-manager.ts';
import { addToPackage, createPackage, devScript, isModule, builtFile } from './package-json.ts';
import { createProjectFiles, pluginOptions } from './project-files.ts';
import { readmeFile } from './project-readme.ts';
import { addDeclarations, changeTsconfig } from './tsconfig.ts';
import { hasWorker, workerFile } from './worker-file.ts';
import { VITE_CONFIGS } from '../../build/project/vite-config-names.ts';

/** The files that `operations init` writes. */
export interface Plan {
  /** New files, by path. */
  readonly added: Files;
  /** The new texts of existing files, by path. */
  readonly changed: Files;
  /** New files whose paths are taken. Their files stay as they are. */
  readonly kept: readonly string[];
  /** The name of the script that starts the dev server. */
  readonly dev: string;
  readonly manager: PackageManager;
  /** Steps that are left to the user. */
  readonly hints: readonly string[];
}

/** The names of the file that introduces a project. */
const READMES = ['README.md', 'readme.md', 'Readme.md', 'README'];

const PNP_HINT =
  'This project uses Plug\'n\'Play, which TypeScript 7 does not support. Set "nodeLinker: node-modules" in .yarnrc.yml.';

/**
 * Plans a project. No existing file is replaced: package.json, tsconfig.json, .gitignore and `vite.config` are extended.
 *
 * @param directory Absolute; it need not exist.
 */
export function planProject(directory: string, choices: Choices): Plan {
  const has = (path: string): boolean => existsSync(join(directory, path));
  const read = (path: string): string => readFileSync(join(directory, path), 'utf8');
  const packageText = has('package.json') ? read('package.json') : undefined;
  const manager = projectManager(directory);
  const isCommonJsPackage = packageText !== undefined && !isModule(packageText);
  const config = VITE_CONFIGS.find(has);
  const output = builtFile(choices, packageText, config !== undefined);
  const files = { ...createApiFiles(choices, output), ...createProjectFiles(choices, output, isCommonJsPackage) };
  const added: Record<string, string> =
    packageText === undefined
      ? { ...withManagerFiles(files, manager, directory, choices.platform === 'workers') }
      : files;
  const changed: Record<string, string> = {};
  const hints: string[] = [];
  const ownConfig = `vite.config.${isCommonJsPackage ? 'm' : ''}ts`;
  const types =
    choices.language === 'typescript' && has('tsconfig.json')
      ? changeTsconfig(read('tsconfig.json'), isCommonJsPackage, config === undefined ? [ownConfig] : [])
      : undefined;
  if (types) {
    delete added['tsconfig.json'];
    if (types.root !== undefined) changed['tsconfig.json'] = types.root;
    if (types.app !== undefined) added['app/tsconfig.json'] = types.app;
    const current = (path: string): string | undefined => changed[path] ?? (has(path) ? read(path) : undefined);
    if (choices.frontEnd !== 'none') Object.assign(changed, addDeclarations(current));
  }
  if (packageText === undefined) {
    added['package.json'] = createPackage(choices, manager);
    added['README.md'] = readmeFile(choices, manager);
  } else {
    // An existing project decides how it checks its JavaScript, and what it builds.
    delete added['jsconfig.json'];
    if (hasWorker(choices)) delete added[workerFile(choices)];
    if (isCommonJsPackage) nameAsModule(added, `vite.config.${languageOf(choices).extension}`);
    const extended = addToPackage(packageText, choices, types?.app !== undefined, undefined, manager);
    if (extended !== packageText) changed['package.json'] = extended;
  }
  if (config !== undefined) {
    for (const path of VITE_CONFIGS) delete added[path];
    changeConfig(config, read(config), pluginOptions(choices), changed, hints);
  }
  if (READMES.some(has)) delete added['README.md'];
  if (has('.gitignore')) {
    delete added['.gitignore'];
    const text = read('.gitignore');
    const extended = extendGitignore(text, choices, output);
    if (extended !== text) changed['.gitignore'] = extended;
  }
  if (has('.pnp.cjs')) hints.push(PNP_HINT);
  const kept = Object.keys(added).filter(has);
  for (const path of kept) delete added[path];
  return { added, changed, kept, dev: devScript(packageText ?? '{}'), manager, hints };
}

/** Renames a file so that it is an ES module in a CommonJS package too. */
function nameAsModule(files: Record<string, string>, path: string): void {
  const { [path]: text = '' } = files;
  delete files[path];
  files[path.replace(/\.(?=[jt]s$)/, '.m')] = text;
}

function changeConfig(
  file: string,
  text: string,
  options: string,
  changed: Record<string, string>,
  hints: string[],
): void {
  if (text.includes('unplugin-operations/vite')) return;
  const extended = addPlugin(file, text, options);
  if (extended === undefined) {
    const code = `${importOf('operations', isCommonJs(file, text))}\n  plugins: [operations(${options})]`;
    hints.push(`Add the plugin to ${file} yourself:\n\n  ${code}\n`);
  } else changed[file] = extended;
}
