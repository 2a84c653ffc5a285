import { readdirSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join, posix, relative } from 'node:path';
import type { ResolvedConfig } from 'vite';
import { look } from '../../build/project/disk.ts';
import { isBelow } from './request-path.ts';

/** The requests that are for Vite: its own paths, and the files of the front end. */
export interface FrontEnd {
  /** Whether a path is reserved for Vite, even if an operation has it. */
  isReserved(path: string): boolean;
  /** Whether Vite answers a request before the app: its own paths, modules of the front end, and the paths of `server.proxy`. */
  isFirst(req: IncomingMessage, path: string): boolean;
  /** Whether a path is a page or file of the front end, other than the page that single-page apps have for all paths. */
  hasFile(path: string): boolean;
  /** Whether a path is the address that Vite prints. */
  isHome(path: string): boolean;
  /** Whether Vite may answer a request. Without a front end, the project's directory is not a web site: only Vite's own paths and public files are. */
  isServed(req: IncomingMessage, path: string): boolean;
}

const RESERVED = /^\/(?:@vite|@id|@fs|node_modules)\//;
/** By convention, plugins of Vite use such paths too. */
const TOOLS = /^\/(?:@|__)/;
/** Vite's own client, and where it imports its files from. */
const CLIENT = /^\/(?:@vite\/|__|(?:@fs\/.*\/)?node_modules\/vite\/dist\/client\/)/;
/** Directories whose pages are made by tools. */
const MADE = /^(?:\.|node_modules$|coverage$|dist$)/;
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
    isServed(req, path) {
      const local = localOf(path);
      const { url = '', headers } = req;
      if (headers.accept === 'text/x-vite-ping' || proxied.some((context) => isProxied(url, context))) return true;
      // A directory of the project can be named so too: `__tests__`.
      if (CLIENT.test(local) && isSpelledOnce(local) && !isInRoot(root, local)) return true;
      return (publicDir !== '' && isFile(publicDir, local)) || hasPages(config);
    },
    isHome: (path) => path === '/' || path === base || `${path}/` === base,
  };
}

/** Whether a path leads to a file or directory of the project whose name begins as those of tools do. */
function isInRoot(root: string, path: string): boolean {
  const [, name = ''] = path.split('/');
  return name.startsWith('__') && look(join(root, name)) !== undefined;
}

/** Whether a path has neither encoded characters nor dot segments, which could lead elsewhere. */
function isSpelledOnce(path: string): boolean {
  return !path.includes('%') && !path.includes('\\') && posix.normalize(path) === path;
}

/** Whether a project has a front end: an `index.html` in its root or one directory below, or entries that another server's pages load. */
function hasPages({ root, appType, build, publicDir }: ResolvedConfig): boolean {
  if (appType !== 'spa') return true;
  const { rollupOptions, ssr } = build;
  if (rollupOptions?.input !== undefined && ssr === false) return true;
  const others = [build.outDir, relative(root, publicDir)];
  // Other pages in the root are reports of tools: a front end without an `index.html` names its pages in the configuration.
  if (isFile(root, 'index.html')) return true;
  return readdirSync(root, { withFileTypes: true }).some((entry) => {
    const isOther = !entry.isDirectory() || MADE.test(entry.name) || others.includes(entry.name);
    return !isOther && isFile(root, `${entry.name}/index.html`);
  });
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
