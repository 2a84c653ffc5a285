import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { deliveryFiles } from '../build/codegen/delivery-files.ts';
import type { Compilation } from '../build/compiler/compile.ts';
import { fileInTree } from '../build/compiler/operations/tree-files.ts';
import { updateDeclarations } from '../build/project/declaration-file.ts';
import { isTypeScript } from '../build/project/source-language.ts';
import { styleOf, untakenId } from '../build/project/new-file-text.ts';
import type { Project } from '../build/project/project.ts';
import { replaceFile } from '../build/project/replace-file.ts';
import { createSession } from '../build/project/session.ts';
import { checkFit, extensionFor } from './new-operation.ts';

/**
 * Writes the operations with which callers see the deliveries of events to their tenant, and send one again: `operations new events`.
 *
 * @param scheme The security scheme of the callers (default: the only one of the project).
 * @param warn Receives a message if operations.d.ts cannot be written.
 * @returns The files, relative to the root; undefined if the project has no events, so that the name is that of an operation.
 * @throws {Error} If the scheme is unknown or has to be chosen, or if a file or a route exists. Nothing is written then.
 */
export function writeNewDeliveries(
  project: Project,
  scheme: string | undefined,
  warn: (message: string) => void,
): string[] | undefined {
  const { root, directory, shown } = project;
  const compilation = createSession(project).compile();
  if (compilation.events.length === 0) return undefined;
  const extension = `.${extensionFor(compilation, root)}`;
  const files = deliveryFiles({
    extension,
    style: styleOf(compilation, isTypeScript(extension)),
    scheme: chooseScheme(compilation, scheme),
    idOf: (name) => untakenId(name, compilation),
  });
  const present = files.find(({ path }) => existsSync(fileInTree(directory, path)));
  if (present !== undefined) throw new Error(`${fileInTree(shown.directory, present.path)} already exists.`);
  checkFit(project, compilation, files, 'events');
  for (const { path, text } of files) {
    const file = fileInTree(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    replaceFile(file, text);
  }
  updateDeclarations(project, warn);
  return files.map(({ path }) => fileInTree(shown.directory, path));
}

/** Deliveries are for known callers alone, so that nothing is written without a scheme. */
function chooseScheme({ document }: Compilation, given: string | undefined): string {
  const schemes = Object.keys(document.components?.securitySchemes ?? {});
  if (schemes.length === 0)
    throw new Error(
      'The operations of deliveries need a security scheme, because each caller sees those of a tenant. Add one to components.securitySchemes in app/definitions/openapi.yaml, and run the command again.',
    );
  if (given === undefined && schemes.length === 1) return schemes[0]!;
  if (given !== undefined && schemes.includes(given)) return given;
  const problem =
    given === undefined ? 'The project has several security schemes.' : `Unknown security scheme "${given}".`;
  throw new Error(
    `${problem} Choose that of your customers: npx operations new events --security ${schemes.join('|')}`,
  );
}
