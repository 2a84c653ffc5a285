import { parse } from 'jsonc-parser';
import type { Choices } from './project-choices.ts';
import { API_OUTPUT, ENTRIES, START_FILE } from './api-files.ts';
import { setInJson } from './edit-json.ts';
import { languageOf } from './language.ts';
import type { PackageManager } from './package-manager.ts';
import { packageManager } from './package-manager.ts';
import { hasWorker, WORKER_OUTPUT, workerFile } from './worker-file.ts';
import { ownPackage } from '../../build/project/package.ts';

type Entries = Readonly<Record<string, string>>;

/** Files of the app have the same name from everywhere: for Node, TypeScript, tests and all bundlers. */
const IMPORTS = { '#app/*': './app/*' };

/** Creates the package.json of a new project. */
export function createPackage(choices: Choices, manager: PackageManager): string {
  const { dependencies, devDependencies } = packagesOf(choices, true);
  const content = {
    name: choices.name,
    version: '0.1.0',
    private: true,
    type: 'module',
    imports: IMPORTS,
    scripts: scriptsOf(choices),
    dependencies,
    devDependencies,
    ...overridesFor(process.versions.node, manager),
    ...(choices.docs && withoutReports(manager)),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** swagger-ui-dist depends on a package whose script reports installations. npm warns of scripts that are neither allowed nor denied. */
function withoutReports({ name }: PackageManager): Readonly<Record<string, object>> {
  return { scarfSettings: { enabled: false }, ...(name === 'npm' && { allowScripts: { '@scarf/scarf': false } }) };
}

/** On Node 20, npm warns about the version of `cookie` that light-my-request requires, and Yarn 1 refuses it. The previous version works too. */
export function overridesFor(
  node: string,
  { name }: PackageManager = packageManager(),
): { readonly [section: string]: { readonly [path: string]: unknown } } {
  if (Number.parseInt(node, 10) >= 22) return {};
  const { 'light-my-request': versions } = ownPackage().overrides;
  if (name === 'npm') return { overrides: { 'light-my-request': versions } };
  return name === 'yarn' ? { resolutions: { 'light-my-request/cookie': versions.cookie } } : {};
}

/**
 * Adds the packages and the scripts that a package.json lacks. Its own entries and its layout stay.
 *
 * @param hasTypes Whether `app` has its own tsconfig.json.
 * @param node The version of Node.js.
 * @param manager The package manager of the project.
 */
export function addToPackage(
  text: string,
  choices: Choices,
  hasTypes: boolean,
  node: string = process.versions.node,
  manager: PackageManager = packageManager(),
): string {
  const content = (parse(text) ?? {}) as Record<string, Entries | undefined>;
  const { dependencies, devDependencies } = packagesOf(choices, choices.language === 'typescript', node);
  const installed = { ...content['dependencies'], ...content['devDependencies'] };
  const scripts = addedScripts(choices, hasTypes, devScript(text));
  let edited = add(text, 'scripts', scripts, content['scripts']);
  edited = add(edited, 'imports', IMPORTS, content['imports']);
  edited = add(edited, 'dependencies', dependencies, installed);
  edited = add(edited, 'devDependencies', devDependencies, installed);
  return Object.entries(overridesFor(node, manager)).reduce(
    (all, [section, entries]) => add(all, section, entries, content[section]),
    edited,
  );
}

function add(text: string, section: string, entries: object, present: object = {}): string {
  const missing = Object.entries(entries).filter(([name]) => !(name in present));
  return missing.reduce((edited, [name, value]) => setInJson(edited, [section, name], value), text);
}

/** The version of Wrangler, which runs and deploys a Worker: later ones than 4.86 need Node 22. */
function wranglerFor(node: string): string {
  return Number.parseInt(node, 10) >= 22 ? '^4.86.0' : '~4.86.0';
}

/** @param hasTypes Whether TypeScript checks the project. */
function packagesOf(
  choices: Choices,
  hasTypes: boolean,
  node: string = process.versions.node,
): { readonly dependencies: Entries; readonly devDependencies: Entries } {
  const { platform, database, frontEnd } = choices;
  const isTyped = choices.language === 'typescript';
  const dependencies = [
    '@koa/router',
    'koa',
    ...(frontEnd === 'new' ? ['koa-static'] : []),
    ...(database === 'none' ? [] : ['kysely', database === 'sqlite' ? 'libsql' : 'pg']),
    ...(platform === 'lambda' ? ['light-my-request'] : []),
  ];
  const devDependencies = [
    // The file of the app adds the database to Koa's types. pnpm links only the packages that a project lists.
    ...(isTyped && database !== 'none' ? ['@types/koa'] : []),
    ...(isTyped && frontEnd === 'new' ? ['@types/koa-static'] : []),
    ...(hasTypes ? ['@types/node'] : []),
    ...(isTyped && database === 'postgresql' ? ['@types/pg'] : []),
    // The test of who can call the operations sends its requests with it.
    ...(platform === 'lambda' ? [] : ['light-my-request']),
    ...(choices.docs ? ['swagger-ui-dist'] : []),
    ...(hasTypes ? ['typescript'] : []),
    'vite',
    'vitest',
  ];
  // The versions that this library is tested with.
  const own = ownPackage();
  const versions = (names: readonly string[]): [string, string][] =>
    names.map((name) => [name, (own.devDependencies[name] ?? own.dependencies[name])!]);
  return {
    dependencies: Object.fromEntries([...versions(dependencies), ['unplugin-operations', `^${own.version}`]]),
    devDependencies: {
      ...Object.fromEntries(versions(devDependencies)),
      ...(platform === 'workers' && { wrangler: wranglerFor(node) }),
    },
  };
}

/**
 * The file that the build writes.
 *
 * @param text The package.json of an existing project; undefined for a new one.
 * @param hasConfig Whether the project has its own configuration of Vite, which does not name the file of a function.
 */
export function builtFile({ frontEnd, platform }: Choices, text: string | undefined, hasConfig: boolean): string {
  const file = ENTRIES[platform];
  const isFunction = platform === 'lambda' && frontEnd === 'none' && !hasConfig;
  if (text === undefined) return `dist/${frontEnd === 'none' ? '' : 'server/'}${file}.${isFunction ? 'mjs' : 'js'}`;
  return `${API_OUTPUT}/${file}.${isModule(text) && !isFunction ? 'js' : 'mjs'}`;
}

/** Whether the files of a package are ES modules. */
export function isModule(text: string): boolean {
  const { type } = (parse(text) ?? {}) as { readonly type?: unknown };
  return type === 'module';
}

/** Runs the built Worker in workerd, on the port of a server on Node. */
const START_WORKER = 'wrangler dev --port 3000';

/** The scripts of a new project. */
export function scriptsOf(choices: Choices): Entries {
  const { extension } = languageOf(choices);
  const entry = `app/${ENTRIES[choices.platform]}.${extension}`;
  const hasFrontEnd = choices.frontEnd !== 'none';
  const worker = hasWorker(choices) ? ` && vite build --outDir ${WORKER_OUTPUT} --ssr ${workerFile(choices)}` : '';
  const build = hasFrontEnd
    ? `vite build --outDir dist/public && vite build --outDir dist/server --ssr ${entry}`
    : 'vite build';
  return {
    dev: 'vite',
    build: build + worker,
    ...(choices.platform !== 'workers' && { start: `node ${START_FILE}` }),
    ...(choices.platform === 'workers' && { start: START_WORKER, deploy: 'vite build && wrangler deploy' }),
    ...(hasWorker(choices) && { worker: `node ${WORKER_OUTPUT}/worker.js` }),
    test: 'vitest run',
    types: `operations types -o operations.d.ts && tsc${choices.language === 'typescript' ? '' : ' -p jsconfig.json'}`,
  };
}

/**
 * The name of the script that starts the dev server: `dev`, unless the project has another program there, such as nodemon.
 *
 * @param text The package.json of the project.
 */
export function devScript(text: string): 'dev' | 'api:dev' {
  const { scripts } = (parse(text) ?? {}) as { readonly scripts?: Entries };
  return /(?<![\w-])vite(?![\w-])/.test(scripts?.['dev'] ?? 'vite') ? 'dev' : 'api:dev';
}

/** The scripts that a project gets in addition to its own. */
function addedScripts(choices: Choices, hasTypes: boolean, dev: string): Entries {
  const entry = `app/${ENTRIES[choices.platform]}`;
  return {
    [dev]: 'vite',
    'api:build': `vite build --outDir ${API_OUTPUT} --ssr ${entry}.${languageOf(choices).extension}`,
    ...(choices.platform !== 'workers' && { 'api:start': `node ${START_FILE}` }),
    ...(choices.platform === 'workers' && { 'api:start': START_WORKER }),
    'api:test': 'vitest run app',
    ...(hasTypes && { 'api:types': 'operations types -o operations.d.ts && tsc -p app' }),
  };
}
