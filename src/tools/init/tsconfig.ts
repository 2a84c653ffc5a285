import { parse } from 'jsonc-parser';
import { addToJson, setInJson } from './edit-json.ts';
import { API_OUTPUT } from './api-files.ts';
import { compilerOptionsFor } from './project-files.ts';

interface CompilerOptions {
  readonly noEmit?: boolean;
  readonly allowJs?: boolean;
  readonly checkJs?: boolean;
  readonly allowImportingTsExtensions?: boolean;
  readonly outDir?: string;
  readonly declarationDir?: string;
}

/** The parts of a tsconfig.json that matter here. */
interface Config {
  readonly compilerOptions?: CompilerOptions;
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
 * @param added New files in TypeScript next to it, which are not for its output either.
 */
export function changeTsconfig(text: string, isCommonJs = false, added: readonly string[] = []): TypeScriptChanges {
  const { compilerOptions = {}, include, files, references } = configOf(text);
  const covers = references === undefined && files === undefined && (include ?? ['**/*']).some(coversApp);
  const readsJavaScript = compilerOptions.allowJs === true || compilerOptions.checkJs === true;
  if (covers && compilerOptions.noEmit === true) {
    const isDone = compilerOptions.allowImportingTsExtensions === true;
    const extended = isDone ? text : setInJson(text, ['compilerOptions', 'allowImportingTsExtensions'], true);
    const root = readsJavaScript ? exclude(extended, [API_OUTPUT], compilerOptions) : extended;
    return { root: root === text ? undefined : root, app: undefined };
  }
  const own = { compilerOptions: compilerOptionsFor(isCommonJs), include: ['.', '../operations.d.ts'] };
  const app = `${JSON.stringify(own, null, 2)}\n`;
  const excluded = [...added, 'app', ...(readsJavaScript ? [API_OUTPUT] : [])];
  if (covers) return { root: exclude(text, excluded, compilerOptions), app };
  if (references === undefined) return { root: undefined, app };
  return { root: addToJson(text, ['references'], { path: './app' }), app };
}

const DECLARATIONS = 'operations.d.ts';

/**
 * Adds `operations.d.ts`, which has the types of the client, to the configurations that cover `src`: in Vite's templates, tsconfig.json or the
 * tsconfig.app.json to which it refers.
 *
 * @param read Reads a file of the project; undefined if it does not exist.
 * @returns The changed texts, by file.
 */
export function addDeclarations(read: (path: string) => string | undefined): Record<string, string> {
  const root = 'tsconfig.json';
  const { references = [] } = configOf(read(root));
  const files = references.flatMap(({ path }) => /^(?:\.\/)?([^/]+\.json)$/.exec(path)?.[1] ?? []);
  const changed: Record<string, string> = {};
  for (const file of [root, ...files]) {
    const text = read(file);
    const { include = [] } = configOf(text);
    const coversSources = include.some((pattern) => /^(?:\.\/)?src(?:\/|$)/.test(pattern));
    const covers = include.some((pattern) =>
      /^(?:\.\/)?(?:\*\*?(?:\/.*)?|\.|\*(?:\.d)?\.ts|operations\.d\.ts)$/.test(pattern),
    );
    if (coversSources && !covers) changed[file] = addToJson(text!, ['include'], DECLARATIONS);
  }
  return changed;
}

function configOf(text = ''): Config {
  return (parse(text) ?? {}) as Config;
}

function exclude(text: string, paths: readonly string[], { outDir, declarationDir }: CompilerOptions): string {
  // Its own list replaces the default, which has these directories.
  const first = [outDir, declarationDir].filter((path) => path !== undefined);
  return paths.reduce((all, path) => addToJson(all, ['exclude'], path, first), text);
}

function coversApp(pattern: string): boolean {
  return /^(?:\.\/)?(?:\*\*?\/.*|\*|\.|app(?:\/.*)?)$/.test(pattern) || pattern === './';
}
