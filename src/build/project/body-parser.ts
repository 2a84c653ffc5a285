import { mayParseBody } from '../compiler/operations/body-parsers.ts';
import { appModule } from './app-module.ts';
import { readIfFile } from './disk.ts';
import { findPackageFile } from './package.ts';
import type { Project } from './project.ts';

/** Whether a project has a package that parses bodies, or an app that does it. */
export function hasBodyParser({ root, options }: Pick<Project, 'root' | 'options'>): boolean {
  const files = [findPackageFile(root), appModule(root, options.app)];
  return files.some((file) => file !== undefined && mayParseBody(readIfFile(file) ?? ''));
}
