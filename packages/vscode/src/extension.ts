import type { ExtensionContext, WorkspaceFolder } from 'vscode';
import { commands, window, workspace } from 'vscode';
import { explainRequest, showExplanations } from './explain-request.ts';
import { openOperation } from './open-operation.ts';
import { Servers } from './servers.ts';

/** Starts the language server of each folder, and adds the commands. VS Code calls it. */
export async function activate(context: ExtensionContext): Promise<void> {
  const servers = new Servers(window.createOutputChannel('Operations', { log: true }));
  const start = (folders: readonly WorkspaceFolder[]): Promise<unknown> =>
    Promise.all(folders.map((folder) => servers.start(folder)));
  context.subscriptions.push(
    servers,
    showExplanations(),
    commands.registerCommand('operations.openOperation', () => openOperation(servers)),
    commands.registerCommand('operations.explainRequest', () => explainRequest(servers)),
    commands.registerCommand('operations.restart', async () => {
      await servers.stopAll();
      await start(workspace.workspaceFolders ?? []);
    }),
    workspace.onDidChangeWorkspaceFolders(async ({ added, removed }) => {
      await Promise.all(removed.map((folder) => servers.stop(folder)));
      await start(added);
    }),
  );
  await start(workspace.workspaceFolders ?? []);
}
