import { relative, resolve } from 'node:path';
import type { ModuleInput } from '../compiler/check-module.ts';
import { checkModule } from '../compiler/check-module.ts';
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts';
import { severalFiles } from '../compiler/diagnostics/messages.ts';
import { forPackages } from '../compiler/operations/used-packages.ts';
import { createAliases } from './aliases.ts';
import { appModule, filesOfApp } from './app-module.ts';
import { appTexts } from './app-texts.ts';
import { readIfFile, readText } from './disk.ts';
import { toPosix } from './files.ts';
import type { Project } from './project.ts';

/** Checks modules outside of the tree, such as one with verifiers, for guards without effect. */
export interface ModuleChecks {
  /** @param file Absolute. */
  checkModule(file: string, text: string): readonly Diagnostic[];
  /** The same for the module that the option `app` names. */
  checkApp(): readonly Diagnostic[];
}

/** Finds and reads the modules of a project. */
export function modulesBelow(root: string): Required<Pick<ModuleInput, 'readFile' | 'resolveAlias'>> {
  const readFile = (file: string): string | undefined => readIfFile(resolve(root, file));
  return { readFile, resolveAlias: createAliases(readFile) };
}

export function createModuleChecks(
  project: Pick<Project, 'root' | 'options'>,
  input: () => Pick<ModuleInput, 'cache' | 'custom' | 'tree' | 'base' | 'strict'>,
): ModuleChecks {
  const { root, options } = project;
  const check = (file: string, text: string, isOwn: boolean): readonly Diagnostic[] =>
    forPackages(
      checkModule({ file: toPosix(relative(root, file)), text }, { ...input(), ...modulesBelow(root), isOwn }),
      () => appTexts(project),
    );
  return {
    checkModule: (file, text) => check(file, text, false),
    checkApp() {
      const file = appModule(root, options.app);
      if (file === undefined) return [];
      const [named = '', ...others] = filesOfApp(root, options.app!);
      return [...(others.length > 0 ? [severalFiles(named, others)] : []), ...check(file, readText(file), true)];
    },
  };
}
