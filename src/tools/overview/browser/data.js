import { useEffect, useState } from 'preact/hooks';

const HERE = '/__operations';

/** Reads something of the dev server; rejects with the reason that it gives. */
export async function read(path, init) {
  const response = await fetch(`${HERE}/${path}`, init);
  const data = await response.json();
  if (!response.ok) throw new Error(data.detail);
  return data;
}

/** Calls a tool as a model does; rejects with the reason if there is no result. */
export async function callTool(name, args, authorization) {
  const response = await fetch(`${HERE}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(authorization !== '' && { Authorization: authorization }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const text = await response.text();
  if (!/json/.test(response.headers.get('Content-Type'))) throw new Error(text);
  const { result, error, error_description: reason, detail } = JSON.parse(text);
  if (result !== undefined) return result;
  throw new Error(`${response.status} ${reason ?? detail ?? error?.message ?? ''}`);
}

/** State and requests, which follow the dev server while the page can be seen: a browser opens six connections to a server. */
export function useLive() {
  const [live, setLive] = useState({ state: undefined, requests: [], deliveries: 0, isConnected: false, problem: '' });
  useEffect(() => {
    const update = (changed) => setLive((before) => ({ ...before, ...changed }));
    const load = (name) => () =>
      read(name).then(
        (data) => update({ [name]: data, problem: '' }),
        (error) => update({ problem: error.message }),
      );
    let source;
    const follow = () => {
      source?.close();
      source = undefined;
      if (document.hidden) return;
      source = new EventSource(`${HERE}/events`);
      source.addEventListener('state', load('state'));
      source.addEventListener('requests', load('requests'));
      source.addEventListener('deliveries', () =>
        setLive((before) => ({ ...before, deliveries: before.deliveries + 1 })),
      );
      source.addEventListener('open', () => update({ isConnected: true }));
      source.addEventListener('error', () => update({ isConnected: false }));
    };
    follow();
    load('state')();
    document.addEventListener('visibilitychange', follow);
    return () => {
      source?.close();
      document.removeEventListener('visibilitychange', follow);
    };
  }, []);
  return live;
}

/** Reads something, and again when its path or `version` changes. */
export function useRead(path, version) {
  const [result, setResult] = useState({});
  useEffect(() => {
    let isCurrent = true;
    read(path).then(
      (data) => isCurrent && setResult({ data }),
      (error) => isCurrent && setResult({ problem: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [path, version]);
  return result;
}

/** Arranges operations by the segments of their paths. A segment with one child and no operation joins it. */
export function treeOf(operations, base) {
  const prefix = base.replace(/\/+$/, '');
  const root = { label: '', path: prefix, children: new Map(), operations: [] };
  for (const operation of operations) {
    const path = operation.path.startsWith(prefix) ? operation.path.slice(prefix.length) : operation.path;
    let node = root;
    for (const segment of path.split('/').slice(1).filter(Boolean)) {
      const label = `/${segment}`;
      if (!node.children.has(label))
        node.children.set(label, { label, path: node.path + label, children: new Map(), operations: [] });
      node = node.children.get(label);
    }
    node.operations.push(operation);
  }
  return joined(root);
}

function joined(node) {
  const children = [...node.children.values()].map(joined);
  const [only] = children;
  if (node.label !== '' && node.operations.length === 0 && children.length === 1)
    return { ...only, label: node.label + only.label };
  return { ...node, children, count: node.operations.length + children.reduce((sum, { count }) => sum + count, 0) };
}

/** Whether an operation has every word of a filter. */
export function fits({ method, path, summary, id, tags, marks, access }, words) {
  const text = [method, path, summary, id, access, ...tags, ...marks].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}
