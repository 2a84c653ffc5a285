import { PACKAGE_FILES } from '../package-files.ts';
import type { UnpluginOptions } from 'unplugin';
import { pluginsOf } from './rollup.ts';
import { userError } from '../../build/project/errors.ts';

/** Matches the names of Rollup plugins that read TypeScript. */
const READERS = /typescript|rpt2|esbuild|swc|sucrase|babel|oxc/;

/** Creates a plugin that removes types for bundlers that cannot read TypeScript (Rollup, webpack), unless the user has a plugin or loader for it. */
export function typeScriptPlugin(): UnpluginOptions {
  let isNeeded = true;
  return {
    name: 'unplugin-operations:types',
    enforce: 'pre',
    rollup: {
      async options({ plugins }) {
        isNeeded = !(await pluginsOf(plugins)).some(({ name }) => READERS.test(name));
      },
    },
    webpack({ options }) {
      isNeeded = !handlesTypeScript(options.module.rules);
    },
    transform: {
      filter: { id: { include: /\.[cm]?ts$/, exclude: PACKAGE_FILES } },
      handler: (code, id) => (isNeeded ? stripTypes(code, id) : null),
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
      `unplugin-operations: this bundler cannot read TypeScript by itself: ${id}. Add a plugin or loader for TypeScript, or: npm install --save-dev oxc-transform`,
    );
  const { code: text, map, errors } = await oxc.transform(id, code, { lang: 'ts', sourcemap: true });
  const [error] = errors;
  if (error !== undefined) throw userError(error.codeframe ?? `${id}: ${error.message}`);
  return { code: text, ...(map !== undefined && { map: JSON.stringify(map) }) };
}
