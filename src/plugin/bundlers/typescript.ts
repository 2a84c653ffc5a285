import type { UnpluginOptions } from 'unplugin';
import { pluginsOf } from './rollup.ts';
import { userError } from '../../project/errors.ts';

/** Plugins of Rollup's, by their names, that read TypeScript. */
const READERS = /typescript|rpt2|esbuild|swc|sucrase|babel|oxc/;

/**
 * A plugin that takes the types away for bundlers that leave TypeScript to others (Rollup, webpack), unless the user has something that does.
 */
export function typeScriptPlugin(): UnpluginOptions {
  let isWanted = true;
  return {
    name: 'unplugin-operations:types',
    enforce: 'pre',
    rollup: {
      async options({ plugins }) {
        isWanted = !(await pluginsOf(plugins)).some(({ name }) => READERS.test(name));
      },
    },
    webpack({ options }) {
      isWanted = !handlesTypeScript(options.module.rules);
    },
    transform: {
      filter: { id: { include: /\.[cm]?ts$/, exclude: /[\\/]node_modules[\\/]/ } },
      handler: (code, id) => (isWanted ? stripTypes(code, id) : null),
    },
  };
}

/** Whether one of webpack's rules is for TypeScript files. */
export function handlesTypeScript(rules: readonly unknown[]): boolean {
  return rules.some((rule) => {
    const { test } = (rule ?? {}) as { test?: unknown };
    return test instanceof RegExp && test.test('/operation.ts');
  });
}

async function stripTypes(code: string, id: string): Promise<{ code: string; map?: string }> {
  const oxc = await import('oxc-transform').catch(() => undefined);
  if (oxc === undefined)
    throw userError(
      `unplugin-operations: ${id} is TypeScript, which this bundler does not read by itself. Add a plugin or a loader that does, or: npm install --save-dev oxc-transform`,
    );
  const { code: text, map, errors } = await oxc.transform(id, code, { lang: 'ts', sourcemap: true });
  const [error] = errors;
  if (error !== undefined) throw userError(error.codeframe ?? `${id}: ${error.message}`);
  return { code: text, ...(map !== undefined && { map: JSON.stringify(map) }) };
}
