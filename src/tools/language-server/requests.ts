import type { Position, ServerCapabilities } from 'vscode-languageserver';
import { CodeActionKind, ErrorCodes, ResponseError } from 'vscode-languageserver';
import { fileKind, placeAt } from './comment-place.ts';
import { complete } from './completion/index.ts';
import { completeNewFile } from './completion/new-file.ts';
import { completeSent } from './event-names.ts';
import { hover } from './hover.ts';
import * as navigation from './navigation.ts';
import type { Server } from './open-editor.ts';
import { fileOfUri, rangeOf } from './positions.ts';
import type { OpenProject } from './open-project.ts';
import { fixesIn } from './quick-fixes.ts';
import { refactoringsAt } from './refactorings.ts';
import { renamableAt } from './rename.ts';
import { LEGEND, tokensOf } from './semantic-tokens.ts';
import { renameEdit } from './workspace-edit.ts';

/** The requests that the server answers. */
export const CAPABILITIES: ServerCapabilities = {
  completionProvider: { triggerCharacters: ['*', '@', '{', '<', '|', '(', '.', "'", '"'] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  documentLinkProvider: {},
  codeActionProvider: {
    codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorExtract, CodeActionKind.RefactorRewrite],
  },
  semanticTokensProvider: { legend: LEGEND, full: true },
};

/** An open file of a project. */
interface OpenFile {
  readonly project: OpenProject;
  readonly file: string;
  /** As it is compiled: without a byte order mark. */
  readonly text: string;
  offsetAt(position: Position): number;
}

/** Answers the requests of an editor; outside of contracts with nothing. */
export function answerRequests(server: Server): void {
  answerTyping(server);
  answerNavigation(server);
  answerRenames(server);
  answerFixes(server);
}

/** Finds an open file, and gives its project the present text. */
async function openFileOf(server: Server, identifier: Identifier): Promise<OpenFile | undefined> {
  const { uri } = required(identifier, 'textDocument');
  const file = fileOfUri(uri);
  const document = server.documents.get(uri);
  if (file === undefined || document === undefined) return undefined;
  const project = server.projects.ownerOf(file) ?? (await server.projects.openAround(file));
  // It can have been closed while its project was opened.
  if (project === undefined || fileKind(project, file) === undefined || server.documents.get(uri) !== document)
    return undefined;
  const text = document.getText();
  project.setBuffer(file, text);
  const marks = text.startsWith('\uFEFF') ? 1 : 0;
  const offsetAt = (position: Position): number => Math.max(0, document.offsetAt(checkPosition(position)) - marks);
  return { project, file, text: text.slice(marks), offsetAt };
}

/** The parameter of a request; a client can leave out one that the protocol requires. */
function required<T>(value: T | null | undefined, name: string): T {
  if (value === undefined || value === null)
    throw new ResponseError(ErrorCodes.InvalidParams, `The request needs "${name}".`);
  return value;
}

function checkPosition(given: Position | undefined): Position {
  const position = required(given, 'position');
  if (Number.isInteger(position.line) && Number.isInteger(position.character)) return position;
  throw new ResponseError(ErrorCodes.InvalidParams, 'A position needs "line" and "character", whole numbers.');
}

interface Identifier {
  readonly uri: string;
}

interface PositionParams {
  readonly textDocument: Identifier;
  readonly position: Position;
}

function answerTyping(server: Server): void {
  const { connection, client } = server;
  const hasSnippets = client.textDocument?.completion?.completionItem?.snippetSupport === true;
  connection.onCompletion(async ({ textDocument, position }) => {
    const open = await openFileOf(server, textDocument);
    if (open === undefined) return null;
    const { project, file, text } = open;
    const place = placeAt(project, file, text, open.offsetAt(position));
    if (place !== undefined) return complete(place, hasSnippets) ?? null;
    const compilation = project.compilation();
    const source = { file: project.shownAs(file), text };
    const sent = compilation && completeSent(compilation, source, open.offsetAt(position));
    return sent ?? completeNewFile(project, file, text) ?? null;
  });
  connection.onHover(async ({ textDocument, position }) => {
    const open = await openFileOf(server, textDocument);
    if (open === undefined) return null;
    const { project, file, text } = open;
    const offset = open.offsetAt(position);
    const place = placeAt(project, file, text, offset);
    if (place !== undefined) return hover(place) ?? null;
    const value = navigation.explainFunction(project, file, offset) ?? navigation.explainSent(project, file, offset);
    return value === undefined ? null : { contents: { kind: 'markdown', value } };
  });
  connection.languages.semanticTokens.on(async ({ textDocument }) => {
    const open = await openFileOf(server, textDocument);
    return open === undefined ? { data: [] } : tokensOf(open.project, open.file);
  });
}

function answerNavigation(server: Server): void {
  const { connection, projects } = server;
  const at = async <T>(params: PositionParams, answer: (open: OpenFile, offset: number) => T): Promise<T | null> => {
    const open = await openFileOf(server, params.textDocument);
    return open === undefined ? null : answer(open, open.offsetAt(params.position));
  };
  connection.onDefinition((params) =>
    at(params, ({ project, file }, offset) => navigation.definitionOf(project, file, offset)),
  );
  connection.onReferences((params) =>
    at(params, ({ project, file }, offset) =>
      navigation.referencesTo(project, file, offset, required(params.context, 'context').includeDeclaration),
    ),
  );
  connection.onDocumentSymbol(async ({ textDocument }) => {
    const open = await openFileOf(server, textDocument);
    return open === undefined ? null : navigation.outlineOf(open.project, open.file);
  });
  connection.onDocumentLinks(async ({ textDocument }) => {
    const open = await openFileOf(server, textDocument);
    return open === undefined ? null : navigation.linksIn(open.project, open.file);
  });
  connection.onWorkspaceSymbol(({ query }) =>
    [...projects.all()].flatMap((project) => navigation.symbolsIn(project, required(query, 'query'))),
  );
}

function answerFixes(server: Server): void {
  const { connection, client } = server;
  const { resourceOperations = [] } = client.workspace?.workspaceEdit ?? {};
  const can = {
    create: resourceOperations.includes('create'),
    delete: resourceOperations.includes('delete'),
    rename: resourceOperations.includes('rename'),
  };
  connection.onCodeAction(async ({ textDocument, range }) => {
    const open = await openFileOf(server, textDocument);
    if (open === undefined) return null;
    const { project, file } = open;
    const offset = open.offsetAt(required(range, 'range').start);
    checkPosition(range.end);
    return [...fixesIn(project, file, range, can), ...refactoringsAt(project, file, offset, can)];
  });
}

function answerRenames(server: Server): void {
  const { connection, client } = server;
  const { resourceOperations = [], changeAnnotationSupport } = client.workspace?.workspaceEdit ?? {};
  const can = { move: resourceOperations.includes('rename'), ask: changeAnnotationSupport !== undefined };
  connection.onPrepareRename(async ({ textDocument, position }) => {
    const open = await openFileOf(server, textDocument);
    const found = open && renamableAt(open.project, open.file, open.offsetAt(position));
    return found === undefined ? null : { range: rangeOf(found.at), placeholder: found.name };
  });
  connection.onRenameRequest(async ({ textDocument, position, newName }) => {
    const open = await openFileOf(server, textDocument);
    const found = open && renamableAt(open.project, open.file, open.offsetAt(position));
    if (open === undefined || found === undefined) return null;
    try {
      return renameEdit(open.project, found.rename(required(newName, 'newName')), can);
    } catch (error) {
      if (error instanceof ResponseError) return error;
      return new ResponseError(-32_803, (error as Error).message);
    }
  });
}
