import type { Position, ServerCapabilities } from 'vscode-languageserver';
import type { CommentPlace } from './comment-place.ts';
import { placeAt } from './comment-place.ts';
import { complete } from './completion/index.ts';
import { fileOf } from './positions.ts';
import type { Server } from './open-editor.ts';

/** What the server answers. */
export const CAPABILITIES: ServerCapabilities = {
  completionProvider: { triggerCharacters: ['@', '{', '<', '|', '(', '.'] },
};

/** Answers the requests of an editor; outside of contracts with nothing. */
export function answerRequests(server: Server): void {
  const { connection, client } = server;
  const hasSnippets = client.textDocument?.completion?.completionItem?.snippetSupport === true;
  connection.onCompletion(async ({ textDocument, position }) => {
    const place = await placeOf(server, textDocument.uri, position);
    return (place && complete(place, hasSnippets)) ?? null;
  });
}

/** The comment around a position of an open file. */
async function placeOf(server: Server, uri: string, position: Position): Promise<CommentPlace | undefined> {
  const file = fileOf(uri);
  const document = server.documents.get(uri);
  if (file === undefined || document === undefined) return undefined;
  const project = server.projects.ownerOf(file) ?? (await server.projects.openAround(file));
  project?.setBuffer(file, document.getText());
  return project && placeAt(project, file, document.getText(), document.offsetAt(position));
}
