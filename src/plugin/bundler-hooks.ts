import type { UnpluginOptions } from 'unplugin';
import { readDirectories } from '../build/project/project.ts';
import type { Build } from './build.ts';
import { esbuildDefaults, esbuildInputs, setUpEsbuild } from './bundlers/esbuild.ts';
import { rolldownDefaults, rolldownOutput } from './bundlers/rolldown.ts';
import { rollupDefaults, rollupOutput } from './bundlers/rollup.ts';
import { setUpRspack } from './bundlers/rspack.ts';
import { setUpWebpack, webpackInputs } from './bundlers/webpack.ts';
import { dropOwnTimings } from './own-timings.ts';
import type { Inputs } from './server-input.ts';
import { readInputs } from './server-input.ts';
import { directoriesBelow } from './watch.ts';

/**
 * The hooks of the bundlers other than Vite. A build gets a server's defaults if an input is one, and becomes one file if it is the only input.
 *
 * @param standalone The plugin's option, which decides otherwise.
 */
export function bundlerHooks(
  build: Build,
  standalone: boolean | undefined,
): Pick<UnpluginOptions, 'rollup' | 'rolldown' | 'esbuild' | 'webpack' | 'rspack'> {
  /** Whether the build is one file. Rollup and Rolldown have their own hook for the output. */
  let isOneFile = false;
  const decide = ({ count, isServer }: Inputs): boolean => {
    const isChosen = standalone ?? isServer;
    isOneFile = isChosen && count === 1;
    return isChosen;
  };
  return {
    rollup: {
      options(input) {
        return decide(readInputs(input.input, process.cwd())) ? rollupDefaults(this, input) : null;
      },
      outputOptions: (output) => (isOneFile ? rollupOutput(output) : null),
    },
    rolldown: {
      options(input) {
        build.setRoot(input.cwd);
        return decide(readInputs(input.input, input.cwd ?? process.cwd())) ? rolldownDefaults(input) : null;
      },
      outputOptions: (output) => (isOneFile ? rolldownOutput(output) : null),
      onLog: dropOwnTimings,
    },
    esbuild: {
      onResolveFilter: /^virtual:|\?operation\.m[jt]s$/,
      // eslint-disable-next-line no-control-regex -- resolved ids start with NUL, which Go's regular expressions cannot write as \0
      onLoadFilter: /^\x00|\.[cm]?[jt]s$/,
      config(config) {
        build.setRoot(config.absWorkingDir);
        // Without it, esbuild resolves no imports.
        config.bundle ??= true;
        if (decide(esbuildInputs(config))) esbuildDefaults(config);
      },
      setup: (context) => setUpEsbuild(context, () => readDirectories(build.project).flatMap(directoriesBelow)),
    },
    webpack(compiler) {
      build.setRoot(compiler.context);
      setUpWebpack(
        compiler,
        decide(webpackInputs(compiler.options.entry, compiler.options.context ?? compiler.context)),
      );
    },
    rspack(compiler) {
      build.setRoot(compiler.context);
      setUpRspack(
        compiler,
        decide(webpackInputs(compiler.options.entry, compiler.options.context ?? compiler.context)),
      );
    },
  };
}
