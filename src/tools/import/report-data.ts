import { errorsIn, compare } from '../../build/compiler/diagnostics/diagnostic.ts';
import type { PlaceData } from '../../build/compiler/diagnostics/diagnostic-data.ts';
import { diagnosticData, placeData } from '../../build/compiler/diagnostics/diagnostic-data.ts';
import { fileInTree } from '../../build/compiler/operations/tree-files.ts';
import type { Origin } from '../openapi/read/origins.ts';
import { locateOrigin } from '../openapi/fetch/locations.ts';
import type { Change } from './changes.ts';
import type { ImportPlan } from './index.ts';

/** How a plan is reported. */
export interface ReportContext {
  readonly isDryRun: boolean;
  /** The directories, relative to the root. */
  readonly shown: { readonly directory: string; readonly definitions: string };
  /** The path of the description's server, if the option `base` is another one. */
  readonly base?: string | undefined;
  /** The description, for the commands that come next; undefined if there are none. */
  readonly location?: string | undefined;
}

/** A file that an import changes. */
interface ChangedFile {
  readonly kind: Change['kind'];
  /** Relative to the root. */
  readonly file: string;
}

/** A command that comes next, and its purpose. */
interface NextCommand {
  readonly command: string;
  readonly purpose: string;
}

/** Whether a tree has no errors, keeps out whom it kept out before, and has everything of its description that clients can notice in requests and responses. */
export function isComplete({ losses, differences, widened, diagnostics, operations }: ImportPlan): boolean {
  const hasErrors = errorsIn(diagnostics).length > 0;
  const isSame = differences.length === 0 && widened.length === 0 && !losses.some(({ isOnTheWire }) => isOnTheWire);
  return isSame && operations.left.length === 0 && !hasErrors;
}

/** The files that a plan changes. */
export function changedFiles({ operations, definitions }: ImportPlan, { shown }: ReportContext): ChangedFile[] {
  return [
    ...operations.changes.map(({ kind, path }) => ({ kind, file: fileInTree(shown.directory, path) })),
    ...definitions.changes.map(({ kind, path }) => ({ kind, file: `${shown.definitions}/${path}` })),
  ];
}

/** The files that no part of the description needs. */
export function unneededFiles({ operations, definitions }: ImportPlan, { shown }: ReportContext): string[] {
  return [
    ...operations.gone.map((path) => fileInTree(shown.directory, path)),
    ...definitions.gone.map((path) => `${shown.definitions}/${path}`),
  ];
}

/** The files with names that Windows does not allow. */
export function unsafeFiles({ unsafe }: ImportPlan, { shown }: ReportContext): string[] {
  return unsafe.map((path) => fileInTree(shown.directory, path));
}

/** The commands that come next. */
export function nextCommands({ location }: ReportContext): NextCommand[] {
  if (location === undefined) return [];
  const shown = /^[\w./:@%+=,-]+$/.test(location) ? location : JSON.stringify(location);
  return [
    { command: 'npx operations mock', purpose: 'serve examples until you write the handlers' },
    { command: 'npx operations list', purpose: 'show the endpoints with their files' },
    {
      command: `npx operations diff ${shown}`,
      purpose: 'compare your contract with the description, also in CI',
    },
  ];
}

/** Writes a plan as JSON, with every file and every location. */
export function jsonReport(plan: ImportPlan, context: ReportContext): string {
  const { comparison, diagnostics, operations, definitions, losses, description, differences, widened } = plan;
  const { kept, lost, added } = comparison;
  const report = {
    complete: isComplete(plan),
    dryRun: context.isDryRun,
    facts: { kept: kept.length, lost: lost.length, added: added.length },
    files: changedFiles(plan, context).sort((a, b) => compare(a.file, b.file)),
    unneeded: unneededFiles(plan, context).sort(compare),
    untouched: [...operations.left, ...definitions.left].sort(compare),
    unsafe: unsafeFiles(plan, context).sort(compare),
    read: plan.read.toSorted(compare),
    losses: losses.map(({ kind, reason, facts, isOnTheWire, places }) => ({
      kind,
      reason,
      facts,
      onTheWire: isOnTheWire,
      places: places.map(originData),
    })),
    corrections: description.notes
      .mended()
      .map(({ reading, places }) => ({ correction: reading, places: places.map(originData) })),
    differences: differences.toSorted(compare),
    widened: widened.toSorted(compare),
    diagnostics: diagnostics.map(diagnosticData),
    ...(context.base !== undefined && { base: context.base }),
    next: nextCommands(context),
  };
  return JSON.stringify(report, null, 2);
}

function originData(origin: Origin): PlaceData & { readonly pointer: string } {
  return { ...placeData(locateOrigin(origin)), file: origin.file.name, pointer: origin.pointer };
}
