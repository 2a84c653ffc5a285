import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { McpData, ToolData, ToolFeature } from '../../../shared/contract/mcp.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import { isJsonType } from '../../../shared/contract/operation.ts';
import { hasNoBody, isSuccessStatus } from '../../../shared/contract/statuses.ts';
import { isAny } from '../../../shared/schema/object.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';

/** A part of the server, which a bundle contains only if a tool needs it. */
interface FeatureRow {
  /** The module below `src` that exports the feature by its name. */
  readonly module: string;
  /** Whether a tool needs it. */
  readonly isOf: (tool: ToolData, operation: Operation | undefined) => boolean;
}

/** All features but the search, which depends on the costs of all tools. */
export const TOOL_FEATURES: Readonly<Record<ToolFeature, FeatureRow>> = {
  search: { module: 'runtime/mcp/search', isOf: () => false },
  access: { module: 'runtime/mcp/resource-access', isOf: ({ security }) => security !== undefined },
  wrapping: { module: 'runtime/mcp/wrapping', isOf: ({ isWrapped }) => isWrapped === true },
  streams: { module: 'runtime/mcp/stream-result', isOf: ({ stream }) => stream !== undefined },
  files: {
    module: 'runtime/mcp/file-content',
    isOf: (_tool, operation) => operation !== undefined && canSendFiles(operation),
  },
  bodies: {
    module: 'runtime/mcp/form-bodies',
    isOf: ({ mediaType }) => mediaType !== undefined && !isJsonType(mediaType),
  },
  styles: {
    module: 'runtime/mcp/query-styles',
    isOf: (tool) => Object.values(tool.arguments).some(({ style }) => style),
  },
  argumentHeaders: {
    module: 'runtime/mcp/argument-headers',
    isOf: ({ input }) => Object.values(input['properties'] as object).some(isSentAsHeader),
  },
};

/** The names of all features. */
export const TOOL_FEATURE_NAMES: readonly ToolFeature[] = Object.keys(TOOL_FEATURES) as ToolFeature[];

/** Whether a result can be neither JSON nor a stream of items: it is declared so, or not at all. */
function canSendFiles({ responses }: Operation): boolean {
  return !responses.some(({ status }) => /^[23d]/.test(status)) || responses.some(hasFile);
}

function hasFile({ status, content }: Operation['responses'][number]): boolean {
  if (content.length === 0) return isSuccessStatus(status) && !hasNoBody(Number(status));
  return content.some(
    ({ mediaType, schema, stream }) => stream === undefined && (!isJsonType(mediaType) || isAny(schema)),
  );
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
