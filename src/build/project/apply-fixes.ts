import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Diagnostic, Edit, Fix } from '../compiler/diagnostics/diagnostic.ts';
import { positionOf } from '../compiler/diagnostics/source.ts';
import type { Project } from './project.ts';
import { createSession } from './session.ts';
import { replaceFile } from './replace-file.ts';
import { applyEdits, keepSyntax } from './sound-edits.ts';

/** Two fixes of one file can correct the same mistake, so each round applies one of each file, but not forever. */
const MAX_ROUNDS = 200;

/**
 * Applies the fixes of a project's diagnostics to its files, until none is left.
 *
 * @returns The files that were written, created or deleted, as diagnostics show them.
 */
export function applyFixes(project: Project): ReadonlySet<string> {
  const { root } = project;
  const session = createSession(project);
  const written = new Set<string>();
  const made = new MadeFixes();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { diagnostics } = session.compile();
    // An error can be the cause of a warning.
    const fixable = made
      .leftBy(diagnostics.filter((diagnostic) => diagnostic.fix !== undefined))
      .toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
    let isChanged = false;
    for (const diagnostic of fixable) isChanged = createOrDelete(diagnostic, project, written) || isChanged;
    const edited = editsByFile(fixable.map(({ fix }) => fix!));
    for (const [file, edits] of edited) {
      const path = resolve(root, file);
      if (!existsSync(path)) continue;
      const text = readFileSync(path, 'utf8');
      const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
      replaceFile(path, mark + applyEdits(text.slice(mark.length), edits));
      written.add(file);
      isChanged = true;
    }
    for (const { fix } of fixable) isChanged = rename(fix!, root, written) || isChanged;
    if (!isChanged) break;
    const all = new Set(edited.values());
    made.note(fixable.filter(({ fix }) => fix!.edits.length === 0 || all.has(fix!.edits)));
  }
  return written;
}

/** The fixes of the last round, so that one that doesn't remove its diagnostic isn't made again. */
class MadeFixes {
  readonly #useless = new Set<string>();
  #last: readonly string[] = [];
  #before: ReadonlyMap<string, number> = new Map();

  /** The diagnostics whose fixes have not been in vain. */
  leftBy(diagnostics: readonly Diagnostic[]): Diagnostic[] {
    const keys = diagnostics.map(keyOf);
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const key of this.#last) if ((counts.get(key) ?? 0) >= (this.#before.get(key) ?? 0)) this.#useless.add(key);
    this.#before = counts;
    return diagnostics.filter((_, i) => !this.#useless.has(keys[i]!));
  }

  note(made: readonly Diagnostic[]): void {
    this.#last = made.map(keyOf);
  }
}

/** The same for a diagnostic after an edit of its line. */
function keyOf({ at, code, message, fix }: Diagnostic): string {
  return JSON.stringify([at.source.file, positionOf(at).line, code, message, fix?.title]);
}

/** @returns Whether it changed the disk. */
function createOrDelete(
  { fix, at }: Diagnostic,
  { options: { definitions }, root }: Project,
  written: Set<string>,
): boolean {
  const { creates, deletes } = fix!;
  if (creates !== undefined) {
    const file = `${definitions}/${creates.path}`;
    mkdirSync(dirname(resolve(root, file)), { recursive: true });
    replaceFile(resolve(root, file), creates.text);
    written.add(file);
  }
  if (deletes === true) {
    rmSync(resolve(root, at.source.file), { force: true });
    written.add(at.source.file);
  }
  return creates !== undefined || deletes === true;
}

/**
 * Renames a file or a directory unless the name is taken. Two files can report the same directory, so it can be gone.
 *
 * @returns Whether it did.
 */
function rename({ renames }: Fix, root: string, written: Set<string>): boolean {
  if (renames === undefined) return false;
  const [from, to] = [resolve(root, renames.from), resolve(root, renames.to)];
  // A disk that ignores case has the new name already.
  const isTaken = existsSync(to) && from.toLowerCase() !== to.toLowerCase();
  if (isTaken || !existsSync(from)) return false;
  renameSync(from, to);
  written.add(renames.to);
  return true;
}

/** The edits of the first fix of each file. */
function editsByFile(fixes: readonly Fix[]): Map<string, readonly Edit[]> {
  const files = new Map<string, readonly Edit[]>();
  for (const { edits } of fixes) {
    const file = edits[0]?.at.source.file;
    // A fix edits one file.
    if (file !== undefined && !files.has(file) && keepSyntax(edits)) files.set(file, edits);
  }
  return files;
}
