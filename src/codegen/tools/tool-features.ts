import type { BaseDocument } from '../../contract/base-document.ts';
import type { McpData, ToolData, ToolFeature } from '../../contract/mcp.ts';
import type { Operation } from '../../contract/operation.ts';
import { isJsonType } from '../../contract/operation.ts';
import { isKeywords } from '../../schema/json-types.ts';

/** A part of the server, which a bundle contains only if a tool needs it. */
interface FeatureRow {
  /** The module below `src` that exports the feature by its name. */
  readonly module: string;
  /** Whether a tool needs it. */
  readonly isOf: (tool: ToolData, operation: Operation | undefined) => boolean;
}

/** All features but the search, which depends on the costs of all tools. */
export const TOOL_FEATURES: Readonly<Record<ToolFeature, FeatureRow>> = {
  search: { module: 'mcp/search', isOf: () => false },
  access: { module: 'mcp/resource-access', isOf: ({ security }) => security !== undefined },
  wrapping: { module: 'mcp/wrapping', isOf: ({ isWrapped }) => isWrapped === true },
  streams: { module: 'mcp/stream-result', isOf: ({ stream }) => stream !== undefined },
  files: { module: 'mcp/file-content', isOf: (_tool, operation) => operation?.responses.some(hasFile) === true },
  bodies: { module: 'mcp/form-bodies', isOf: ({ mediaType }) => mediaType !== undefined && !isJsonType(mediaType) },
  styles: { module: 'mcp/query-styles', isOf: (tool) => Object.values(tool.arguments).some(({ style }) => style) },
  argumentHeaders: {
    module: 'mcp/argument-headers',
    isOf: ({ input }) => Object.values(input['properties'] as object).some(isSentAsHeader),
  },
};

/** The names of all features. */
export const TOOL_FEATURE_NAMES: readonly ToolFeature[] = Object.keys(TOOL_FEATURES) as ToolFeature[];

/** Whether a response can have a body that is neither JSON nor a stream of items. */
function hasFile({ content }: Operation['responses'][number]): boolean {
  return content.some(({ mediaType, stream }) => stream === undefined && !isJsonType(mediaType));
}

function isSentAsHeader(schema: unknown): boolean {
  return isKeywords(schema) && schema['x-mcp-header'] !== undefined;
}

/** The features that tools need. An own middleware may verify the credentials of a declared scheme. */
export function featuresOf(
  { tools, search }: McpData,
  { operations, document }: { readonly operations: readonly Operation[]; readonly document: BaseDocument },
): ToolFeature[] {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const hasSchemes = Object.keys(document.components?.securitySchemes ?? {}).length > 0;
  const isUsed = (name: ToolFeature): boolean =>
    (name === 'search' && search !== undefined) ||
    (name === 'access' && hasSchemes) ||
    tools.some((tool) => TOOL_FEATURES[name].isOf(tool, byId.get(tool.id)));
  return TOOL_FEATURE_NAMES.filter(isUsed);
}
