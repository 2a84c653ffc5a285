import { routeOf } from '../../shared/contract/operation.ts';
import { DEFAULT_BUDGET } from '../../shared/contract/mcp.ts';
import { listTool } from '../../shared/contract/tool-list.ts';
import type { Editor } from './editor.ts';
import type { ShownTree } from './shown-tree.ts';

/** A tool, as the page shows it. */
interface ShownTool {
  readonly name: string;
  /** Its operation: `GET /pets/{id}`. */
  readonly request: string;
  readonly id: string;
  readonly editor: string;
  /** An estimate of its costs in a list. */
  readonly tokens: number;
  /** The tool as a model gets it. */
  readonly listed: object;
  /** Its input as `describe_operation` shows it. */
  readonly signature: string;
}

/** The tools, and the tokens that a server lists at most by default. */
interface ShownTools {
  readonly budget: number;
  readonly tools: readonly ShownTool[];
}

/** Prepares the tools for the page. */
export function showTools(tree: ShownTree, editor: Editor): ShownTools {
  const { definitions, tools } = tree.tools();
  return {
    budget: DEFAULT_BUDGET,
    tools: tools.map((tool) => {
      const { id, name, tokens, signature } = tool;
      const listed = listTool(definitions, tool, false);
      return {
        id,
        name,
        tokens,
        signature,
        listed,
        request: routeOf(tool),
        editor: editor.open(tree.fileOf(id), ''),
      };
    }),
  };
}
