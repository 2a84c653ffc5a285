import type { ClientCapabilities, Connection, TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Projects } from './projects.ts';

/** The open files and the projects of an editor. */
export interface Server {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly projects: Projects;
  readonly client: ClientCapabilities;
  /** The URI of a file, absolute, as the editor writes it. */
  readonly uriFor: (file: string) => string;
}
