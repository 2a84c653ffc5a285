import { DidChangeWatchedFilesNotification, TextDocumentSyncKind, TextDocuments } from 'vscode-languageserver';
import type { Connection, InitializeParams, InitializeResult } from 'vscode-languageserver';
import { ProposedFeatures, createConnection } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Publisher } from './publisher.ts';
import { CAPABILITIES, answerRequests } from './requests.ts';
import { fileOfUri, uriOf } from './positions.ts';
import type { FindProject } from './projects.ts';
import { Projects } from './projects.ts';
import type { Server } from './open-editor.ts';

/** How long after a change the diagnostics are published, in milliseconds: while keys are pressed, the next change replaces it. */
const DELAY = 5;

/**
 * Serves the Language Server Protocol on standard input and output, until the editor ends it.
 *
 * @param readOptions Reads the options of the project in a directory.
 * @param directory The directory of a project, if it is the only one; otherwise those of the editor's folders are served.
 */
export function serveLanguage(readOptions: FindProject, directory: string | undefined, version: string): void {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  connection.onInitialize((params): InitializeResult => {
    const server = createServer(connection, readOptions, params);
    const update = keepCurrent(server);
    connection.onInitialized(() => guarded(connection, start(server, params, directory).then(update)));
    answerRequests(server);
    return {
      serverInfo: { name: 'operations', version },
      capabilities: { textDocumentSync: TextDocumentSyncKind.Incremental, ...CAPABILITIES },
    };
  });
  connection.listen();
}

function createServer(connection: Connection, readOptions: FindProject, { capabilities }: InitializeParams): Server {
  const documents = new TextDocuments(TextDocument);
  // An editor can write the URI of a file in another way.
  const uriFor = (file: string): string =>
    documents.all().find(({ uri }) => fileOfUri(uri) === file)?.uri ?? uriOf(file);
  const projects = new Projects(readOptions, (error) => logError(connection, error));
  return { connection, documents, projects, client: capabilities, uriFor };
}

/**
 * Gives the projects each change of an open file or of the disk.
 *
 * @returns A function that publishes the diagnostics a moment later, once for several calls.
 */
function keepCurrent(server: Server): () => void {
  const { connection, documents, projects, uriFor } = server;
  const publisher = new Publisher((uri, diagnostics) => void connection.sendDiagnostics({ uri, diagnostics }));
  let timer: NodeJS.Timeout | undefined;
  const update = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => publisher.publish(projects.all(), uriFor), DELAY);
  };
  documents.onDidChangeContent(({ document }) => guarded(connection, takeText(server, document).then(update)));
  documents.onDidClose(({ document }) => {
    const file = fileOfUri(document.uri);
    if (file !== undefined) projects.ownerOf(file)?.setBuffer(file, undefined);
    update();
  });
  documents.onDidSave(({ document }) => {
    const file = fileOfUri(document.uri);
    if (file !== undefined) projects.ownerOf(file)?.changeFiles([file]);
    update();
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const files = changes.map(({ uri }) => fileOfUri(uri)).filter((file) => file !== undefined);
    for (const project of projects.all()) {
      const own = files.filter((file) => project.concerns(file));
      if (own.length > 0) project.changeFiles(own);
    }
    // A package.json names the packages of custom directives.
    const reloaded = files
      .filter((file) => /\/(?:vite\.config\.\w+|package\.json)$/.test(file) && !file.includes('/node_modules/'))
      .map((file) => projects.reload(file));
    guarded(
      connection,
      Promise.all(reloaded)
        .then(() => projects.openNew())
        .then(() => takeAll(server))
        .then(update),
    );
  });
  documents.listen(connection);
  return update;
}

/** Opens the projects of the editor's folders, and registers for changes on the disk. */
async function start(server: Server, params: InitializeParams, directory: string | undefined): Promise<void> {
  const { connection, projects } = server;
  // Editors of earlier versions of the protocol send the root alone.
  const { rootUri } = params as { readonly rootUri?: string | null };
  const folders = params.workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  const directories = folders.map(fileOfUri).filter((folder) => folder !== undefined);
  for (const each of directory === undefined ? directories : [directory]) await projects.open(each);
  await takeAll(server);
  if (params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) return;
  // A directory that is renamed or deleted is one event, without those of its files.
  const watchers = [{ globPattern: '**/*' }];
  await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
}

async function takeAll(server: Server): Promise<void> {
  for (const document of server.documents.all()) await takeText(server, document);
}

async function takeText({ projects, documents }: Server, document: TextDocument): Promise<void> {
  const file = fileOfUri(document.uri);
  if (file === undefined) return;
  const project = projects.ownerOf(file) ?? (await projects.openAround(file));
  // It can have been closed while its project was opened.
  if (documents.get(document.uri) === document) project?.setBuffer(file, document.getText());
}

/** Reports a failure to the editor's log. */
function guarded(connection: Connection, work: Promise<unknown>): void {
  work.catch((error: unknown) => logError(connection, error));
}

function logError(connection: Connection, error: unknown): void {
  connection.console.error(error instanceof Error ? error.message : String(error));
}
