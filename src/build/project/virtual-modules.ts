/** The module with the manifest. */
export const MANIFEST = 'virtual:operations';

/** The module with the OpenAPI document. */
export const OPENAPI = 'virtual:operations/openapi';

/** The module with the client. */
export const CLIENT = 'virtual:operations/client';

/** The module with the docs page. */
export const DOCS = 'virtual:operations/docs';

/** The module with the server of the Model Context Protocol. */
export const MCP = 'virtual:operations/mcp';

/** The module that checks data by definitions. */
export const SCHEMAS = 'virtual:operations/schemas';

/** The definitions of that module. */
export const DEFINITIONS = 'virtual:operations/schemas/definitions';

/** The modules that an app imports: module-text.ts has a generator for each. */
const APP_MODULES = [MANIFEST, OPENAPI, CLIENT, DOCS, MCP, SCHEMAS, DEFINITIONS] as const;

/** The name of such a module. */
export type AppModule = (typeof APP_MODULES)[number];

/** Whether a module is without the code of operations, so that browsers may have it. */
export function isWithoutHandlers(id: string): boolean {
  return id === OPENAPI || id === CLIENT || id === DOCS;
}

/** In the dev server: the manifest without the code of its operations. */
export const FRAME = 'virtual:operations/frame';

const ENTRY = 'virtual:operations/entry/';

/** In the dev server: the id of a module with the manifest of one operation. */
export function entryId(operation: string): string {
  return ENTRY + encodeURIComponent(operation);
}

/** The operation's id in a result of {@link entryId}; undefined for any other id. */
export function entryOfId(id: string): string | undefined {
  return id.startsWith(ENTRY) ? decodeURIComponent(id.slice(ENTRY.length)) : undefined;
}

/** The modules of a version: `virtual:operations/v1/client`. */
const OF_VERSION = 'virtual:operations/(?!entry/)([^/]+)/(client|openapi)';

/** The version of a module's id, and the id of the same module of the last version; undefined for any other id. */
export function versionOfModule(id: string): { readonly version: string; readonly module: string } | undefined {
  const [, version, name] = new RegExp(`^${OF_VERSION}$`).exec(id) ?? [];
  return version === undefined ? undefined : { version, module: `${MANIFEST}/${name}` };
}

const NAMES = [...APP_MODULES, FRAME, `${ENTRY}[^/]+`, OF_VERSION].map((id) => id.slice('virtual:'.length)).join('|');

/** Matches imports of the virtual modules. In webpack and Rspack a colon would be a URL scheme, so there it is a hyphen. */
export const VIRTUAL: RegExp = new RegExp(`^virtual[:-](${NAMES})$`);

/** The resolved id of a virtual module. By Rollup's convention, the NUL prevents other plugins from processing it. */
export function resolvedId(id: string): string {
  return `\0${id}`;
}

/** Matches the results of {@link resolvedId}. */
export const RESOLVED: RegExp = new RegExp(`^\\0(virtual:(?:${NAMES}))$`, 's');

/** Matches the id of a CommonJS file that is rewritten: it ends like an ES module, because bundlers decide by the extension. */
export const REWRITTEN: RegExp = /^(.*)\?operation\.m[jt]s$/s;

/** Matches the query of such an id. */
export const REWRITTEN_QUERY: RegExp = /^\?operation\.m[jt]s$/;

/**
 * The id to import a file of the tree from: the file itself, or for CommonJS the ES module it is rewritten to.
 *
 * @param file Absolute, with `/`.
 * @param isCommonJs Whether the file is CommonJS.
 * @example moduleId('/app/pets.ts', true) // '/app/pets.ts?operation.mts'
 */
export function moduleId(file: string, isCommonJs: boolean): string {
  const extension = /\.([cm]?)([jt]s)$/.exec(file);
  if (!isCommonJs && extension?.[1] !== 'c') return file;
  return `${file}?operation.m${extension?.[2]}`;
}
