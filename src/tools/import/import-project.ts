import { mkdirSync } from 'node:fs';
import type { SecuritySchemes } from '../../shared/contract/base-document.ts';
import { METHODS } from '../../shared/contract/node-http.ts';
import { createCache } from '../../build/compiler/cache.ts';
import { readDefinitions } from '../../build/project/files.ts';
import { updateDeclarations } from '../../build/project/declaration-file.ts';
import { customDirectives } from '../../build/project/load-directives.ts';
import type { Project } from '../../build/project/project.ts';
import { extensionOfNew } from '../../build/project/source-language.ts';
import { readOperations } from '../../build/project/sources.ts';
import { userError } from '../../build/project/errors.ts';
import { isOperationFile } from '../../build/compiler/operations/file-name.ts';
import { isInEvents, isInTree, isInWebhooks, ownPath } from '../../build/compiler/operations/tree-files.ts';
import type { Change } from './changes.ts';
import { planImport } from './index.ts';
import type { WebhookUse } from '../openapi/read/sent-events.ts';
import type { Documents } from '../openapi/read/documents.ts';
import type { Allowed } from '../openapi/fetch/allowed.ts';
import { readDocuments } from '../openapi/fetch/read-documents.ts';
import { baseOnServers, serverPath } from '../../build/openapi/servers.ts';
import { isComplete, jsonReport } from './report-data.ts';
import { printReport } from './report-text.ts';
import type { DirectoryChanges } from './write-changes.ts';
import { writeChanges } from './write-changes.ts';
import { errorsIn } from '../../build/compiler/diagnostics/diagnostic.ts';

/** The options of an import. */
export interface ImportOptions {
  /** Plan and print, but write nothing. */
  readonly isDryRun: boolean;
  /** Whether it is a success if parts of the description are not in the tree. */
  readonly isLossy: boolean;
  /** Whether the webhooks of the description are received or sent (default: sent if their requests are those of events). */
  readonly webhooks?: WebhookUse;
  /** Whether every location is printed. */
  readonly isVerbose: boolean;
  /** Whether the report is JSON, with every location. */
  readonly isJson?: boolean;
  /** The description, for the commands that the report recommends; undefined for none. */
  readonly location?: string | undefined;
  /** The extension of new operations (default: that of the others, or of the project's language). */
  readonly extension?: string;
}

/** The result of an import. */
export interface Imported {
  /** The report. */
  readonly text: string;
  readonly isSuccess: boolean;
  /** The path of the description's server (`/` for none), for the option `base`. */
  readonly base: string;
  /** The number of operations that are not in the tree. */
  readonly left: number;
  /** The security schemes that the operations require. */
  readonly schemes: SecuritySchemes;
}

/**
 * Imports a description into a project.
 *
 * @param location A path or a URL.
 * @param given The allowed hosts and files are those that the description can refer to.
 * @param warn Receives a message if operations.d.ts cannot be written.
 * @throws {Error} If the description cannot be read, or is not OpenAPI 3. Nothing is then written.
 */
export async function importIntoProject(
  location: string,
  project: Project,
  given: ImportOptions & { readonly allowed?: Allowed },
  warn?: (message: string) => void,
): Promise<Imported> {
  const { documents } = await readDescription(location, given.allowed);
  return importDocuments(documents, project, given, warn);
}

/** Reads a description, and the path of its server: `/` for none. */
export async function readDescription(
  location: string,
  allowed: Allowed = {},
): Promise<{ readonly documents: Documents; readonly base: string }> {
  const documents = await readDocuments(location, allowed);
  return { documents, base: serverPath(Object(documents.root.value).servers) || '/' };
}

/** Imports a description that has been read, as {@link importIntoProject} does. */
export function importDocuments(
  documents: Documents,
  project: Project,
  { isDryRun, isLossy, isVerbose, isJson = false, location, extension, webhooks: use }: ImportOptions,
  warn: (message: string) => void = () => {},
): Imported {
  const { options, root, directory, definitions, shown } = project;
  const { base, webhooks, paging } = options;
  const operations = readOperations(project, []) ?? [];
  const before = {
    operations,
    definitions: readDefinitions(definitions),
    shown,
    base,
    webhooks,
    paging,
    httpMethods: METHODS,
    custom: customDirectives(root),
    cache: createCache(),
    extension: extension ?? extensionOfNew(operations.map(({ path }) => path).filter(isOperationFile), root),
  };
  const plan = planImport(documents, before, use);
  const servers = plan.description.fields['servers'];
  const wanted = serverPath(servers) || '/';
  const isServed = wanted === '/' || (base !== '/' && baseOnServers(servers, base) !== '');
  const context = {
    isDryRun,
    shown,
    base: isServed ? undefined : wanted,
    location: isDryRun ? undefined : location,
  };
  const text = isJson ? jsonReport(plan, context) : printReport(plan, { ...context, isVerbose });
  const hasErrors = errorsIn(plan.diagnostics).length > 0;
  if (!isDryRun) {
    writeChanges([
      ...operationDirectories(project, plan.operations.changes),
      { directory: definitions, changes: plan.definitions.changes },
    ]);
    // A description without operations writes no file here, and the other commands need the directory.
    mkdirSync(directory, { recursive: true });
    updateDeclarations(project, warn, before.cache);
  }
  const left = plan.comparison.lost.filter(({ kind }) => kind === 'operation').length;
  return {
    text,
    isSuccess: isComplete(plan) || (isLossy && !hasErrors && plan.widened.length === 0),
    base: wanted,
    left,
    schemes: plan.schemes,
  };
}

/** The changes of operations, webhooks and events, each below their directory. */
function operationDirectories(
  { directory, webhooks, events }: Project,
  changes: readonly Change[],
): DirectoryChanges[] {
  const beside = (name: string, own: string | undefined, isIn: (path: string) => boolean): DirectoryChanges[] => {
    const found = changes.filter(({ path }) => isIn(path));
    if (found.length === 0) return [];
    if (own === undefined)
      throw userError(
        `The directory of ${name} is beside that of the operations, which is the root of the project or has that name itself. Set the option "operations" to another directory, such as "app/operations".`,
      );
    return [{ directory: own, changes: found.map((change) => ({ ...change, path: ownPath(change.path) })) }];
  };
  return [
    { directory, changes: changes.filter(({ path }) => isInTree(path)) },
    ...beside('webhooks', webhooks, isInWebhooks),
    ...beside('events', events, isInEvents),
  ];
}
