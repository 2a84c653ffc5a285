import { routes } from 'virtual:routes';

const root = {};
for (const route of routes) {
  let node = root;
  for (const segment of route.path.split('/').slice(1)) node = node[segment.startsWith('{') ? '*' : segment] ??= {};
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  (node['/'] ??= {})[route.method] = { ...route, names };
}

/** The routes of a path by method, and its parameters; undefined for an unknown path. */
export function findRoutes(path) {
  return find(root, path.split('/').slice(1), 0, []);
}

export function nameParams({ names }, values) {
  const params = {};
  for (let i = 0; i < names.length; i++) params[names[i]] = values[i];
  return params;
}

function find(node, segments, at, values) {
  if (at === segments.length) return node['/'] && { methods: node['/'], values };
  const fixed = node[segments[at]];
  const found = fixed && find(fixed, segments, at + 1, values);
  if (found !== undefined || node['*'] === undefined) return found;
  return find(node['*'], segments, at + 1, [...values, decodeURIComponent(segments[at])]);
}
