import { parse } from 'jsonc-parser';
import { addToJson, setInJson } from './edit-json.ts';
import { compilerOptionsFor } from './project-files.ts';

/** The parts of a tsconfig.json that matter here. */
interface Config {
  readonly compilerOptions?: {
    readonly noEmit?: boolean;
    readonly allowImportingTsExtensions?: boolean;
    readonly outDir?: string;
    readonly declarationDir?: string;
  };
  readonly include?: readonly string[];
  readonly files?: readonly string[];
  readonly references?: readonly { readonly path: string }[];
}

/** The changes to a project's TypeScript configuration. */
export interface TypeScriptChanges {
  /** The text of tsconfig.json; undefined if it stays as it is. */
  readonly root: string | undefined;
  /** The text of `app/tsconfig.json`; undefined if the project's own covers `app`. */
  readonly app: string | undefined;
}

/**
 * Makes an existing tsconfig.json work with the files of `app`, which import each other with their extensions.
 *
 * A configuration that writes no files gets `allowImportingTsExtensions`. Any other leaves `app` to a configuration in that directory.
 *
 * @param isCommonJs Whether the package's files are CommonJS.
 * @param added New files in TypeScript beside it, which are not for its output either.
 */
export function changeTsconfig(text: string, isCommonJs = false, added: readonly string[] = []): TypeScriptChanges {
  const { compilerOptions = {}, include, files, references } = (parse(text) ?? {}) as Config;
  const covers = references === undefined && files === undefined && (include ?? ['**/*']).some(coversApp);
  if (covers && compilerOptions.noEmit === true) {
    const isDone = compilerOptions.allowImportingTsExtensions === true;
    return {
      root: isDone ? undefined : setInJson(text, ['compilerOptions', 'allowImportingTsExtensions'], true),
      app: undefined,
    };
  }
  const own = { compilerOptions: compilerOptionsFor(isCommonJs), include: ['.', '../operations.d.ts'] };
  const app = `${JSON.stringify(own, null, 2)}\n`;
  if (covers) {
    // A list of its own replaces the default, which has these directories.
    const first = [compilerOptions.outDir, compilerOptions.declarationDir].filter((path) => path !== undefined);
    return { root: [...added, 'app'].reduce((all, path) => addToJson(all, ['exclude'], path, first), text), app };
  }
  if (references === undefined) return { root: undefined, app };
  return { root: addToJson(text, ['references'], { path: './app' }), app };
}

function coversApp(pattern: string): boolean {
  return /^(?:\.\/)?(?:\*\*?\/.*|\*|\.|app(?:\/.*)?)$/.test(pattern) || pattern === './';
}
