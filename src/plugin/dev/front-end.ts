import { statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { ResolvedConfig } from 'vite';
import { isBelow } from './request-path.ts';

/** The requests that are for Vite: its own paths, and the files of the front end. */
export interface FrontEnd {
  /** Whether a path is reserved for Vite, even if an operation has it. */
  isReserved(path: string): boolean;
  /** Whether Vite answers a request before the app: its own paths, modules of the front end, and what `server.proxy` names. */
  isFirst(req: IncomingMessage, path: string): boolean;
  /** Whether a path is a page or file of the front end, other than the page that single-page apps have for all paths. */
  hasFile(path: string): boolean;
  /** Whether a path is the address that Vite prints. */
  isHome(path: string): boolean;
}

const RESERVED = /^\/(?:@vite|@id|@fs|node_modules)\//;
/** By convention, plugins of Vite use such paths too. */
const TOOLS = /^\/(?:@|__)/;
const MODULE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|marko|imba|mdx|css|less|s[ac]ss|styl(?:us)?|p(?:ost)?css|sss)(?:\.map)?$/;
/** The queries that Vite adds to imports. */
const IMPORT = /[?&](?:import|url|raw|inline|direct|html-proxy|init|worker|sharedworker|t=\d+|v=[\da-f]+)(?:&|=|$)/;

/** Prepares the rules of a server. */
export function locateFrontEnd(config: ResolvedConfig): FrontEnd {
  const { root, publicDir, base } = config;
  const proxied = Object.keys(config.server.proxy ?? {});
  /** A path without Vite's option `base`. */
  const localOf = (path: string): string => (path.startsWith(base) ? path.slice(base.length - 1) : path);
  return {
    isReserved: (path) => RESERVED.test(localOf(path)),
    isFirst(req, path) {
      const { method, url = '', headers } = req;
      const local = localOf(path);
      if (TOOLS.test(local) || headers.accept === 'text/x-vite-ping') return true;
      if (proxied.some((context) => isProxied(url, context))) return true;
      if (method !== 'GET' && method !== 'HEAD') return false;
      return (MODULE.test(local) || IMPORT.test(url)) && isFile(root, local.replace(/\.map$/, ''));
    },
    hasFile(path) {
      const local = localOf(path);
      const pages = local.endsWith('/') ? [`${local}index.html`] : [local, `${local}.html`];
      return pages.some((page) => isFile(root, page)) || (publicDir !== '' && isFile(publicDir, local));
    },
    isHome: (path) => path === '/' || path === base || `${path}/` === base,
  };
}

/** Whether Vite's option `server.proxy` has a path: by its beginning, or by a regular expression that starts with `^`. */
function isProxied(url: string, context: string): boolean {
  return context.startsWith('^') ? new RegExp(context).test(url) : url.startsWith(context);
}

function isFile(directory: string, path: string): boolean {
  try {
    const file = join(directory, decodeURIComponent(path));
    return isBelow(file, directory) && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
