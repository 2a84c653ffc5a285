import type { CompiledOperation } from '../../build/compiler/compile.ts';
import type { Location } from '../../build/compiler/diagnostics/source.ts';
import type { Declarations } from '../../build/compiler/language/declared.ts';
import { isMiddlewareFile } from '../../build/compiler/operations/middleware.ts';
import { fileInTree } from '../../build/compiler/operations/tree-files.ts';
import type { ParameterName } from './parameter-roles.ts';
import type { OpenProject } from './open-project.ts';

/** A `@param` line of an operation or of a directory. */
export interface ParameterLine extends ParameterName {
  readonly at: Location;
  /** Whether it has no location. */
  readonly isBare: boolean;
  /** Whether it declares a property of the parameter: `@param {string} address.street`. */
  readonly isProperty: boolean;
}

/** Whether two names mean one parameter. */
export function isSameName(one: ParameterName, other: ParameterName): boolean {
  return one.place === other.place && one.name === other.name;
}

/** @throws {Error} If no parameter can have the name. */
export function checkParameterName(to: string): void {
  if (!/^[^\s.[\]{}=]+$/.test(to) || to === '__proto__') throw new Error(`"${to}" is not a valid name.`);
}

/** Whether an operation or a directory declares a parameter of a name. */
export function declares({ parameters }: Declarations, { name }: ParameterName): boolean {
  return parameters.some(({ value }) => value.name === name);
}

/** Whether a file is the one of a line, or middleware in the same directory or below it. */
export function isInScope(file: string, { at }: ParameterLine): boolean {
  const own = at.source.file;
  if (file === own || !isMiddlewareFile(own)) return file === own;
  return isMiddlewareFile(file) && file.startsWith(own.replace(/[^/]*$/, ''));
}

/** @throws {Error} If an operation has the new name, or if an operation or a directory below declares the old one again: both lines then refer to it. */
export function checkOthers(
  project: OpenProject,
  operations: readonly CompiledOperation[],
  lines: readonly ParameterLine[],
  line: ParameterLine,
  to: string,
): void {
  const isTaken = operations.some(({ contract }) =>
    contract.parameters.some((one) => one.in === line.place && one.name === to),
  );
  if (isTaken || lines.some((one) => isSameName(one, { ...line, name: to })))
    throw new Error(`"${to}" already exists.`);
  const { directories } = project.compilation()!;
  const files = [
    ...operations
      .filter(({ declarations }) => declares(declarations, line))
      .map(({ handler }) => handler.at.source.file),
    ...directories
      .filter(({ declarations }) => declares(declarations, line))
      .map(({ path }) => fileInTree(project.shown.directory, path))
      .filter((file) => isInScope(file, line)),
  ];
  const other = files.find((file) => file !== line.at.source.file);
  if (other !== undefined) throw new Error(`${other} declares "${line.name}" too. Rename it there first.`);
}
