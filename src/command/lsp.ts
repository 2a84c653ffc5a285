import { resolve } from 'node:path';
import type { CAC } from 'cac';
import type { TreeArguments } from './tree-options.ts';
import { projectOf, withTree } from './tree-options.ts';
import { ownPackage } from '../build/project/package.ts';

/** Adds `operations lsp`. */
export function defineLanguageServer(cli: CAC, endProgress: () => void): void {
  withTree(cli.command('lsp', 'Serve editors: complete, explain and check contracts (Language Server Protocol)'))
    .option('--stdio', 'Use standard input and output, as it always does')
    .option('--client-process-id <id>', 'The process of the editor, which some editors pass')
    .action(async (args: TreeArguments) => {
      endProgress();
      const { serveLanguage } = await import('../tools/language-server/index.ts');
      const given = args.root === undefined ? undefined : resolve(args.root);
      serveLanguage((root) => projectOf({ ...args, root }), given, ownPackage().version);
    });
}
