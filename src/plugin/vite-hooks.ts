import { dirname, relative, resolve } from 'node:path';
import type { Environment, Plugin, ResolvedConfig, Rolldown, ViteDevServer } from 'vite';
import { toPosix } from '../build/project/files.ts';
import { isWithin } from '../build/project/posix-path.ts';
import type { ResolvedOptions, Options } from '../build/project/options.ts';
import { MANIFEST, resolvedId } from '../build/project/virtual-modules.ts';
import { resolveMock } from '../tools/mock/host.ts';
import type { Build } from './build.ts';
import { DEPD } from './bundlers/resolution.ts';
import { environmentInputs, viteDefaults } from './bundlers/vite.ts';
import { denyFiles } from './dev/denied-files.ts';
import type { DevServer } from './dev/server.ts';
import type { BuiltCode } from './preview/built-file.ts';
import { writeRecord } from './preview/built-file.ts';
import { servePreview } from './preview/preview-server.ts';

/**
 * The hooks that only Vite has, and those of a second plugin, which replaces depd in the environments of the API.
 *
 * @param given The options as the user wrote them, for the command.
 * @param serve Starts the API in a dev server, with mocks or without.
 */
export function viteHooks(
  given: Options | undefined,
  build: Build,
  options: ResolvedOptions,
  serve: (server: ViteDevServer, mock: boolean) => DevServer,
): { readonly hooks: Partial<Plugin>; readonly depd: Partial<Plugin> } {
  let root = process.cwd();
  let devServer: DevServer | undefined;
  const servedBy = new WeakMap<object, DevServer>();
  /** The environments whose only input is the API's server. `vite preview` finds their files by them. */
  const servers = new Set<string>();
  /** The environments that carry their dependencies. */
  const carrying = new Set<string>();
  const hooks: Partial<Plugin> = {
    // The command reads the options here.
    api: { options: given },
    config: (config) => {
      root = config.root ?? process.cwd();
    },
    configEnvironment: {
      // After the plugins that choose the inputs.
      order: 'post',
      handler(name, environment, { command }) {
        for (const names of [servers, carrying]) names.delete(name);
        if (command !== 'build') return undefined;
        const isRollup = this.meta.rolldownVersion === undefined;
        const { count, isServer } = environmentInputs(name, environment, root, isRollup);
        const isOne = count === 1;
        const isStandalone = count > 0 && (options.standalone ?? (isServer && isOne));
        if (isOne && (isServer || isStandalone)) servers.add(name);
        if (!isStandalone) return undefined;
        carrying.add(name);
        return viteDefaults(environment, isOne, isRollup);
      },
    },
    configResolved: (config) => settleConfig(config, build, options),
    configureServer(server) {
      const served = (devServer = serve(server, resolveMock(options, server.config)));
      for (const environment of Object.values(server.environments)) servedBy.set(environment, served);
      return () => void server.middlewares.use(served.hidden.show);
    },
    closeBundle() {
      // Not `devServer`: when Vite restarts, the next server has begun before this one ends.
      return servedBy.get(this.environment)?.close();
    },
    hotUpdate(change) {
      return devServer?.update(this.environment, change);
    },
    configurePreviewServer: (server) => servePreview(server, build, options),
    writeBundle({ dir, file }, bundle) {
      const { name, config } = this.environment;
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      // With the option `standalone`, the build of a worker is like that of the server, except that it has no operations.
      const isServer = servers.has(name) && chunks.some(({ moduleIds }) => moduleIds.includes(resolvedId(MANIFEST)));
      const built = builtBy(config, dir ?? dirname(file!), bundle, isServer);
      if (built === undefined) return;
      writeRecord(config.cacheDir, build.session().directory, built, (warning) => this.warn(warning));
      if (typeof built !== 'string' && isServer) config.logger.info(builtText(build, chunks, built.file));
    },
  };
  return { hooks, depd: depdHooks(carrying) };
}

/** Sets the project's root, and the files that the dev server denies. */
function settleConfig(config: ResolvedConfig, build: Build, { app }: ResolvedOptions): void {
  build.setRoot(config.root);
  if (config.command === 'serve') denyFiles(config, build.project, app);
}

/** Sums up a build for `vite preview`: its files if it's for a server, or else its directory if nothing else is in there. */
function builtBy(
  config: Environment['config'],
  dir: string,
  bundle: Rolldown.OutputBundle,
  isServer: boolean,
): BuiltCode | string | undefined {
  const directory = resolve(dir);
  if (config.consumer === 'client') {
    // As Vite decides whether to empty it.
    const isEmptied = config.build.emptyOutDir ?? isWithin(toPosix(directory), toPosix(config.root));
    return isEmptied ? directory : undefined;
  }
  const files = Object.keys(bundle).map((fileName) => resolve(directory, fileName));
  const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry);
  const [first] = files;
  const main = entry === undefined ? first : resolve(directory, entry.fileName);
  return main === undefined ? undefined : { file: main, files, isServer, at: Date.now() };
}

/** Describes the build. */
function builtText(build: Build, chunks: Parameters<typeof bundleSize>[0], file: string): string {
  return `unplugin-operations: ${build.summary()}, ${bundleSize(chunks)}: ${toPosix(relative(process.cwd(), file))}`;
}

/** The size of a bundle, such as "352.5 kB". */
function bundleSize(chunks: readonly { readonly code: string }[]): string {
  const bytes = chunks.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0);
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** Replaces depd in environments, by their names. */
function depdHooks(environments: ReadonlySet<string>): Partial<Plugin> {
  return {
    applyToEnvironment: ({ name }) => environments.has(name),
    resolveId: {
      filter: { id: DEPD.request },
      handler(_, importer) {
        return this.resolve(DEPD.replacement, importer);
      },
    },
  };
}
