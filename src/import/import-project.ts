import { mkdirSync } from 'node:fs';
import { readDefinitions, readTree } from '../project/files.ts';
import { updateDeclarations } from '../project/declaration-file.ts';
import type { ResolvedOptions } from '../project/options.ts';
import { locateSources } from '../project/sources.ts';
import { planImport } from './index.ts';
import { readDocuments } from '../project/descriptions/read-documents.ts';
import { baseOnServers, serverPath } from '../openapi/servers.ts';
import { isComplete, printReport } from './report-text.ts';
import { writeChanges } from './write-changes.ts';

/** The options of an import. */
export interface ImportOptions {
  /** Plan and print, but write nothing. */
  readonly isDryRun: boolean;
  /** Whether it is a success if parts of the description are not in the tree. */
  readonly isLossy: boolean;
  /** Whether every location is printed. */
  readonly isVerbose: boolean;
  /** The hosts that the description can refer to, beside its own. */
  readonly allowedHosts?: readonly string[];
}

/**
 * Imports a description into a project.
 *
 * @param location A path or a URL.
 * @param root The project's directory.
 * @param warn Receives a message if operations.d.ts cannot be written.
 * @returns The report, whether the import is a success, and the path of the description's server (`/` for none), for the option `base`.
 * @throws {Error} If the description cannot be read, or is not OpenAPI 3. Nothing is then written.
 */
export async function importIntoProject(
  location: string,
  options: ResolvedOptions,
  root: string,
  { isDryRun, isLossy, isVerbose, allowedHosts = [] }: ImportOptions,
  warn: (message: string) => void = () => {},
): Promise<{ readonly text: string; readonly isSuccess: boolean; readonly base: string }> {
  const documents = await readDocuments(location, allowedHosts);
  const { directory, definitions, shown } = locateSources(options, root);
  const { base } = options;
  const before = { operations: readTree(directory, []) ?? [], definitions: readDefinitions(definitions), shown, base };
  const plan = planImport(documents, before);
  const servers = plan.description.fields['servers'];
  const wanted = serverPath(servers) || '/';
  const isServed = wanted === '/' || (base !== '/' && baseOnServers(servers, base) !== '');
  const text = printReport(plan, { isDryRun, isVerbose, shown, base: isServed ? undefined : wanted });
  const hasErrors = plan.diagnostics.some(({ severity }) => severity === 'error');
  if (!isDryRun) {
    writeChanges([
      { directory, changes: plan.operations.changes },
      { directory: definitions, changes: plan.definitions.changes },
    ]);
    // A description without operations writes no file here, and the other commands need the directory.
    mkdirSync(directory, { recursive: true });
    updateDeclarations(options, root, warn);
  }
  return { text, isSuccess: isComplete(plan) || (isLossy && !hasErrors), base: wanted };
}
