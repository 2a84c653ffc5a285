import { NO_CUSTOM } from '../../directives/custom/custom-directives.ts';
import { parseDefinitionFile } from '../../build/compiler/definitions/definition-file.ts';
import type { DefinitionFile } from '../../build/compiler/definitions/model.ts';
import { commentText } from '../../build/codegen/comment-text.ts';
import { parseYaml } from '../../build/compiler/comment/yaml.ts';
import type { OperationFile } from '../../build/compiler/operations/parse.ts';
import type { ExistingOperation } from './existing-tree.ts';
import type { IsGuarded } from './guarded-directories.ts';
import { namingOf, namingOfEvent, readExistingEvents, withComment, withEventComment } from './existing-tree.ts';
import type { LocatedOperation } from './file-paths.ts';
import { baseFile } from './write/definition-files.ts';
import { functionNameOf, newFileText } from './write/handler-text.ts';
import type { WrittenTree } from './write/written-tree.ts';

/** A file that an import writes or deletes, below the directory of operations or of definitions. */
export interface Change {
  readonly kind: 'new' | 'comment' | 'changed' | 'deleted';
  readonly path: string;
  readonly text: string;
}

/** The changes of an import to one directory. */
export interface Changes {
  readonly changes: readonly Change[];
  /** All files after the import. */
  readonly files: readonly OperationFile[];
  /** Files that no part of the description needs. */
  readonly gone: readonly string[];
  /** Files that the import leaves alone, with the reasons. */
  readonly left: readonly string[];
}

/** An event has no function. */
const NO_FUNCTION = { functionName: undefined, needsMethod: false };

/** The changes to operations and events: comments of existing files, and new files. */
export function operationChanges(
  tree: WrittenTree,
  located: readonly LocatedOperation[],
  existing: readonly ExistingOperation[],
  files: readonly OperationFile[],
  base: string,
  isGuarded: IsGuarded,
): Changes {
  const byKey = new Map(existing.map((operation) => [operation.key, operation]));
  const events = readExistingEvents(files);
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const changes: Change[] = [];
  const left: string[] = [];
  const needed = new Set<string>();
  for (const [i, { contract, lines }] of tree.operations.entries()) {
    const known = byKey.get(`${contract.method} ${located[i]!.key}`);
    const sent = events.find(({ key }) => key === located[i]!.key);
    if (sent !== undefined) {
      needed.add(sent.file.path);
      const text = withEventComment(sent, lines(namingOfEvent(sent)));
      if (text !== sent.file.text) changes.push({ kind: 'comment', path: sent.file.path, text });
    } else if (known !== undefined) {
      needed.add(known.file.path);
      if (known.fault !== undefined) {
        left.push(`${known.file.path}: its comment has a mistake: ${known.fault.message}`);
        continue;
      }
      const text = withComment(known, lines(namingOf(known, isGuarded(known.file.path))));
      if (text !== known.file.text) changes.push({ kind: 'comment', path: known.file.path, text });
    } else if (texts.has(contract.id))
      left.push(`${contract.id}: the file exists, and is not an operation without mistakes`);
    else if (contract.event !== undefined)
      changes.push({ kind: 'new', path: contract.id, text: `${commentText(lines(NO_FUNCTION))}\n` });
    else {
      const name = functionNameOf(contract);
      const marks = isGuarded(contract.id) ? { marked: [] } : {};
      const naming = { functionName: name === '_' ? undefined : name, needsMethod: false, ...marks };
      changes.push({ kind: 'new', path: contract.id, text: newFileText(contract, lines(naming), base) });
    }
  }
  for (const { path, text } of changes) texts.set(path, text);
  const gone = [...existing, ...events].map(({ file }) => file.path).filter((path) => !needed.has(path));
  return { changes, gone, left, files: [...texts].map(([path, text]) => ({ path, text })) };
}

/** The changes to definitions. Names that other files define stay there. */
export function definitionChanges(wanted: readonly DefinitionFile[], existing: readonly DefinitionFile[]): Changes {
  const texts = new Map(existing.map((file) => [file.path, file.text]));
  const paths = new Set(wanted.map(({ path }) => path));
  const definedIn = definedNames(existing.filter(({ path }) => !isOurs(path)));
  const changes: Change[] = [];
  const left: string[] = [];
  const current = new Set<string>();
  for (const file of wanted) {
    const name = schemaName(file.path);
    const elsewhere = name === undefined ? undefined : definedIn.get(name);
    const twins = name === undefined ? [] : twinsOf(file.path).filter((path) => texts.has(path) && !paths.has(path));
    if (elsewhere !== undefined) {
      left.push(`${elsewhere}: it defines "${name!}"`);
      continue;
    }
    if (file.path === 'openapi.yaml' && texts.has('openapi.json')) {
      left.push('openapi.json: rename it to openapi.yaml to have it updated');
      continue;
    }
    current.add(file.path);
    changes.push(...twins.map((path) => ({ kind: 'deleted' as const, path, text: '' })));
    const before = texts.get(file.path);
    const text =
      file.path === 'openapi.yaml' && before !== undefined ? withProblemFormat(file.text, before) : file.text;
    if (before === undefined) changes.push({ kind: 'new', path: file.path, text });
    else if (before !== text) changes.push({ kind: 'changed', path: file.path, text });
  }
  const deleted = new Set(changes.filter(({ kind }) => kind === 'deleted').map(({ path }) => path));
  for (const { kind, path, text } of changes) {
    if (kind === 'deleted') texts.delete(path);
    else texts.set(path, text);
  }
  const gone = existing
    .map(({ path }) => path)
    .filter((path) => isOurs(path) && !current.has(path) && !deleted.has(path));
  return { changes, gone, left, files: [...texts].map(([path, text]) => ({ path, text })) };
}

/** Whether a path is one that imports write. */
function isOurs(path: string): boolean {
  return /^(?:schemas\/.*|parameters\.js|responses\.js|openapi\.yaml)$/.test(path);
}

/** The name of the schema in a file of definitions that imports write. */
export function schemaName(path: string): string | undefined {
  return /^schemas\/(?:\d+\/)?([^/]+)\.(?:ts|js|json)$/.exec(path)?.[1];
}

/** The files of the same schema in the other languages. */
function twinsOf(path: string): string[] {
  const stem = path.replace(/\.\w+$/, '');
  return ['ts', 'js', 'json'].map((extension) => `${stem}.${extension}`).filter((twin) => twin !== path);
}

function definedNames(files: readonly DefinitionFile[]): Map<string, string> {
  const names = files.flatMap((file) =>
    parseDefinitionFile(file, '', NO_CUSTOM).definitions.schemas.map(({ name }) => [name, file.path] as const),
  );
  return new Map(names);
}

/** Keeps the format of errors, which no description has. */
function withProblemFormat(text: string, before: string): string {
  const fields = (parseYaml(before).toJS() ?? {}) as { readonly 'x-problem'?: unknown };
  const own = (parseYaml(text).toJS() ?? {}) as object;
  if (fields['x-problem'] === undefined || 'x-problem' in own) return text;
  return baseFile({ ...own, 'x-problem': fields['x-problem'] }).text;
}
