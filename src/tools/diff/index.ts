import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Compilation } from '../../build/compiler/compile.ts';
import { didYouMean } from '../../build/compiler/diagnostics/report.ts';
import type { BaseDocument } from '../../shared/contract/base-document.ts';
import { isDocumented } from '../../shared/contract/operation.ts';
import type { Severity } from '../../shared/comparison/checks.ts';
import { SEVERITIES } from '../../shared/comparison/checks.ts';
import { customChecks } from '../openapi/compare/operations/custom-changes.ts';
import { servedFormat } from '../openapi/compare/contracts.ts';
import { prefixOfTree } from '../../build/openapi/servers.ts';
import { userError } from '../../build/project/errors.ts';
import type { Project } from '../../build/project/project.ts';
import type { Allowed } from '../openapi/fetch/allowed.ts';
import { isDocumentName } from '../openapi/fetch/allowed-files.ts';
import { readDocumentFile } from './baseline/openapi-file.ts';
import { contractOf, failOnErrors, joinAll, readRevision } from './baseline/revision.ts';
import { diffContracts } from './diff.ts';
import type { LocatedContract } from './finding.ts';
import { FORMATS } from './report/report-formats.ts';
import { versionsMarkdown } from './report/versions-markdown.ts';
import { readSeverities } from './severities.ts';

/** How to compare a project with a baseline. */
export interface DiffSettings {
  /** A git revision, or an OpenAPI document: a file that ends with .json, .yaml or .yml (default: the merge base with the default branch). */
  readonly baseline?: string | undefined;
  /** The format of the report (default: `text`). */
  readonly format?: string | undefined;
  /** The lowest severity that fails, or `none` (default: `error`). */
  readonly failOn?: string | undefined;
  /** The hosts and files that an OpenAPI document can refer to. */
  readonly allowed?: Allowed;
}

/** The report of a comparison. */
export interface DiffResult {
  readonly text: string;
  /** Whether a finding has the severity that fails. */
  readonly fails: boolean;
  /** The highest severity of a finding; undefined without findings. */
  readonly worst: Severity | undefined;
  /** The parts of the baseline that couldn't be read, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Compares the contract of a project with a baseline.
 *
 * @param compilation Of the project's tree.
 * @throws {Error} If a setting is invalid, the baseline cannot be read, or one of the two trees has errors.
 */
export async function diffProject(
  compilation: Compilation,
  project: Project,
  settings: DiffSettings = {},
): Promise<DiffResult> {
  const { baseline = baselineOf(project.options), format = 'text', failOn = 'error', allowed = {} } = settings;
  const write = Object.hasOwn(FORMATS, format)
    ? FORMATS[format]!
    : unknownValue('--format', format, Object.keys(FORMATS));
  const levels = [...SEVERITIES, 'none'];
  if (!levels.includes(failOn)) unknownValue('--fail-on', failOn, levels);
  const severities = readSeverities(project.root, customChecks(compilation.custom));
  const [before, after] = await readBoth(compilation, project, baseline, allowed);
  const findings = diffContracts(before, after, { severities });
  const failing = SEVERITIES.slice(0, levels.indexOf(failOn) + 1) as readonly Severity[];
  return {
    text: write({ baseline: before.name, findings }),
    notes: before.notes ?? [],
    worst: SEVERITIES.find((level) => findings.some(({ severity }) => severity === level)),
    fails: failOn !== 'none' && findings.some(({ severity }) => failing.includes(severity)),
  };
}

/**
 * Lists what changed from one version of an API to another, as Markdown for its clients.
 *
 * @param versions The compilations of the two versions, the older one first.
 */
export function changelogOf(versions: readonly [Compilation, Compilation], { root }: Pick<Project, 'root'>): string {
  const severities = readSeverities(root);
  const [before, after] = versions.map((version) => {
    // Clients need not know the files of guards, or what is internal.
    const {
      guardsOf: _,
      middlewareOf: _middleware,
      knownGuardsOf: _known,
      ...contract
    } = contractOf(withSharedPaths(version), version.version!);
    return { ...contract, operations: contract.operations.filter(isDocumented) };
  });
  return versionsMarkdown(before!.name, after!.name, diffContracts(before!, after!, { severities }));
}

/** The operations of a version at the paths that all versions have. */
function withSharedPaths(compilation: Compilation): Compilation {
  const operations = compilation.operations.map((operation) => {
    const { contract, sharedRoute = '' } = operation;
    // The date and the header are those of the whole version.
    const { sunset: _, versionHeader: _header, ...rest } = contract;
    return { ...operation, contract: { ...rest, path: sharedRoute.slice(contract.method.length + 1) } };
  });
  return { ...compilation, operations };
}

/** The baseline of the plugin's option; undefined for the merge base with the default branch. */
function baselineOf({ diff }: Project['options']): string | undefined {
  return typeof diff === 'string' ? diff : undefined;
}

function unknownValue(option: string, value: string, known: readonly string[]): never {
  throw userError(
    `Invalid option ${option}: expected ${known.slice(0, -1).join(', ')} or ${known.at(-1)}, got "${value}".${didYouMean(value, known)}`,
  );
}

async function readBoth(
  compilation: Compilation,
  project: Project,
  baseline: string | undefined,
  allowed: Allowed,
): Promise<[LocatedContract, LocatedContract]> {
  const { options, root } = project;
  failOnErrors(compilation, 'The operations have errors');
  if (baseline === undefined || !isDocumentName(baseline))
    return [readRevision(project, baseline), contractOf(joinAll(compilation), '')];
  if (!existsSync(resolve(root, baseline))) throw userError(`The baseline ${baseline} does not exist in ${root}.`);
  const { schemas } = compilation;
  const document = compilation.document as BaseDocument;
  return [
    await readDocumentFile(root, baseline, allowed, servedFormat({ schemas, document }), compilation.custom),
    contractOf(compilation, '', prefixOfTree(document.servers, options.base)),
  ];
}
