import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { errorsIn, formatHead } from '../build/compiler/diagnostics/diagnostic.ts';
import type { Compilation } from '../build/compiler/compile.ts';
import { accessOf } from '../build/compiler/operations/caller-access.ts';
import type { CompiledOperation } from '../build/compiler/operations/resolve.ts';
import { OMITTED } from '../build/compiler/module/relative-modules.ts';
import { checkSyntaxOfApp, faultOfApp } from '../build/project/app-module.ts';
import { toPosix } from '../build/project/files.ts';
import type { Project } from '../build/project/project.ts';
import { createSession } from '../build/project/session.ts';
import { isTypeScript } from '../build/project/source-language.ts';
import { locateTypeConfig, warningsOf } from './type-config.ts';
import { satisfies } from './version-range.ts';
import { showFile } from './vite-config.ts';
import { count } from '../shared/validation/explain/words.ts';
import { migrateTables } from '../tools/migrations/index.ts';
import { usedEntries } from '../tools/migrations/used-entries.ts';
import { ownPackage } from '../build/project/package.ts';

/** The result of one check, with the remedy if it is not ok. */
export interface Finding {
  readonly severity: 'ok' | 'warning' | 'error';
  readonly check: string;
  readonly message: string;
}

/** The configuration of Vite. */
export interface ViteConfig {
  /** The file of Vite's configuration; undefined without one. */
  readonly viteConfig: string | undefined;
  /** Whether that file uses the plugin. */
  readonly hasPlugin: boolean;
  /** The reason why that file cannot be read. */
  readonly failure: string | undefined;
}

/** Checks the usual causes of a failed start: the configuration, versions, TypeScript, operations.d.ts and the module of the app. */
export function examine(project: Project, vite: ViteConfig): Finding[] {
  const compilation = existsSync(project.directory) ? createSession(project).compile() : undefined;
  return [
    ...checkVersions(project.root),
    checkConfig(vite),
    checkTree(project, compilation),
    ...checkTypeScript(project, compilation),
    ...checkDeclarations(project, compilation),
    ...checkApp(project, compilation),
    ...checkMigrations(project),
    ...checkAccessTest(project, compilation),
  ];
}

function finding(severity: Finding['severity'], check: string, message: string): Finding {
  return { severity, check, message };
}

function checkVersions(root: string): Finding[] {
  const own = ownPackage();
  const node = process.versions.node;
  const findings = satisfies(node, own.engines.node)
    ? [finding('ok', 'node', `Node.js ${node}`)]
    : [finding('error', 'node', `Node.js ${node} is too old. Install a version in the range ${own.engines.node}.`)];
  for (const [name, range] of Object.entries(own.peerDependencies)) {
    const version = versionOf(name, root);
    if (version === undefined) continue;
    const isFit = satisfies(version, range);
    const remedy = `${name} ${version} is not in the range ${range}. Run: npm install "${name}@${range.split(' || ').at(-1)!}"`;
    findings.push(isFit ? finding('ok', 'peers', `${name} ${version}`) : finding('error', 'peers', remedy));
  }
  if (versionOf('koa', root) === undefined)
    findings.push(finding('error', 'peers', 'koa is not installed, and the server needs it. Run: npm install koa'));
  return findings;
}

function versionOf(name: string, root: string): string | undefined {
  for (let directory = resolve(root); ;) {
    const file = join(directory, 'node_modules', name, 'package.json');
    if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
    const parent = resolve(directory, '..');
    if (parent === directory) return undefined;
    directory = parent;
  }
}

function checkConfig({ viteConfig, hasPlugin, failure }: ViteConfig): Finding {
  if (failure !== undefined) return finding('error', 'config', failure);
  if (viteConfig === undefined)
    return finding(
      'warning',
      'config',
      'No vite.config was found. With another bundler, pass your options to each command.',
    );
  const shown = showFile(viteConfig);
  if (hasPlugin) return finding('ok', 'config', `${shown} uses the plugin`);
  return finding('error', 'config', `${shown} does not use the plugin. Add operations() to "plugins".`);
}

function checkTree({ options }: Project, compilation: Compilation | undefined): Finding {
  const shown = options.operations;
  if (compilation === undefined)
    return finding('error', 'tree', `The directory ${shown} does not exist. Run: npx operations new hello@get`);
  const errors = errorsIn(compilation.diagnostics).length;
  if (errors > 0)
    return finding('error', 'tree', `The operations have ${count(errors, 'error')}. Run: npx operations check`);
  const { length } = compilation.operations;
  if (length === 0) return finding('warning', 'tree', `${shown} has no operations. Run: npx operations new hello@get`);
  return finding('ok', 'tree', `${count(length, 'operation')} in ${shown}`);
}

function checkTypeScript({ options, root, directory }: Project, compilation: Compilation | undefined): Finding[] {
  if (compilation?.operations.some(({ contract }) => isTypeScript(contract.id)) !== true) return [];
  const config = locateTypeConfig(directory, root);
  const warnings =
    config === undefined
      ? ['No tsconfig.json was found, so TypeScript does not check your operations.']
      : warningsOf(config, options.dts === false ? undefined : resolve(root, options.dts));
  return warnings.length === 0
    ? [finding('ok', 'tsconfig', toPosix(relative(root, config!)))]
    : warnings.map((message) => finding('warning', 'tsconfig', message));
}

function checkDeclarations(project: Project, compilation: Compilation | undefined): Finding[] {
  const { root, options } = project;
  const { dts } = options;
  if (dts === false || compilation === undefined || errorsIn(compilation.diagnostics).length > 0) return [];
  const file = resolve(root, dts);
  const remedy = `Run: npx operations types -o ${dts}`;
  if (!existsSync(file))
    return [finding('warning', 'types', `${dts} does not exist, so your handlers are not typed. ${remedy}`)];
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  if (text.trimEnd() !== createSession(project).declarations(compilation).trimEnd())
    return [finding('warning', 'types', `${dts} is out of date. ${remedy}`)];
  const git = (...args: string[]): number | null => spawnSync('git', args, { cwd: root, stdio: 'ignore' }).status;
  const isRepository = git('rev-parse', '--is-inside-work-tree') === 0;
  if (isRepository && git('ls-files', '--error-unmatch', file) !== 0)
    return [
      finding('warning', 'types', `${dts} is not committed, so a fresh clone has no types. Run: git add -f ${dts}`),
    ];
  return [finding('ok', 'types', `${dts} is up to date`)];
}

const SERVERS = ['server', 'src/server', 'app/server', 'src/main', 'src/index'].flatMap((name) =>
  OMITTED.flat().map((extension) => `${name}.${extension}`),
);

/** Without the option `app` the dev server makes its own app, which has no verifiers. */
function checkApp({ options, root }: Project, compilation: Compilation | undefined): Finding[] {
  if (options.app !== undefined) return checkAppModule(root, options.app);
  if (compilation === undefined) return [];
  const server = SERVERS.find((name) => {
    const file = join(root, name);
    return existsSync(file) && /createApp\([^]*\bsecurity\b/.test(readFileSync(file, 'utf8'));
  });
  if (server === undefined) return [];
  const remedy = 'Export a function that creates the app from its own module, and set the option "app" to that module.';
  return [finding('warning', 'app', `${server} has verifiers, but the dev server does not use them. ${remedy}`)];
}

function checkAppModule(root: string, app: string): Finding[] {
  const [error] = checkSyntaxOfApp(root, app)?.errors ?? [];
  const fault = faultOfApp(root, app) ?? (error && formatHead(error));
  return [fault === undefined ? finding('ok', 'app', app) : finding('error', 'app', fault)];
}

/** Without their tables, the stores of an app fail at the first request. */
function checkMigrations({ root }: Project): Finding[] {
  if (usedEntries(root).databases.length === 0) return [];
  const { lines, isOld } = migrateTables({ root, check: true });
  return lines.map((line) => finding(isOld ? 'warning' : 'ok', 'tables', line));
}

/** Whether something of an operation is known to keep clients out. */
function isGuarded(operation: CompiledOperation, compilation: Compilation): boolean {
  const { isOpen, keptOutBy, guards, required } = accessOf(operation, compilation);
  return !isOpen || [keptOutBy, guards, required].some(({ length }) => length > 0);
}

/** Reading code doesn't show whether a guard has an effect. */
function checkAccessTest({ root }: Project, compilation: Compilation | undefined): Finding[] {
  if (compilation?.operations.some((operation) => isGuarded(operation, compilation)) !== true) return [];
  if (usedEntries(root).hasAccessTest) return [finding('ok', 'access', 'a test imports unplugin-operations/testing')];
  const remedy = 'Write one with measureAccess of unplugin-operations/testing: see docs/guides/testing.md.';
  return [finding('warning', 'access', `No test measures who gets in at your guarded operations. ${remedy}`)];
}

/** Prints findings, one a line. */
export function printFindings(findings: readonly Finding[]): string {
  const lines = findings.map(({ severity, check, message }) => `${severity.padEnd(7)} ${check.padEnd(8)} ${message}`);
  const summary = (['error', 'warning'] as const).map((name) =>
    count(findings.filter(({ severity }) => severity === name).length, name),
  );
  return [...lines, '', summary.join(', ')].join('\n');
}
