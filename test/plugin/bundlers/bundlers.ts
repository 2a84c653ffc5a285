import { join } from 'node:path';
import { rspack } from '@rspack/core';
import * as esbuild from 'esbuild';
import * as rolldown from 'rolldown';
import * as rollup from 'rollup';
import * as vite from 'vite';
import * as vite7 from 'vite-7';
import webpack from 'webpack';
import esbuildPlugin from '../../../src/esbuild.ts';
import type { Options } from '../../../src/build/project/options.ts';
import rolldownPlugin from '../../../src/rolldown.ts';
import rollupPlugin from '../../../src/rollup.ts';
import rspackPlugin from '../../../src/rspack.ts';
import vitePlugin from '../../../src/vite.ts';
import webpackPlugin from '../../../src/webpack.ts';

/** What is to be built: `server.ts` of the working directory, or several entries. */
export interface Job {
  /** Files of the working directory: more than one is built into files of their names. */
  readonly entries?: readonly string[];
  /** Where the bundle goes, absolute. */
  readonly out: string;
  readonly options?: Options;
  /** Packages that stay outside of the bundle. */
  readonly external?: readonly string[];
}

/** How a build ended. */
export interface Outcome {
  readonly isBuilt: boolean;
  /** The bundle. */
  readonly file: string;
  /** What the bundler says of it: warnings and errors, as a user reads them, without colours. */
  readonly said: string;
}

/** A bundler with a configuration that is the plugin, an entry, and source maps. */
export interface Bundler {
  readonly name: string;
  build(job: Job): Promise<Outcome>;
  /** Builds, and builds again at each change, until it is closed. */
  watch(job: Job, report: (outcome: Outcome) => void): Promise<{ close(): unknown }>;
}

const ENTRY = 'server.ts';

// Vite leaves it as it finds it, and the test runner's own is that of no build.
process.env['NODE_ENV'] = 'production';

export const BUNDLERS: readonly Bundler[] = [
  viteBundler('Vite 8', vite),
  // Its types are those of another version of Vite; what is used of it is the same.
  viteBundler('Vite 7', vite7 as unknown as typeof vite),
  rollupBundler(),
  rolldownBundler(),
  esbuildBundler(),
  webpackBundler('webpack', webpack, webpackPlugin),
  webpackBundler('Rspack', rspack as unknown as typeof webpack, rspackPlugin as unknown as typeof webpackPlugin),
];

function plain(text: string): string {
  // eslint-disable-next-line no-control-regex -- what a terminal takes for colours
  return text.replaceAll(/\u001b\[[\d;]*m/g, '');
}

function outcome(file: string, log: readonly string[], error?: Error): Outcome {
  return {
    isBuilt: error === undefined,
    file,
    said: plain([...log, ...(error === undefined ? [] : [error.message])].join('\n')),
  };
}

async function attempt(file: string, log: readonly string[], build: () => Promise<unknown>): Promise<Outcome> {
  try {
    await build();
    return outcome(file, log);
  } catch (error) {
    return outcome(file, log, error as Error);
  }
}

/** What Rollup's watcher, and Rolldown's, tell. */
interface Watcher {
  on(
    event: 'event',
    listener: (event: { code: string; error?: Error; result?: { close(): unknown } | null }) => void,
  ): unknown;
  close(): unknown;
}

function listen(watcher: Watcher, file: string, log: string[], report: (outcome: Outcome) => void): Watcher {
  watcher.on('event', ({ code, error, result }) => {
    if (code === 'BUNDLE_END' || code === 'ERROR') {
      report(outcome(file, log.splice(0), error));
      void result?.close();
    }
  });
  return watcher;
}

const viteConfig = ({ out, options, entries, external = [] }: Job, log: string[]): vite.InlineConfig => ({
  configFile: false,
  logLevel: 'warn',
  customLogger: loggerTo(log),
  plugins: [vitePlugin(options)],
  build: {
    outDir: out,
    emptyOutDir: true,
    sourcemap: true,
    ...(entries === undefined ? { ssr: ENTRY } : { ssr: true, rollupOptions: { input: [...entries] } }),
  },
  ssr: { external: [...external] },
});

const viteFile = ({ out }: Job): string => join(out, 'server.js');

function viteBundler(name: string, { build }: Pick<typeof vite, 'build'>): Bundler {
  return {
    name,
    build(job) {
      const log: string[] = [];
      return attempt(viteFile(job), log, () => build(viteConfig(job, log)));
    },
    async watch(job, report) {
      const log: string[] = [];
      const config = viteConfig(job, log);
      const watcher = await build({ ...config, build: { ...config.build, watch: {} } });
      return listen(watcher as Watcher, viteFile(job), log, report);
    },
  };
}

function loggerTo(log: string[]): vite.Logger {
  // Rolldown warns of slow plugins, and on a busy machine each is slow.
  const say = (message: string): unknown => message.includes('[PLUGIN_TIMINGS]') || log.push(message);
  return {
    info: () => {},
    warn: say,
    warnOnce: say,
    error: () => {},
    clearScreen: () => {},
    hasErrorLogged: () => false,
    hasWarned: false,
  };
}

const scriptFile = ({ out }: Job): string => join(out, 'server.mjs');

const rollupInput = ({ options, entries, external = [] }: Job, log: string[]): rollup.RollupOptions => ({
  input: entries === undefined ? ENTRY : [...entries],
  plugins: [rollupPlugin(options)],
  external: [...external],
  onwarn: (warning) => void log.push(warning.message),
});

const rollupOutput = ({ out, entries }: Job): rollup.OutputOptions => ({
  ...(entries === undefined ? { file: join(out, 'server.mjs') } : { dir: out, entryFileNames: '[name].mjs' }),
  sourcemap: true,
});

function rollupBundler(): Bundler {
  return {
    name: 'Rollup',
    build(job) {
      const log: string[] = [];
      return attempt(scriptFile(job), log, async () => {
        const bundle = await rollup.rollup(rollupInput(job, log));
        await bundle.write(rollupOutput(job));
        await bundle.close();
      });
    },
    watch: (job, report) => {
      const log: string[] = [];
      const watcher = rollup.watch({ ...rollupInput(job, log), output: rollupOutput(job) });
      return Promise.resolve(listen(watcher as Watcher, scriptFile(job), log, report));
    },
  };
}

const rolldownInput = ({ options, entries, external = [] }: Job, log: string[]): rolldown.InputOptions => ({
  input: entries === undefined ? ENTRY : [...entries],
  plugins: [rolldownPlugin(options)],
  external: [...external],
  checks: { bundlerTimings: false },
  onLog: (level, { message }) => void (level === 'warn' && log.push(message)),
});

const rolldownOutput = (job: Job): rolldown.OutputOptions => rollupOutput(job) as rolldown.OutputOptions;

function rolldownBundler(): Bundler {
  return {
    name: 'Rolldown',
    build(job) {
      const log: string[] = [];
      return attempt(scriptFile(job), log, () =>
        rolldown.build({ ...rolldownInput(job, log), output: rolldownOutput(job) }),
      );
    },
    watch: (job, report) => {
      const log: string[] = [];
      const watcher = rolldown.watch({ ...rolldownInput(job, log), output: rolldownOutput(job) });
      return Promise.resolve(listen(watcher as Watcher, scriptFile(job), log, report));
    },
  };
}

const esbuildConfig = (
  { out, options, entries, external = [] }: Job,
  plugins: esbuild.Plugin[],
): esbuild.BuildOptions => ({
  absWorkingDir: process.cwd(),
  ...(entries === undefined
    ? { entryPoints: [ENTRY], outfile: join(out, 'server.mjs') }
    : { entryPoints: [...entries], outdir: out, outExtension: { '.js': '.mjs' } }),
  sourcemap: true,
  external: [...external],
  logLevel: 'silent',
  plugins: [esbuildPlugin(options), ...plugins],
});

const esbuildOutcome = async (file: string, { errors, warnings }: esbuild.BuildResult): Promise<Outcome> => ({
  isBuilt: errors.length === 0,
  file,
  said: [
    ...(await esbuild.formatMessages(warnings, { kind: 'warning' })),
    ...(await esbuild.formatMessages(errors, { kind: 'error' })),
  ].join('\n'),
});

function esbuildBundler(): Bundler {
  return {
    name: 'esbuild',
    async build(job) {
      return esbuildOutcome(
        scriptFile(job),
        await esbuild.build(esbuildConfig(job, [])).catch((failure: esbuild.BuildFailure) => failure as never),
      );
    },
    async watch(job, report) {
      const listener: esbuild.Plugin = {
        name: 'listener',
        setup: ({ onEnd }) =>
          onEnd(async (result) => {
            report(await esbuildOutcome(scriptFile(job), result));
          }),
      };
      const context = await esbuild.context(esbuildConfig(job, [listener]));
      await context.watch();
      return { close: () => context.dispose() };
    },
  };
}

const webpackOutcome = ({ out, entries }: Job, stats: webpack.Stats): Outcome => ({
  isBuilt: !stats.hasErrors(),
  file: join(out, entries === undefined ? 'main.mjs' : 'server.mjs'),
  said: plain(stats.toString({ all: false, errors: true, warnings: true, colors: false })),
});

function webpackBundler(name: string, bundle: typeof webpack, plugin: typeof webpackPlugin): Bundler {
  const configure = ({ out, options, entries, external = [] }: Job): webpack.Configuration => ({
    context: process.cwd(),
    entry:
      entries === undefined
        ? `./${ENTRY}`
        : Object.fromEntries(entries.map((entry) => [entry.replace(/\.ts$/, ''), `./${entry}`])),
    output: { path: out },
    devtool: 'source-map',
    plugins: [plugin(options)],
    externals: Object.fromEntries(external.map((source) => [source, `module ${source}`])),
  });
  return {
    name,
    build: (job) =>
      new Promise((resolve, reject) => {
        const compiler = bundle(configure(job), (error, stats) => {
          if (error !== null) reject(error);
          else compiler!.close(() => resolve(webpackOutcome(job, stats!)));
        });
      }),
    watch: (job, report) => {
      const watching = bundle(configure(job))!.watch({}, (error, stats) => {
        if (error === null) report(webpackOutcome(job, stats!));
        else throw error;
      });
      return Promise.resolve({ close: () => new Promise<void>((resolve) => watching!.close(() => resolve())) });
    },
  };
}
