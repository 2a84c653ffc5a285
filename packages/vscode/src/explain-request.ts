import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import type { Disposable } from 'vscode';
import { SymbolKind, Uri, commands, window, workspace } from 'vscode';
import type { DocumentSymbol } from 'vscode';
import type { Running, Servers } from './servers.ts';
import { findProgram } from './program.ts';

const SCHEME = 'operations-explain';

/** The explanations by the URI of their documents. */
const explanations = new Map<string, string>();

/** Shows explanations as documents that cannot be edited. */
export function showExplanations(): Disposable {
  return workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => explanations.get(uri.toString()) ?? '',
  });
}

/** Prompts for a request, and shows which operation handles it. */
export async function explainRequest(servers: Servers): Promise<void> {
  const editor = window.activeTextEditor;
  const running = runningAt(servers, editor?.document.uri);
  if (running === undefined) {
    await window.showInformationMessage('unplugin-operations is not installed in this workspace.');
    return;
  }
  const request = await window.showInputBox({
    prompt: 'A method and a path',
    placeHolder: 'GET /books/7',
    value: (editor && (await routeIn(editor.document.uri))) ?? '',
    validateInput: (value) =>
      /^\s*\S+\s+\/\S*\s*$/.test(value) ? undefined : 'Write a method and a path: GET /books/7',
  });
  if (request === undefined) return;
  const [method, path] = request.trim().split(/\s+/) as [string, string];
  // The title of a document ends at a slash, so the path has one that looks alike.
  const uri = Uri.from({
    scheme: SCHEME,
    path: `/${method} ${path.replaceAll('/', '\u2215')}`,
    query: String(Date.now()),
  });
  explanations.set(uri.toString(), await explain(running, editor?.document.uri, method, path));
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
}

function runningAt(servers: Servers, uri: Uri | undefined): Running | undefined {
  const folder = uri && workspace.getWorkspaceFolder(uri);
  return servers.all().find((one) => one.folder === folder) ?? servers.all()[0];
}

/** The operation of a file: `GET /books/{id}`. */
async function routeIn(uri: Uri): Promise<string | undefined> {
  const symbols = await commands.executeCommand<DocumentSymbol[] | undefined>(
    'vscode.executeDocumentSymbolProvider',
    uri,
  );
  return symbols?.find(({ name, kind }) => kind === SymbolKind.Method && /^[A-Z]+ \//.test(name))?.name;
}

/** Runs `operations explain` in the package of a file. */
async function explain({ program }: Running, uri: Uri | undefined, method: string, path: string): Promise<string> {
  // Only the workspace is trusted to run a program.
  const folder = uri && workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  const own = folder === undefined ? undefined : await nearestPackage(dirname(uri!.fsPath), folder);
  const { file, directory } = (own === undefined ? undefined : await findProgram(own, async () => [])) ?? program;
  return new Promise((resolve) => {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', NO_COLOR: '1' };
    execFile(process.execPath, [file, 'explain', method, path], { cwd: directory, env }, (_, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });
}

/** The nearest directory with a package, in a folder of the workspace. */
async function nearestPackage(directory: string, folder: string): Promise<string | undefined> {
  for (let each = directory; ; each = dirname(each)) {
    const uri = Uri.joinPath(Uri.file(each), 'package.json');
    const isThere = await workspace.fs.stat(uri).then(
      () => true,
      () => false,
    );
    if (isThere) return each;
    if (each === folder || each === dirname(each)) return undefined;
  }
}
