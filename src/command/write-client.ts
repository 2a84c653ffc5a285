import { PACKAGE_NAME } from '../tools/init/project-choices.ts';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ClientPackage } from '../build/codegen/client-package/index.ts';
import { GENERATED, MANIFEST_FIELDS, README_HEADER } from '../build/codegen/client-package/index.ts';
import { DECLARATIONS_HEADER } from '../build/codegen/declarations/index.ts';
import { readPackage } from '../build/project/package.ts';
import type { Project } from '../build/project/project.ts';
import { outputOf } from './output-file.ts';
import { replaceFile } from '../build/project/replace-file.ts';

/** The options of `operations client`, as the command line has them. */
interface ClientArguments {
  readonly output?: unknown;
  readonly name?: unknown;
}

/**
 * Writes the client as a package. Files that this command has not written stay as they are.
 *
 * The first run writes package.json, and later runs never change it.
 *
 * @param generate Generates the files of a package with a name.
 * @returns A message about the written files.
 * @throws {Error} If an option is invalid, or if another file has the name of a generated one.
 */
export function writeClientPackage(
  project: Project,
  args: ClientArguments,
  generate: (name: string) => ClientPackage,
): string {
  const output = directoryOf(args.output);
  const directory = resolve(output);
  checkDirectory(directory, output, project);
  const existing = readManifest(directory, output);
  const name = packageName(args.name, existing?.['name'], readPackage(project.root).title, output);
  checkFiles(directory, output);
  const files = generate(name);
  const changed = (Object.keys(files) as (keyof ClientPackage)[]).filter((file) => {
    const text = read(join(directory, file));
    return isReplaced(file, text) && text !== files[file];
  });
  mkdirSync(directory, { recursive: true });
  for (const file of changed) replaceFile(join(directory, file), files[file]);
  return changed.length === 0 ? `${output} is up to date.` : `Wrote ${changed.join(', ')} to ${output}.`;
}

function directoryOf(given: unknown): string {
  const output = outputOf(given);
  if (output === undefined || output === '')
    throw new Error('Missing option --output. Give the directory of the package, such as "-o packages/api".');
  if (/\.(?:[cm]?[jt]sx?|json|ya?ml|tgz)$/.test(output) && !existsSync(output))
    throw new Error(
      `Invalid option --output: ${output} is the name of a file. A package is a directory, such as "-o packages/api".`,
    );
  return output;
}

/** Whether a file is written again. Users can take over package.json and the README. */
function isReplaced(file: keyof ClientPackage, text: string | undefined): boolean {
  if (text === undefined) return true;
  if (file === 'package.json') return false;
  return file !== 'README.md' || text.startsWith(README_HEADER);
}

/** Checks that a package can be in a directory. */
function checkDirectory(directory: string, shown: string, { directory: operations, definitions }: Project): void {
  if (existsSync(directory) && !statSync(directory).isDirectory())
    throw new Error(`Invalid option --output: ${shown} is a file. Give a directory.`);
  for (const [tree, name] of [
    [operations, 'operations'],
    [definitions, 'definitions'],
  ] as const) {
    if (!relative(tree, directory).startsWith('..'))
      throw new Error(`Invalid option --output: ${shown} is in the directory of the ${name}. Give another one.`);
  }
  if (!existsSync(directory) || existsSync(join(directory, 'package.json'))) return;
  const others = readdirSync(directory).filter((file) => !(GENERATED as readonly string[]).includes(file));
  if (others.some((file) => file !== 'README.md' && !file.startsWith('.')))
    throw new Error(`${shown} has other files, and no package.json. Give an empty directory, or one of a package.`);
}

/** Checks that generated files replace only generated files. */
function checkFiles(directory: string, shown: string): void {
  const foreign = GENERATED.filter((file) => read(join(directory, file))?.startsWith(DECLARATIONS_HEADER) === false);
  if (foreign.length === 0) return;
  const paths = foreign.map((file) => `${shown}/${file}`).join(', ');
  throw new Error(`"operations client" did not write ${paths}. Remove or rename it, or give another directory.`);
}

/** Reads an existing package.json; undefined without one. */
function readManifest(directory: string, shown: string): { readonly [field: string]: unknown } | undefined {
  const text = read(join(directory, 'package.json'));
  if (text === undefined) return undefined;
  const manifest = parseDocument(text, shown);
  const wrong = Object.entries(MANIFEST_FIELDS).filter(([field, value]) => !fits(manifest[field], value));
  if (wrong.length === 0) return manifest;
  const fields = wrong.map(([field, value]) => `  "${field}": ${JSON.stringify(value)}`).join(',\n');
  throw new Error(
    `${shown}/package.json is of another package, or needs these fields:\n\n${fields}\n\nSet them, or give another directory.`,
  );
}

/** Whether a field has the values that the generated files need. Lists can have more items, and objects more members. */
function fits(given: unknown, needed: unknown): boolean {
  if (Array.isArray(needed)) return Array.isArray(given) && needed.every((item) => given.includes(item));
  if (typeof needed !== 'object' || needed === null) return isDeepStrictEqual(given, needed);
  if (typeof given !== 'object' || given === null) return false;
  return Object.entries(needed).every(([key, value]) =>
    isDeepStrictEqual((given as Record<string, unknown>)[key], value),
  );
}

function parseDocument(text: string, shown: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new Error(`${shown}/package.json is not a JSON object. Correct it, or give another directory.`);
}

/** The name of the package: that of an existing package.json, the option, or one made from the name of the project. */
function packageName(given: unknown, existing: unknown, project: string, shown: string): string {
  if (given !== undefined && (typeof given !== 'string' || given.length > 214 || !PACKAGE_NAME.test(given)))
    throw new Error(`Invalid option --name: "${String(given)}" is not a valid name of a package, such as "@shop/api".`);
  if (typeof existing !== 'string') return given ?? defaultName(project);
  if (given !== undefined && given !== existing)
    throw new Error(`${shown}/package.json has the name "${existing}". Change it there, or leave out --name.`);
  return existing;
}

/** Makes a valid name: a project without a package.json has the name of its directory. */
function defaultName(project: string): string {
  const name = `${project}-client`;
  return PACKAGE_NAME.test(name)
    ? name
    : name
        .toLowerCase()
        .replaceAll(/[^a-z0-9~-]+/g, '-')
        .replace(/^-+/, '');
}

function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
