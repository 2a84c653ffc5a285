import { marksOf } from '../../directives/effects.ts';
import { examplesOf } from '../../shared/contract/operation.ts';
import { ownPath } from '../../build/compiler/operations/tree-files.ts';
import type { ShownContent } from './operation-details.ts';
import { shownContent } from './operation-details.ts';
import { EMPTY } from '../../build/compiler/compile.ts';
import { accessOf } from '../../build/compiler/operations/caller-access.ts';
import type { Location } from '../../build/compiler/diagnostics/source.ts';
import { positionOf } from '../../build/compiler/diagnostics/source.ts';
import type { Editor, ShownDiagnostic } from './editor.ts';
import { showDiagnostic } from './editor.ts';
import type { ShownError, ShownTree } from './shown-tree.ts';

/** The tree of operations, as the page shows it. */
export interface OverviewState {
  readonly operations: readonly ShownOperation[];
  readonly events: readonly ShownEvent[];
  readonly errors: readonly ShownDiagnostic[];
  readonly warnings: readonly ShownDiagnostic[];
  /** The error of the overlay outside of the tree: of a module, or of the app. */
  readonly failure: { readonly message: string; readonly place: string; readonly text: string } | undefined;
  readonly directory: string;
  readonly base: string;
  /** The title of the API: of its document, else the name of the project. */
  readonly title: string;
  /** The address that opens a file in the editor, without its path below the root. */
  readonly editor: string;
  /** The command that installs the packages that the docs page needs; undefined if they are installed. */
  readonly install: string | undefined;
}

interface ShownOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly editor: string;
  readonly marks: readonly string[];
  /** Who can call it: `everyone`, `token: admin`. */
  readonly access: string;
}

/** An event that the API sends. */
interface ShownEvent {
  readonly name: string;
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly payload: ShownContent;
  /** As JSON, one for each. */
  readonly examples: readonly string[];
  readonly marks: readonly string[];
  readonly editor: string;
}

/** Reads the state of a tree. */
export function readState(
  tree: ShownTree,
  shown: ShownError | undefined,
  editor: Editor,
  { name: project, ...options }: Pick<OverviewState, 'directory' | 'base' | 'install'> & { readonly name: string },
): OverviewState {
  const errors = tree.errors();
  const served = tree.served() ?? EMPTY;
  const list = errors instanceof Error ? [] : errors;
  const failure =
    errors instanceof Error ? { message: errors.message, stack: '' } : list.length > 0 ? undefined : shown;
  return {
    operations: served.operations.map((operation) => {
      const { contract, handler } = operation;
      const { who, guards } = accessOf(operation, served);
      const { id, method, path, summary, description = '', tags = [] } = contract;
      const marks = [
        ...marksOf(contract),
        ...(contract.webhook === undefined ? [] : ['webhook']),
        ...(contract.custom ?? []).map(({ name }) => name),
        ...(guards.length === 0 ? [] : ['authorize']),
        ...(contract.responses.some(({ content }) => content.some(({ stream }) => stream)) ? ['stream'] : []),
      ];
      return {
        id,
        method,
        path,
        tags,
        marks,
        access: who,
        summary: summary ?? description.split('\n')[0]!,
        editor: editor.open(tree.fileOf(id), linePlace(handler.at)),
      };
    }),
    events: served.events.map(({ contract, comment }) => {
      const { id, event: name = '', summary = '', description = '', deprecated } = contract;
      const content = contract.responses[0]!.content[0]!;
      return {
        name,
        id: ownPath(id),
        summary,
        description,
        payload: shownContent(content, served.schemas),
        examples: examplesOf(content).map((value) => JSON.stringify(value, null, 2)),
        marks: [
          ...marksOf(contract),
          ...(deprecated === undefined || marksOf(contract).includes('deprecated') ? [] : ['deprecated']),
        ],
        editor: editor.open(tree.fileOf(id), linePlace(comment.at)),
      };
    }),
    errors: list.map((diagnostic) => showDiagnostic(diagnostic, editor)),
    warnings: tree.warnings().map((diagnostic) => showDiagnostic(diagnostic, editor)),
    failure: failure && failureOf(failure),
    title: String(served.document.info?.['title'] ?? project),
    editor: editor.below,
    ...options,
  };
}

function linePlace(at: Location): string {
  const { line, column } = positionOf(at);
  return `:${line}:${column}`;
}

function failureOf({ message, frame, stack, id, loc }: Partial<ShownError>): OverviewState['failure'] {
  const file = loc?.file ?? id ?? '';
  const place = loc === undefined ? file : `${file}:${loc.line}:${loc.column}`;
  return { message: message ?? '', place, text: frame ?? stack ?? '' };
}
