import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { CustomDirectives } from '../../directives/custom/custom-directives.ts';
import { customRow } from '../../directives/custom/custom-row.ts';
import type { CustomRow } from '../../directives/custom/custom-row.ts';
import type { DirectiveDefinition } from '../../directives/custom/define-directive.ts';
import { isDefined } from '../../directives/custom/define-directive.ts';
import { isReserved } from '../../directives/vocabulary.ts';
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts';
import * as messages from '../compiler/diagnostics/messages.ts';
import type { Location, SourceText } from '../compiler/diagnostics/source.ts';
import { boundedCall } from './bounded-call.ts';
import { definitionFault } from './definition-fault.ts';
import { readText } from './disk.ts';
import { findPackageFiles } from './package.ts';
import { toPosix } from './files.ts';

/** The custom directives of a project, and the mistakes of their packages. */
export interface LoadedDirectives extends CustomDirectives {
  readonly diagnostics: readonly Diagnostic[];
}

/** The field of package.json that names packages of directives. */
const FIELD = ['operations', 'directives'];

/** Those of each root, with the texts that they were loaded for. Node loads a module once, too. */
const loaded = new Map<string, { readonly texts: readonly string[]; readonly directives: LoadedDirectives }>();

/**
 * Loads the packages that the field `operations.directives` of the project's package.json names. Only code in `node_modules` runs: no file of the
 * project, no URL, and nothing that another revision or a description names.
 */
export function customDirectives(root: string): LoadedDirectives {
  const files = findPackageFiles(root);
  const texts = files.map((file) => readText(file));
  const known = loaded.get(root);
  if (known !== undefined && isDeepStrictEqual(known.texts, texts)) return known.directives;
  const file = toPosix(relative(root, files[0] ?? join(root, 'package.json')));
  const directives = load(root, { file, text: texts[0] ?? '' }, texts);
  loaded.set(root, { texts, directives });
  return directives;
}

/** Whether a package.json has the field that names packages of directives. */
export function namesDirectives(text: string): boolean {
  return findField({ file: 'package.json', text }) !== undefined;
}

/** The packages that a package.json names. */
function namedPackages(text: string): readonly string[] {
  return entriesIn({ file: 'package.json', text }).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

function load(root: string, source: SourceText, texts: readonly string[]): LoadedDirectives {
  const diagnostics: Diagnostic[] = [];
  const rows = new Map<string, CustomRow>();
  const entries = entriesIn(source);
  for (const { value, at } of entries) {
    const refuse = (message: string): unknown => diagnostics.push(messages.invalidPackage(at, message));
    const found = typeof value === 'string' && isPackage(value) ? findPackage(root, value) : undefined;
    if (found === undefined) refuse(entryFault(value));
    else addPackage(found, rows, refuse);
  }
  const isStrict = namesDirectives(source.text);
  return { rows, isStrict, unnamed: unnamedGuards(root, texts), diagnostics };
}

interface Entry {
  readonly value: unknown;
  readonly at: Location;
}

function findField(source: SourceText): Node | undefined {
  const tree = parseTree(source.text);
  return tree && findNodeAtLocation(tree, FIELD);
}

function entriesIn(source: SourceText): Entry[] {
  const node = findField(source);
  if (node === undefined) return [];
  const located = ({ offset, length }: Node): Location => ({ source, span: { start: offset, end: offset + length } });
  if (node.type !== 'array') return [{ value: undefined, at: located(node) }];
  return (node.children ?? []).map((child) => ({ value: child.value as unknown, at: located(child) }));
}

/** Whether a specifier is that of a package, or of a module in one: not a path, a URL, an import of the project itself or a module of Node. */
function isPackage(specifier: string): boolean {
  return (
    /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?:\/[\w.-]+)*$/i.test(specifier) && !specifier.split('/').includes('..')
  );
}

function entryFault(value: unknown): string {
  if (typeof value !== 'string') return '"operations.directives" must be a list of names of installed packages.';
  if (!isPackage(value))
    return `"${value}" is not the name of a package. Directives load only from installed packages.`;
  return `The package "${packageOf(value)}" is not installed. Install it, or remove it from "operations.directives".`;
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** A package in a directory `node_modules` of the project, or of one around it. */
interface FoundPackage {
  readonly specifier: string;
  readonly name: string;
  /** Its directory. */
  readonly directory: string;
  /** The directory `node_modules` that has it. */
  readonly modules: string;
}

function findPackage(root: string, specifier: string): FoundPackage | undefined {
  const name = packageOf(specifier);
  for (let directory = root; ; directory = dirname(directory)) {
    const modules = join(directory, 'node_modules');
    if (existsSync(join(modules, name, 'package.json')))
      return { specifier, name, directory: join(modules, name), modules };
    if (directory === dirname(directory)) return undefined;
  }
}

type Refuse = (message: string) => unknown;

function addPackage(found: FoundPackage, rows: Map<string, CustomRow>, refuse: Refuse): void {
  const { specifier, name: from, modules: around } = found;
  // A file in `node_modules`, so that Node looks only there.
  const require = createRequire(join(around, 'operations.js'));
  let exported: unknown[];
  let file: string;
  try {
    file = require.resolve(specifier);
    exported = [...new Set(Object.values(require(specifier) as object))].filter(isDefined);
  } catch (error) {
    return void refuse(`The directives of "${specifier}" cannot be loaded: ${firstLine(error)}`);
  }
  if (exported.length === 0)
    return void refuse(`"${specifier}" exports no directive. Export what "defineDirective" returns.`);
  const guards = guardsNamedBy(found.directory);
  for (const definition of exported as Readonly<Record<string, unknown>>[]) {
    const fault = definitionFault(definition, from) ?? nameFault(definition, from, rows, guards);
    if (fault !== undefined) {
      refuse(fault);
      continue;
    }
    const { name, runtime } = definition as unknown as DirectiveDefinition<unknown>;
    const module = runtime === undefined ? undefined : resolveRuntime(runtime, file);
    // Without its steps, a guard would let everyone in, so its lines stay unknown.
    if (runtime !== undefined && module === undefined)
      refuse(`The module "${runtime}" with the steps of "@${name}" of ${from} does not exist.`);
    else
      rows.set(name, customRow(definition as unknown as DirectiveDefinition<unknown>, { from, module }, boundedCall()));
  }
}

function nameFault(
  { name, guards }: Readonly<Record<string, unknown>>,
  from: string,
  rows: ReadonlyMap<string, CustomRow>,
  named: readonly string[],
): string | undefined {
  const text = String(name);
  if (isReserved(text))
    return `"@${text}" of ${from} has the name of a directive of unplugin-operations, or of a tag of JSDoc. It is not read. Rename the directive in that package, or use the other one.`;
  const other = rows.get(text);
  if (other !== undefined)
    return `"@${text}" is a directive of ${other.from} and of ${from}. Remove one of the packages.`;
  // A project that does not name the package would lose its lines in silence.
  if (guards === true && !named.includes(text))
    return `"@${text}" of ${from} guards operations, so the package.json of ${from} must name it: "operations": { "guards": ["${text}"] }.`;
  if (guards !== true && named.includes(text))
    return `"@${text}" of ${from} is a guard by the package.json of ${from}, so its definition needs "guards: true".`;
  return undefined;
}

function resolveRuntime(specifier: string, file: string): string | undefined {
  try {
    return toPosix(createRequire(file).resolve(specifier));
  } catch {
    return undefined;
  }
}

/** The guards that the package.json in a directory names. */
function guardsNamedBy(directory: string): readonly string[] {
  try {
    return guardsIn(readText(join(directory, 'package.json')));
  } catch {
    return [];
  }
}

/** The guards that a package.json names as those of its package. */
function guardsIn(text: string): readonly string[] {
  const { operations } = parseFields(text) as { operations?: { guards?: unknown } };
  const guards = operations?.guards;
  return Array.isArray(guards) ? guards.map(String) : [];
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;

/**
 * Finds guards of packages that the project does not name, although it depends on them, or a directory around it does: a workspace has its packages
 * at its root. Their code does not run.
 *
 * @param texts The package.json files, that of the project first.
 */
function unnamedGuards(root: string, texts: readonly string[]): CustomDirectives['unnamed'] {
  let guards: Map<string, string> | undefined;
  const find = (): Map<string, string> => {
    const named = namedPackages(texts[0] ?? '').map(packageOf);
    const others = texts.flatMap(packagesAround).filter((name) => isPackage(name) && !named.includes(name));
    const found = others.flatMap((name) => findPackage(root, name) ?? []);
    return new Map([
      ...texts.flatMap(ownGuards),
      ...found.flatMap(({ name, directory }) => guardsNamedBy(directory).map((guard) => [guard, name] as const)),
    ]);
  };
  return (name) => (guards ??= find()).get(name);
}

/** The packages that a package.json depends on, or names for their directives. */
function packagesAround(text: string): string[] {
  const fields = parseFields(text);
  const dependencies = DEPENDENCIES.flatMap((kind) => Object.keys((fields[kind] ?? {}) as object));
  return [...dependencies, ...namedPackages(text).map(packageOf)];
}

/** The guards of the package that a package.json is of. */
function ownGuards(text: string): (readonly [guard: string, from: string])[] {
  const { name } = parseFields(text);
  return typeof name === 'string' ? guardsIn(text).map((guard) => [guard, name] as const) : [];
}

function parseFields(text: string): Readonly<Record<string, unknown>> {
  try {
    return ((JSON.parse(text) as unknown) ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `${text.split('\n')[0]!.replace(/\.$/, '')}.`;
}
