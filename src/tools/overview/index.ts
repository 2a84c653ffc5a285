import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ResolvedConfig } from 'vite';
import type { Compilation } from '../../build/compiler/compile.ts';
import { contractsOf, EMPTY } from '../../build/compiler/compile.ts';
import type { Answers } from '../mock/answers.ts';
import { OVERVIEW } from '../../build/project/dev-paths.ts';
import { explainRequest } from '../../build/project/explain-request.ts';
import { INSTALL_SWAGGER_UI } from '../../build/project/docs-page.ts';
import type { ResolvedOptions } from '../../build/project/options.ts';
import { readPackage } from '../../build/project/package.ts';
import { refusalOf } from './access.ts';
import type { DeliverySource } from './shown-deliveries.ts';
import { replayDelivery, showDeliveries } from './shown-deliveries.ts';
import type { Editor } from './editor.ts';
import type { Events } from './events.ts';
import type { Masks } from './masks.ts';
import { createMasks } from './masks.ts';
import type { OperationDetails } from './operation-details.ts';
import { describeOperation } from './operation-details.ts';
import { readState } from './overview-state.ts';
import { showTools } from './shown-tools.ts';
import { sendAsset, sendPage } from './page-assets.ts';
import { repeatRequest } from './repeat.ts';
import { sendRequest } from './send-request.ts';
import type { RequestLog } from './request-log.ts';
import type { ShownError, ShownTree } from './shown-tree.ts';

/** The parts of the page. */
export interface OverviewParts {
  readonly tree: ShownTree;
  readonly options: ResolvedOptions;
  readonly requests: RequestLog;
  readonly events: Events;
  readonly editor: Editor;
  readonly server: ResolvedConfig['server'];
  /** The directory of the project. */
  readonly root: string;
  readonly hasDocs: () => boolean;
  /** The deliveries of the app that runs. */
  readonly deliveries: () => DeliverySource | undefined;
  /** The error that Vite's overlay shows. */
  readonly shownError: () => ShownError | undefined;
}

/** Answers the requests of the page. */
export interface Overview {
  /** @param path Below {@link OVERVIEW}, normalized. */
  serve(req: IncomingMessage, res: ServerResponse, path: string): void;
  /** Refuses the requests of other pages; returns whether it has. */
  refuses(req: IncomingMessage, res: ServerResponse): boolean;
}

/** Prepares the page. Its data is for itself alone: other origins get a 403. */
export function createOverview(parts: OverviewParts): Overview {
  const { tree, requests, events, server, deliveries } = parts;
  let masked: { readonly of: unknown; readonly masks: Masks } | undefined;
  const masksOf = (): Masks => {
    const served = tree.served();
    if (masked === undefined || masked.of !== served) masked = { of: served, masks: createMasks(served) };
    return masked.masks;
  };
  const describe = createDescriptions(tree);
  const refuses: Overview['refuses'] = (req, res) => {
    const detail = refusalOf(req, server);
    if (detail !== undefined) sendJson(res, 403, { detail });
    return detail !== undefined;
  };
  return {
    refuses,
    serve(req, res, path) {
      if (path === OVERVIEW || path === `${OVERVIEW}/`) return sendPage(res, OVERVIEW);
      const [, name = '', id = ''] = /^\/([a-z.]+)(?:\/(\d+))?$/.exec(path.slice(OVERVIEW.length)) ?? [];
      if (name === 'page.js' || name === 'page.css') return sendAsset(res, name);
      if (refuses(req, res)) return;
      const isPost = req.method === 'POST';
      if (name === 'events' && !isPost) return events.open(res);
      if (name === 'send' && isPost)
        return sendRequest(req, res, (status, detail) => sendJson(res, status, { detail }));
      if (name === 'operation' && !isPost) return void sendWhenRead(res, describe(queryOf(req).get('id') ?? ''));
      if (name === 'again' && isPost) return void repeat(req, res, requests, Number(id));
      if (name === 'deliveries' && !isPost) return void sendWhenRead(res, showDeliveries(deliveries()));
      if (name === 'replay' && isPost) return void replay(req, res, deliveries());
      const data = isPost ? undefined : overviewData(parts, masksOf(), name, id, queryOf(req));
      if (data === undefined) sendJson(res, 404, { detail: 'Unknown, or no longer kept.' });
      else sendJson(res, 200, data);
    },
  };
}

/** Creates a function that describes an operation by its id. The examples of a compilation are made once. */
function createDescriptions(tree: ShownTree): (id: string) => Promise<OperationDetails | undefined> {
  let made: { readonly of: Compilation; readonly answers: Answers } | undefined;
  return async (id) => {
    const of = tree.served();
    const found = of?.operations.find(({ contract }) => contract.id === id);
    if (of === undefined || found === undefined) return undefined;
    if (made?.of !== of) {
      // Loaded when an operation is first opened.
      const { Answers: Made } = await import('../mock/answers.ts');
      made = { of, answers: new Made(contractsOf(of), of.schemas) };
    }
    return describeOperation(found, of, made.answers);
  };
}

function overviewData(parts: OverviewParts, masks: Masks, name: string, id: string, query: URLSearchParams): unknown {
  const { tree, options, requests, editor, hasDocs, shownError } = parts;
  const served = tree.served();
  if (name === 'state')
    return readState(tree, shownError(), editor, {
      directory: options.operations,
      base: options.base,
      name: readPackage(parts.root).title,
      install: hasDocs() ? undefined : INSTALL_SWAGGER_UI,
    });
  if (name === 'requests') return id === '' ? requests.list(masks) : requests.details(Number(id), masks);
  if (name === 'tools') return showTools(tree, editor);
  if (name !== 'explain') return undefined;
  const method = query.get('method') ?? 'GET';
  return explainRequest(served ?? EMPTY, options.strict, method, query.get('path') ?? '/');
}

async function repeat(req: IncomingMessage, res: ServerResponse, requests: RequestLog, id: number): Promise<void> {
  const sent = requests.sent(id);
  if (sent === undefined) return sendJson(res, 404, { detail: 'Its body was cut off, or it is no longer kept.' });
  try {
    await repeatRequest(req, sent);
    sendJson(res, 200, {});
  } catch (error) {
    sendJson(res, 502, { detail: String(error) });
  }
}

async function replay(req: IncomingMessage, res: ServerResponse, source: DeliverySource | undefined): Promise<void> {
  try {
    if (await replayDelivery(source, queryOf(req))) sendJson(res, 200, {});
    else sendJson(res, 404, { detail: 'It still waits, or is no longer kept.' });
  } catch (error) {
    sendJson(res, 500, { detail: String(error) });
  }
}

/** Sends the data, or the reason why it couldn't be read: a table of the app may be missing. */
async function sendWhenRead(res: ServerResponse, data: Promise<unknown>): Promise<void> {
  try {
    const read = await data;
    if (read === undefined) sendJson(res, 404, { detail: 'Unknown, or no longer kept.' });
    else sendJson(res, 200, read);
  } catch (error) {
    sendJson(res, 500, { detail: String(error) });
  }
}

function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]);
}

function sendJson(res: ServerResponse, status: number, value: unknown): void {
  if (res.destroyed) return;
  const text = JSON.stringify(value);
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  res.end(text);
}
