import type { Method } from '../src/shared/contract/operation.ts';
import { githubFiles, templateNames } from '../test/github/tree.ts';
import { createdSchema, rowSchema, routeSchema, ticketSchema } from './contestants/api.ts';
import { path as fileBeside } from './path.ts';

/** A route of the API that is served: GitHub's, with a list and a POST of the bench's own. */
export interface Route {
  readonly method: Method;
  /** A template whose parameters are whole segments, with names that are identifiers. */
  readonly path: string;
  readonly kind: 'plain' | 'list' | 'create';
}

export const ISSUES = '/repos/{owner}/{repo}/issues';

/** GitHub's routes, in the order of its document. At each place all of them have one name for the parameter: some routers need that. */
export function githubRoutes(): Route[] {
  const names = new Map<string, string>();
  const nameOf = (before: string, segment: string): string => {
    const name = names.get(before) ?? segment.replaceAll('-', '_');
    names.set(before, name);
    return name;
  };
  return githubFiles()
    .map(({ operation }) => operation)
    .filter(({ path }) => path.split('/').every((segment) => !segment.includes('{') || /^\{[^}]+\}$/.test(segment)))
    .map(({ method, path: template }) => {
      const path = template
        .split('/')
        .reduce((before, segment) => `${before}/${segment.startsWith('{') ? nameOf(before, segment) : segment}`);
      return { method, path, kind: path === ISSUES ? (method === 'GET' ? 'list' : 'create') : 'plain' };
    });
}

/** The module `virtual:routes`: the routes, each with a function of its own that gives its answer. */
export function routesModule(routes: readonly Route[]): string {
  const items = routes.map(({ method, path, kind }) => {
    const answer = `(params) => ({ template: '${path}', method: '${method}', params })`;
    return `  { method: '${method}', path: '${path}', kind: '${kind}', answer: ${answer} },\n`;
  });
  return `export const routes = [\n${items.join('')}];\n`;
}

/** The routes as an operations tree: path below the project -> text. */
export function routesTree(routes: readonly Route[]): Record<string, string> {
  const files = routes.map(({ method, path, kind }) => {
    const text = kind === 'plain' ? plainText(method, path) : FILES[kind];
    return [`app/operations${path === '/' ? '' : path}/@${method.toLowerCase()}.mjs`, text] as const;
  });
  const schemas = Object.entries({ Ticket: ticketSchema, Created: createdSchema, Row: rowSchema, Route: routeSchema });
  return {
    ...Object.fromEntries(files),
    ...Object.fromEntries(schemas.map(([name, schema]) => [`app/definitions/${name}.json`, JSON.stringify(schema)])),
  };
}

function plainText(method: Method, path: string): string {
  const parameters = templateNames(path).map((name) => ` * @param {string} ${name}\n`);
  return `/**\n${parameters.join('')} * @returns {Route} 200 - The route\n */
export default (ctx) => ({ template: '${path}', method: '${method}', params: ctx.input.path });\n`;
}

const API = JSON.stringify(fileBeside('contestants/api.ts'));
const PARAMETERS = ' * @param {string} owner\n * @param {string} repo\n';
const FILES = {
  list: `import { listRows } from ${API};
/**\n${PARAMETERS} * @param-include paging\n * @returns {Row[]} 200 - The issues\n */
export default (ctx) => listRows(ctx.paging.limit, ctx.paging.offset);\n`,
  create: `import { createTicket } from ${API};
/**\n${PARAMETERS} * @param {Ticket} body\n * @returns {Created} 201 - The new issue\n */
export default (ctx) => createTicket(ctx.input.body);\n`,
} as const;
