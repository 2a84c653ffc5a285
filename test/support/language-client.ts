import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type {
  CompletionItem,
  CompletionList,
  Diagnostic,
  InitializeResult,
  Position,
  ProtocolConnection,
} from 'vscode-languageserver-protocol/node';
import {
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
} from 'vscode-languageserver-protocol/node';

const program = fileURLToPath(new URL('../../dist/command/index.js', import.meta.url));

/** An editor in the terms of the protocol, with the language server of the built package. */
export class LanguageClient {
  readonly diagnostics = new Map<string, Diagnostic[]>();
  readonly logged: string[] = [];
  private readonly texts = new Map<string, { text: string; version: number }>();

  private constructor(
    readonly root: string,
    readonly child: ChildProcessWithoutNullStreams,
    readonly connection: ProtocolConnection,
    readonly initialized: InitializeResult,
  ) {}

  /**
   * Starts the server in a project.
   *
   * @param folders Those of the editor, absolute.
   * @param args Options of `operations lsp`.
   */
  static async start(
    root: string,
    capabilities: object = {},
    env: object = {},
    folders: readonly string[] = [root],
    args: readonly string[] = [],
  ): Promise<LanguageClient> {
    const options = { cwd: root, env: { ...process.env, ...env } };
    const child = spawn(process.execPath, [program, 'lsp', '--stdio', `--clientProcessId=${process.pid}`, ...args], {
      ...options,
      stdio: 'pipe',
    });
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    connection.listen();
    const result: InitializeResult = await connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(root).href,
      workspaceFolders: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: basename(folder) })),
      capabilities: {
        textDocument: { completion: { completionItem: { snippetSupport: true } } },
        ...capabilities,
      },
    });
    const client = new LanguageClient(root, child, connection, result);
    connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => {
      client.diagnostics.set(client.pathOf(uri), diagnostics);
    });
    connection.onNotification('window/logMessage', ({ message }) => void client.logged.push(message));
    await connection.sendNotification('initialized', {});
    return client;
  }

  uriOf(path: string): string {
    return pathToFileURL(join(this.root, path)).href;
  }

  pathOf(uri: string): string {
    return decodeURIComponent(uri).slice(decodeURIComponent(pathToFileURL(this.root).href).length + 1);
  }

  /** Opens a file, or gives an open one another text. */
  async setText(path: string, text: string): Promise<void> {
    const known = this.texts.get(path);
    const version = (known?.version ?? 0) + 1;
    this.texts.set(path, { text, version });
    const uri = this.uriOf(path);
    if (known === undefined)
      await this.connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: path.endsWith('ts') ? 'typescript' : 'javascript', version, text },
      });
    else
      await this.connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      });
  }

  async open(path: string): Promise<void> {
    await this.setText(path, readFileSync(join(this.root, path), 'utf8'));
  }

  textOf(path: string): string {
    return this.texts.get(path)?.text ?? readFileSync(join(this.root, path), 'utf8');
  }

  positionAt(path: string, offset: number): Position {
    const lines = this.textOf(path)
      .slice(0, offset)
      .split(/\r\n|\r|\n/);
    return { line: lines.length - 1, character: lines.at(-1)!.length };
  }

  async request<T>(method: string, path: string, more: object = {}): Promise<T> {
    return this.connection.sendRequest(method, { textDocument: { uri: this.uriOf(path) }, ...more });
  }

  /** Asks something at the mark `|` of a text, which the file gets without it. */
  async at<T>(method: string, path: string, marked: string, more: object = {}): Promise<T> {
    const offset = marked.indexOf('|');
    await this.setText(path, marked.slice(0, offset) + marked.slice(offset + 1));
    return this.request(method, path, { position: this.positionAt(path, offset), ...more });
  }

  async complete(path: string, marked: string): Promise<readonly CompletionItem[]> {
    const list = await this.at<CompletionList | null>('textDocument/completion', path, marked);
    return (list?.items ?? []).toSorted((a, b) => (a.sortText! < b.sortText! ? -1 : 1));
  }

  /** The codes of a file, as they were last published. */
  codes(path: string): unknown[] {
    return (this.diagnostics.get(path) ?? []).map(({ code }) => code);
  }

  /** All diagnostics as `file:line code`. */
  report(): string[] {
    return [...this.diagnostics]
      .flatMap(([path, all]) => all.map(({ code, range }) => `${path}:${range.start.line + 1} ${String(code)}`))
      .sort();
  }

  async stop(): Promise<void> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    this.connection.dispose();
    this.child.kill();
  }
}
