import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { buildTools } from '../../src/build/codegen/tools/index.ts';
import type { McpData } from '../../src/shared/contract/mcp.ts';
import { listTool } from '../../src/shared/contract/tool-list.ts';
import { toolName } from '../../src/shared/contract/tool-name.ts';
import { compilePlayground } from '../docs/playground.ts';
import { githubContracts } from '../build/openapi/github.ts';

function bookshop(): McpData {
  const { operations, schemas, document } = compilePlayground().compilation;
  const contracts = operations.map(({ contract }) => contract);
  return buildTools({ operations: contracts, schemas, document, info: { title: 'bookshop', version: '1.0.0' } });
}

function github(): McpData {
  const { operations, schemas } = githubContracts();
  const tools = operations
    .filter((_, i) => i % 6 === 0)
    .map((operation) => ({ ...operation, tool: { name: toolName(operation) } }));
  return buildTools({ operations: tools, schemas, document: {}, info: { title: 'github', version: '1.0.0' } });
}

// Measured: 1.02 for the bookshop (each tool between 0.98 and 1.06), 1.03 for GitHub (between 0.94 and 1.16).
it.each([
  ['the bookshop', bookshop, 20],
  ["a sixth of GitHub's API", github, 200],
])(
  'the tokens of %s are estimated with an error of a twentieth, and a fifth at most for each tool',
  (_name, read, count) => {
    const { tools, definitions } = read();
    expect(tools.length).toBeGreaterThanOrEqual(count);
    const pairs = tools.map((tool) => {
      const counted = encode(JSON.stringify(listTool(definitions, tool, false))).length;
      return { name: tool.name, ratio: tool.tokens / counted, counted, estimated: tool.tokens };
    });
    const sum = (key: 'counted' | 'estimated'): number => pairs.reduce((total, pair) => total + pair[key], 0);
    expect(Math.abs(sum('estimated') / sum('counted') - 1)).toBeLessThan(0.05);
    expect(pairs.filter(({ ratio }) => ratio < 0.8 || ratio > 1.2)).toEqual([]);
  },
);
