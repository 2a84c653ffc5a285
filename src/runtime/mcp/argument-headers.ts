import { isObject } from '../../shared/validation/values.ts';
import { decodeHeader, mismatch } from './message.ts';
import type { McpFeatures } from './protocol.ts';

/** Compares the headers that repeat arguments with these: `x-mcp-header` in the specification. */
export const argumentHeaders: NonNullable<McpFeatures['argumentHeaders']> = (ctx, { input }, given) => {
  for (const [name, schema] of Object.entries(input['properties'] as object)) {
    const suffix = isObject(schema) ? schema['x-mcp-header'] : undefined;
    if (typeof suffix !== 'string') continue;
    const header = `Mcp-Param-${suffix}`;
    const sent = ctx.get(header);
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const text = typeof value === 'object' || value === undefined ? '' : String(value);
    const decoded = decodeHeader(sent);
    if (decoded !== text && !(typeof value === 'number' && sent !== '' && Number(decoded) === value))
      throw mismatch(header, sent, text);
  }
};
