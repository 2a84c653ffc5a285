import type { SymbolInformation } from 'vscode-languageclient/node';
import { SymbolKind, WorkspaceSymbolRequest } from 'vscode-languageclient/node';
import { window } from 'vscode';
import type { Servers } from './servers.ts';

/** Lists the operations of all folders, and opens the chosen one. */
export async function openOperation(servers: Servers): Promise<void> {
  const running = servers.all();
  const found = await Promise.all(
    running.map(async ({ client }) => {
      const symbols = await client.sendRequest(WorkspaceSymbolRequest.type, { query: '' });
      const operations = ((symbols ?? []) as SymbolInformation[]).filter(({ kind }) => kind === SymbolKind.Method);
      return operations.map(({ name, containerName = '', location }) => ({
        label: name,
        description: containerName,
        location: client.protocol2CodeConverter.asLocation(location)!,
      }));
    }),
  );
  const items = found.flat();
  if (items.length === 0) {
    await window.showInformationMessage(
      running.length === 0
        ? 'unplugin-operations is not installed in this workspace.'
        : 'This workspace has no operations.',
    );
    return;
  }
  const chosen = await window.showQuickPick(items, {
    matchOnDescription: true,
    placeHolder: 'Method, path or operationId',
  });
  if (chosen !== undefined) await window.showTextDocument(chosen.location.uri, { selection: chosen.location.range });
}
