import { commentText } from './comment-text.ts';
import type { CodeStyle } from './handler-file.ts';
import { definition } from './handler-file.ts';
import { isIdentifier } from './identifier.ts';
import { quoteText } from './literal.ts';

/** How the operations of deliveries are written. */
export interface DeliveryOptions {
  readonly style: CodeStyle;
  /** With its dot. */
  readonly extension: string;
  /** The security scheme of the callers. */
  readonly scheme: string;
  /** Makes the operationId of an operation: the name, unless it is taken. */
  readonly idOf: (name: string) => string;
}

/** A file, by its path below the tree. */
export interface DeliveryFile {
  readonly path: string;
  readonly text: string;
}

const EVENT = '@param {string} event (maxLength: 50, pattern: "^msg_[0-9a-f]+$") - The ID of the event';
const RETURNS =
  "@returns {{event: string, type: string, endpoint: string, state: 'waiting'|'delivered'|'dead', attempts: integer, status?: integer, error?: string, sentAt: date-time}[]}";

/** An operation of deliveries. */
interface DeliveryOperation {
  readonly path: string;
  /** The path to the directory of the helper. */
  readonly above: string;
  readonly name: string;
  readonly summary: string;
  /** The lines of the comment below the summary. */
  readonly lines: readonly string[];
  /** The code below that of the tenant. */
  readonly body: string;
}

const OPERATIONS: readonly DeliveryOperation[] = [
  {
    path: '@get',
    above: './',
    name: 'listDeliveries',
    summary: "Lists the latest deliveries of the caller's tenant.",
    lines: [
      "@param {'waiting'|'delivered'|'dead'} [state] - Only deliveries in this state",
      '@param {integer} [limit=50] (minimum: 1, maximum: 100) - The number of deliveries',
      `${RETURNS} The deliveries`,
    ],
    body: `  const deliveries = await eventsOf(ctx).list({ ...ctx.input.query, tenant });
  return deliveries.map(shownDelivery);`,
  },
  {
    path: '{event}/@get',
    above: '../',
    name: 'showDeliveries',
    summary: 'Shows the deliveries of an event.',
    lines: [EVENT, `${RETURNS} The delivery to each endpoint`, '@throws 404 - Unknown event'],
    body: `  const deliveries = await eventsOf(ctx).list({ id: ctx.input.path.event, tenant });
  if (deliveries.length === 0) throw problem(404, 'Unknown event');
  return deliveries.map(shownDelivery);`,
  },
  {
    path: '{event}/replay@post',
    above: '../',
    name: 'replayDeliveries',
    summary: 'Sends an event again, with the same ID.',
    lines: [
      EVENT,
      '@returns {void} 202 - The event will be sent',
      '@throws 404 - Unknown event, or its deliveries still wait',
    ],
    body: `  const count = await eventsOf(ctx).replay({ id: ctx.input.path.event, tenant });
  if (count === 0) throw problem(404, 'Unknown event, or its deliveries still wait');`,
  },
];

/** Writes the operations with which callers see the deliveries of their tenant, and send an event again. */
export function deliveryFiles(options: DeliveryOptions): DeliveryFile[] {
  const { style, extension } = options;
  const texts = [
    ['_deliveries', helperText(style.isTyped)],
    ...OPERATIONS.map((operation) => [operation.path, operationText(operation, options)] as const),
  ] as const;
  return texts.map(([path, text]) => ({ path: `deliveries/${path}${extension}`, text: restyle(text, style) }));
}

function operationText(operation: DeliveryOperation, { style, extension, scheme, idOf }: DeliveryOptions): string {
  const { above, name, summary, lines, body } = operation;
  const id = idOf(name);
  const auth = isIdentifier(scheme) ? `ctx.auth.${scheme}` : `ctx.auth[${quoteText(scheme)}]`;
  const comment = commentText([summary, '', `@security ${scheme}`, ...lines]);
  const code = `async function ${id}(ctx) {\n  const tenant = tenantOf(${auth});\n${body}\n}`;
  const problem = body.includes('problem(') ? ', problem' : '';
  const helpers = body.includes('shownDelivery') ? 'eventsOf, shownDelivery, tenantOf' : 'eventsOf, tenantOf';
  return `import { defineOperation${problem} } from 'unplugin-operations/koa';
import { ${helpers} } from '${above}_deliveries${extension}';

${comment}
export default ${definition(id, code, { ...style, quote: "'", indent: '  ' })};
`;
}

function helperText(isTyped: boolean): string {
  const typed = (text: string): string => (isTyped ? text : '');
  return `${typed("import type { DeliveryRow, EventSender } from 'unplugin-operations/events';\n")}import { problem } from 'unplugin-operations/koa';

/** The events of the app: the option \`events\` of \`createApp\`. */
export function eventsOf(ctx${typed(': { readonly events: unknown }')})${typed(': EventSender<object | undefined>')} {
  return ctx.events${typed(' as EventSender<object | undefined>')};
}

/** The tenant of a caller. What your verifier returns must have it: without a tenant, nobody sees a delivery. */
export function tenantOf(caller${typed(': unknown')})${typed(': string')} {
  const { tenant } = Object(caller)${typed(' as { readonly tenant?: unknown }')};
  if (typeof tenant !== 'string' || tenant === '') throw problem(403, 'The credentials have no tenant.');
  return tenant;
}

/** A delivery, as callers see it. */
export function shownDelivery({ id, type, endpoint, state, attempts, status, error, sentAt }${typed(': DeliveryRow')}) {
  const result = { ...(status !== undefined && { status }), ...(error !== undefined && { error }) };
  return { event: id, type, endpoint, state, attempts, ...result, sentAt };
}
`;
}

/** Writes code in the style of a project. Comments stay as they are. */
function restyle(text: string, { quote, semicolon, indent }: CodeStyle): string {
  const lines = text.split('\n').map((line) => {
    if (/^\s*(?:\/\*\*| \*)/.test(line)) return line;
    const indented = line.replace(/^(?: {2})+/, (spaces) => indent.repeat(spaces.length / 2));
    const quoted = quote === '"' ? indented.replaceAll("'", '"') : indented;
    return semicolon === '' ? quoted.replace(/;$/, '') : quoted;
  });
  return lines.join('\n');
}
