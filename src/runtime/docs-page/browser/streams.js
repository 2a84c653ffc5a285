// Shows the items of a stream while they arrive. It is sent to browsers before page.js, in one script.
// oxlint-disable-next-line no-unused-vars -- page.js uses it
const docsStreams = (() => {
  /** The most text of a stream that is kept, in characters: its end. */
  const MAX_LENGTH = 200_000;

  /** The streams that are read, by method and path. */
  const running = new Map();
  const listeners = new Set();

  function notify() {
    for (const listener of listeners) listener();
  }

  function keyOf(path, method) {
    return `${method} ${path}`;
  }

  /** Fetches a response for Swagger UI, which reads it only when it is complete: a stream ends when its server or its reader ends it. */
  function createFetch(key) {
    return async (url, request) => {
      const response = await fetch(url, request);
      if (!STREAM_TYPE.test(response.headers.get('Content-Type') ?? '') || response.body === null) return response;
      const text = await read(key, response.body.getReader());
      const { status, statusText, headers } = response;
      return new Response(text, { status, statusText, headers });
    };
  }

  async function read(key, reader) {
    const stream = { text: '', stop: () => reader.cancel() };
    running.get(key)?.stop();
    running.set(key, stream);
    notify();
    const decoder = new TextDecoder();
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        stream.text = (stream.text + decoder.decode(part.value, { stream: true })).slice(-MAX_LENGTH);
        notify();
      }
    } finally {
      if (running.get(key) === stream) running.delete(key);
      notify();
    }
    return stream.text;
  }

  /** Creates the component with the items that have arrived so far. */
  function createView({ React: { createElement: h, useEffect, useReducer } }) {
    return function Stream({ path, method }) {
      const [, refresh] = useReducer((count) => count + 1, 0);
      useEffect(() => {
        listeners.add(refresh);
        return () => listeners.delete(refresh);
      }, []);
      const stream = running.get(keyOf(path, method));
      if (stream === undefined) return null;
      return h(
        'section',
        { className: 'docs-stream', 'aria-label': 'Stream' },
        h('p', { role: 'status' }, 'Receiving items'),
        h('button', { type: 'button', className: 'btn docs-stop', onClick: stream.stop }, 'Stop'),
        h('pre', { tabIndex: 0 }, stream.text),
      );
    };
  }

  /** A Swagger UI plugin. */
  return (system) => {
    const { createElement: h } = system.React;
    const View = createView(system);
    return {
      wrapComponents: {
        responses: (Original) => (props) => [
          h(View, { path: props.path, method: props.method, key: 'stream' }),
          h(Original, { ...props, key: 'responses' }),
        ],
      },
      statePlugins: {
        spec: {
          wrapActions: {
            executeRequest: (original) => (request) =>
              original({ ...request, userFetch: createFetch(keyOf(request.pathName, request.method)) }),
          },
        },
      },
    };
  };
})();
