import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import ts from 'typescript59';
import { writePackage } from '../command/client-package/command.ts';
import { scratch, writeTree } from '../support/build.ts';

// What an editor shows of the client, by TypeScript's language service.

const TREE = {
  'app/operations/pets/{id}.ts': `/**
 * Gets a pet.
 *
 * @param {integer} id
 * @returns {{ name: string }} The pet
 * @throws 404 - Unknown
 * @throws {{ reason: string }} 409 - Gone
 */
export default function getPet() {}
`,
  'app/operations/pets/@get.ts': '/** Lists pets.\n * @returns {string[]} All */ export default function listPets() {}',
};

const USE = `import { createClient, isErrorOf } from 'pets';
const api = createClient();
api.getPet({ path: { id: 1 } }).catch((error: unknown) => {
  if (isErrorOf(error, 'getPet')) error.status;
});
`;

const directory = scratch(afterAll);
const file = join(directory, 'use.ts');
let service: ts.LanguageService;

beforeAll(async () => {
  await writeTree(directory, { ...TREE, 'use.ts': USE });
  writePackage(directory, '-o', 'packages/pets', '--name', 'pets');
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(join(directory, 'packages/pets'), join(directory, 'node_modules/pets'));
  const options: ts.CompilerOptions = {
    strict: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
  };
  service = ts.createLanguageService({
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    realpath: ts.sys.realpath!,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) =>
      ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(readFileSync(path, 'utf8')) : undefined,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getCurrentDirectory: () => directory,
  });
});

/** What is shown at the end of a text of the file. */
function hoverAt(text: string): { readonly type: string; readonly doc: string } {
  const { displayParts, documentation } = service.getQuickInfoAtPosition(file, USE.indexOf(text) + text.length - 1)!;
  return { type: ts.displayPartsToString(displayParts), doc: ts.displayPartsToString(documentation) };
}

describe('an editor', () => {
  it('shows the client by its name', () => {
    expect(service.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
    expect(hoverAt('const api').type).toBe('const api: Client');
  });

  it('shows the summary of an operation at its method', () => {
    expect(hoverAt('api.getPet').doc).toBe('Gets a pet.');
  });

  it('shows the declared statuses of an error, and those of others by one name', () => {
    const { type } = hoverAt('error.status');
    expect(type).toMatch(/\b404\b.*\b409\b|\b409\b.*\b404\b/s);
    expect(type).toContain('OtherStatus<');
    expect(type.match(/\b\d{3}\b/g)!.length).toBeLessThan(20);
  });
});
