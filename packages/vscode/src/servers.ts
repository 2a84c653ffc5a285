import type { LogOutputChannel, WorkspaceFolder } from 'vscode';
import { RelativePattern, workspace } from 'vscode';
import type { ClientCapabilities, StaticFeature } from 'vscode-languageclient/node';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { dirname } from 'node:path';
import { MEMORY_FLAGS } from '../../../src/command/memory-flags.ts';
import type { Program } from './program.ts';
import { findProgram } from './program.ts';

const LANGUAGES = ['javascript', 'javascriptreact', 'typescript', 'typescriptreact', 'json', 'jsonc', 'yaml'];

/** The language server of a folder. */
export interface Running {
  readonly folder: WorkspaceFolder;
  readonly client: LanguageClient;
  readonly program: Program;
}

/**
 * VS Code takes the semantic tokens of one extension only: with these, a file would lose those of TypeScript. The grammar highlights contracts
 * in their place.
 */
const withoutSemanticTokens: StaticFeature = {
  fillClientCapabilities: ({ textDocument }: ClientCapabilities) => delete textDocument?.semanticTokens,
  initialize: () => {},
  getState: () => ({ kind: 'static' }),
  clear: () => {},
};

/** The language servers, one of each folder of the workspace whose project has the package. */
export class Servers {
  private readonly running = new Map<string, Running>();

  constructor(private readonly log: LogOutputChannel) {}

  all(): readonly Running[] {
    return [...this.running.values()];
  }

  /** Starts the server that the folder's own package has. */
  async start(folder: WorkspaceFolder): Promise<void> {
    const program = await findProgram(folder.uri.fsPath, () => packagesIn(folder));
    if (program === undefined)
      return this.log.info(`${folder.name}: unplugin-operations is not installed. Install it, then restart.`);
    const run = {
      module: program.file,
      args: ['lsp'],
      transport: TransportKind.stdio,
      options: { cwd: folder.uri.fsPath, execArgv: [...MEMORY_FLAGS] },
    };
    const client = new LanguageClient(
      'operations',
      'Operations',
      { run, debug: run },
      {
        documentSelector: LANGUAGES.map((language) => ({
          scheme: 'file',
          language,
          pattern: { baseUri: folder.uri.toString(), pattern: '**/*' },
        })),
        workspaceFolder: folder,
        outputChannel: this.log,
      },
    );
    client.registerFeature(withoutSemanticTokens);
    this.running.set(folder.uri.toString(), { folder, client, program });
    await client.start();
  }

  async stop({ uri }: WorkspaceFolder): Promise<void> {
    const running = this.running.get(uri.toString());
    this.running.delete(uri.toString());
    await running?.client.stop();
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.all().map(({ folder }) => this.stop(folder)));
  }

  dispose(): void {
    void this.stopAll();
    this.log.dispose();
  }
}

/** The directories of the packages below a folder, for a workspace whose root has no dependencies. */
async function packagesIn(folder: WorkspaceFolder): Promise<string[]> {
  const found = await workspace.findFiles(new RelativePattern(folder, '**/package.json'), '**/node_modules/**', 100);
  return found.map(({ fsPath }) => dirname(fsPath)).toSorted((a, b) => a.length - b.length);
}
