import type { SearchData } from '../../../shared/contract/mcp.ts';

const STRING = { type: 'string' };

/** The tools that represent all, if there are many. */
export const SEARCH_TOOLS: SearchData['tools'] = [
  {
    name: 'search_operations',
    description: 'Finds operations of this API by words. Use it first, then describe_operation, then call_operation.',
    inputSchema: {
      type: 'object',
      properties: { query: { ...STRING, description: 'Words, such as: create issue' } },
      required: ['query'],
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'describe_operation',
    description: 'Shows the input of an operation as a TypeScript signature.',
    inputSchema: { type: 'object', properties: { name: STRING }, required: ['name'] },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'call_operation',
    description: 'Calls an operation with the arguments of its signature.',
    inputSchema: {
      type: 'object',
      properties: { name: STRING, arguments: { type: 'object' } },
      required: ['name', 'arguments'],
    },
    annotations: { readOnlyHint: false, destructiveHint: true },
  },
];
