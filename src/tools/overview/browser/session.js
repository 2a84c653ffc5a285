import { useEffect, useState } from 'preact/hooks';

const KEY = 'operations-credentials';
const listeners = new Set();

function load() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

let credentials = load();

/** The credentials of all forms, by security scheme. The tab keeps them until it is closed. */
export function useCredentials() {
  const [, update] = useState();
  useEffect(() => {
    const listen = () => update({});
    listeners.add(listen);
    return () => listeners.delete(listen);
  }, []);
  const change = (scheme, text) => {
    credentials = { ...credentials, [scheme]: text };
    try {
      sessionStorage.setItem(KEY, JSON.stringify(credentials));
    } catch {
      // Without a storage, they are kept until the page is closed.
    }
    for (const listen of listeners) listen();
  };
  return [credentials, change];
}
