import { appModule } from './app-module.ts';
import { readIfFile } from './disk.ts';
import { findPackageFile } from './package.ts';
import type { Project } from './project.ts';

/** The texts that show which packages an app uses: those of package.json and of its module, as far as they exist. */
export function appTexts({ root, options }: Pick<Project, 'root' | 'options'>): string[] {
  const files = [findPackageFile(root), appModule(root, options.app)];
  return files.flatMap((file) => (file === undefined ? [] : (readIfFile(file) ?? [])));
}
