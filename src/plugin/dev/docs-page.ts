import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ViteDevServer } from 'vite';
import type { Manifest } from '../../shared/contract/manifest.ts';
import { DOCS_PAGE } from '../../build/project/dev-paths.ts';
import { findSwaggerUi, INSTALL_SWAGGER_UI } from '../../build/project/docs-page.ts';
import { DOCS, FRAME } from '../../build/project/virtual-modules.ts';
import type { Listener } from './app-lease.ts';
import { RUNTIME } from './held-app.ts';
import { sendText } from './refusal.ts';

/** The docs page in the dev server: the middleware of a built server, in a separate app. */
export interface DocsPage {
  /** Whether swagger-ui-dist is installed. */
  isInstalled(): boolean;
  serve(req: IncomingMessage, res: ServerResponse): void;
}

/** The exports of `virtual:operations/docs`. */
interface DocsModule {
  readonly docs: (options: { readonly path: string }) => unknown;
}

/** The exports of the runtime that are used here. */
interface RuntimeModule {
  readonly createApp: (manifest: Manifest) => App;
}

/** The part of Koa that is used here. */
interface App {
  use(middleware: unknown): App;
  callback(): Listener;
}

/**
 * Prepares the page.
 *
 * @param root The project's directory, absolute.
 */
export function createDocsPage(server: ViteDevServer, root: string): DocsPage {
  let current: { readonly docs: unknown; readonly listener: Listener } | undefined;
  const load = async (): Promise<Listener> => {
    const { docs } = (await server.ssrLoadModule(DOCS)) as DocsModule;
    if (current?.docs !== docs) {
      const { createApp } = (await server.ssrLoadModule(RUNTIME)) as RuntimeModule;
      const manifest = (await server.ssrLoadModule(FRAME))['default'] as Manifest;
      current = {
        docs,
        // Without operations, and without their own format for errors.
        listener: createApp({ ...manifest, operations: [], routes: {}, versions: undefined, problem: undefined })
          .use(docs({ path: DOCS_PAGE }))
          .callback(),
      };
    }
    return current.listener;
  };
  return {
    isInstalled: () => findSwaggerUi(root) !== undefined,
    serve(req, res) {
      if (findSwaggerUi(root) === undefined) return sendText(res, 404, MISSING);
      load().then(
        (listener) => listener(req, res),
        (error: unknown) => sendText(res, 500, error instanceof Error ? error.message : String(error)),
      );
    },
  };
}

const MISSING = `To use the docs page, install Swagger UI and reload this page:\n\n  ${INSTALL_SWAGGER_UI}`;
