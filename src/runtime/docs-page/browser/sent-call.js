// Shows the call of the typed client that sends a request. It is sent to browsers before page.js, in one script.
// oxlint-disable-next-line no-unused-vars -- page.js uses it
const docsCalls = (() => {
  /** The value of a parameter in a request that was sent, from its text. */
  function valueOf(text, schema = {}) {
    const types = [schema.type].flat();
    if (!types.some((type) => /^(?:integer|number|boolean)$/.test(type))) return text;
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }

  function queryValue(query, { name, schema = {} }) {
    const values = query.getAll(name).map((text) => valueOf(text, schema.items ?? schema));
    if (values.length > 0) return [schema.type].flat().includes('array') ? values : values[0];
    const members = [...query].filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'));
    if (members.length === 0) return undefined;
    const entries = members.map(([key, text]) => [key.slice(name.length + 1, -1), valueOf(text)]);
    return Object.fromEntries(entries);
  }

  function bodyOf(body) {
    if (!(body instanceof FormData)) return body;
    return Object.fromEntries(
      [...new Set(body.keys())]
        .map((name) => [name, body.getAll(name)])
        .map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
    );
  }

  /** The input of the typed client that makes a request that was sent. */
  function inputOf(template, { parameters = [] }, { url, headers = {}, body }) {
    const { pathname, searchParams } = new URL(url, location.href);
    const names = [...template.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
    const pattern = template
      .split(/\{[^}]*\}/)
      .map((text) => text.replace(/[.*+?^$()[\]\\|]/g, '\\$&'))
      .join('(.+?)');
    const [, ...values] = new RegExp(`${pattern}$`).exec(pathname) ?? [];
    const fields = new Headers(headers);
    const read = {
      path: ({ name }) => values[names.indexOf(name)] && decodeURIComponent(values[names.indexOf(name)]),
      query: (parameter) => queryValue(searchParams, parameter),
      header: ({ name }) => fields.get(name) ?? undefined,
    };
    const input = {};
    for (const parameter of parameters) {
      const value = read[parameter.in]?.(parameter);
      if (value === undefined) continue;
      (input[parameter.in] ??= {})[parameter.name] =
        typeof value === 'string' ? valueOf(value, parameter.schema) : value;
    }
    const type = fields.get('Content-Type') ?? undefined;
    return body === undefined || body === null
      ? input
      : { ...input, body: bodyOf(body), ...(typeof body === 'string' && { type }) };
  }

  /** Creates the component with the call of the typed client that sends a request. */
  function createCall({ React: { createElement: h }, getSystem }) {
    return function ClientCall({ path, method }) {
      const { specSelectors } = getSystem();
      const request = specSelectors.mutatedRequestFor(path, method)?.toJS();
      const operation = specSelectors.specResolvedSubtree(['paths', path, method])?.toJS();
      if (!request?.url || operation?.operationId === undefined) return null;
      const [, success = {}] =
        Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2')) ?? [];
      const types = Object.keys(success.content ?? {});
      const row = {
        id: operation.operationId,
        body: Object.keys(operation.requestBody?.content ?? {})[0],
        types: types.length === 0 ? [''] : types,
        ...(types.some((type) => STREAM_TYPE.test(type)) && { stream: true }),
      };
      const input = inputOf(path, operation, request);
      const call = clientCall({ request: `${method.toUpperCase()} ${path}`, row }, input);
      return h(
        'section',
        { className: 'docs-call', 'aria-label': 'Typed client' },
        h('h4', null, 'Typed client'),
        h('pre', { tabIndex: 0 }, call),
      );
    };
  }

  /** A Swagger UI plugin. */
  return (system) => {
    const { createElement: h } = system.React;
    const ClientCall = createCall(system);
    return {
      wrapComponents: {
        liveResponse: (Original) => (props) => [
          h(ClientCall, { ...props, key: 'call' }),
          h(Original, { ...props, key: 'response' }),
        ],
      },
    };
  };
})();
