// The script of the docs page, after that of Swagger UI. It is sent to browsers as it is.
(() => {
  /** The number of operations above which their groups are closed at first. */
  const MANY_OPERATIONS = 60;
  const RELATIONS = ['first', 'prev', 'next', 'last'];
  const LABELS = { first: 'First', prev: 'Previous', next: 'Next', last: 'Last' };
  const place = document.getElementById('docs');

  function parseUrl(url, base) {
    return URL.canParse(url, base) ? new URL(url, base) : undefined;
  }

  /**
   * Reads a `Link` header (RFC 8288): absolute addresses by relation.
   *
   * @example readLinks('</pets?page=2>; rel="next"', 'http://localhost/pets') // { next: URL }
   */
  function readLinks(header, base) {
    const links = {};
    for (const [, target, parameters] of header.matchAll(
      /<([^>]*)>((?:\s*;\s*[\w*-]+\s*(?:=\s*(?:"[^"]*"|[^",;\s]+))?)*)/g,
    )) {
      const [, quoted, token] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^",;\s]+))/i.exec(parameters) ?? [];
      for (const relation of (quoted ?? token ?? '').toLowerCase().split(/\s+/)) {
        if (relation !== '') links[relation === 'previous' ? 'prev' : relation] ??= parseUrl(target, base);
      }
    }
    return links;
  }

  /** The address of a server, with the defaults of its variables. */
  function serverUrl({ url, variables = {} }) {
    const address = url.replaceAll(/\{([^}]*)\}/g, (text, name) => variables[name]?.default ?? text);
    return parseUrl(address, location.href);
  }

  /**
   * Chooses the server that the page belongs to, because only there its cookies and its policy are of use. If the document does not list it, it is
   * added.
   *
   * @returns The document, and the `url` of the server that is selected first.
   */
  function withOwnServer(api) {
    const own = new URL(place.dataset.root, location.href);
    const { servers = [] } = api;
    // The generated default is relative to the API, which can be below a prefix that only the browser knows.
    const isDefault = servers.length === 0 || (servers.length === 1 && servers[0].url === '/');
    if (isDefault) return { api: { ...api, servers: [{ url: own.pathname }] }, selected: own.pathname };
    const listed = servers.find((server) => serverUrl(server)?.origin === location.origin);
    if (listed !== undefined) return { api, selected: listed.url };
    const added = { url: own.pathname, description: 'This server' };
    return { api: { ...api, servers: [added, ...servers] }, selected: added.url };
  }

  /** Sends a request again with the query of a link. */
  function follow({ Im, specSelectors, specActions }, path, method, link) {
    const operation = specSelectors.specResolvedSubtree(['paths', path, method]);
    for (const parameter of operation.get('parameters') ?? []) {
      if (parameter.get('in') !== 'query') continue;
      const values = link.searchParams.getAll(parameter.get('name'));
      const isList = Im.List.isList(specSelectors.parameterWithMetaByIdentity([path, method], parameter).get('value'));
      specActions.changeParamByIdentity([path, method], parameter, isList ? Im.List(values) : (values[0] ?? ''), false);
    }
    specActions.execute({ operation, path, method });
  }

  /**
   * Selects the parts that a part of the document needs. Swagger UI's resolver reads all that it gets, which takes seconds for large documents.
   *
   * @returns The document itself, if it has references to something other than components.
   */
  function selectPart(api, [section, name, key]) {
    const { paths, components = {}, ...rest } = api;
    const part = { ...rest, paths: {}, components: {} };
    let isSelectable = true;
    const select = (kind, id) => {
      const kept = (part.components[kind] ??= {});
      if (Object.hasOwn(kept, id) || !Object.hasOwn(components[kind] ?? {}, id)) return;
      kept[id] = components[kind][id];
      visit(kept[id]);
    };
    const visit = (value) => {
      if (typeof value === 'string' && value.startsWith('#/components/')) {
        const [, , kind, id = ''] = value.split('/');
        select(kind, decodeURIComponent(id).replaceAll('~1', '/').replaceAll('~0', '~'));
      } else if (typeof value === 'object' && value !== null) {
        if (typeof value.$ref === 'string' && !value.$ref.startsWith('#/components/')) isSelectable = false;
        for (const item of Object.values(value)) visit(item);
      }
    };
    for (const scheme of Object.keys(components.securitySchemes ?? {})) select('securitySchemes', scheme);
    if (section === 'paths') visit((part.paths[name] = paths[name]));
    else if (section !== 'components') return api;
    else for (const item of key === undefined ? Object.keys(components[name] ?? {}) : [key]) select(name, item);
    return isSelectable ? part : api;
  }

  /** Creates the component with the pages of a list, and its total. */
  function createPager({ React: { createElement: h }, Im, getSystem }) {
    const relationButton = (link, relation, { path, method }) =>
      h(
        'button',
        {
          key: relation,
          type: 'button',
          className: 'btn docs-page-link',
          disabled: link === undefined,
          onClick: () => follow(getSystem(), path, method, link),
        },
        LABELS[relation],
      );
    return function Pager(props) {
      const { response } = props;
      // Swagger UI splits header fields at commas.
      const field = (name) => {
        const value = response.getIn(['headers', name]);
        return Im.List.isList(value) ? value.join(',') : value;
      };
      const url = new URL(response.get('url') ?? '', location.href);
      const links = readLinks(field('link') ?? '', url);
      const total = field('x-total-count');
      const isPaged = RELATIONS.some((relation) => links[relation]?.pathname === url.pathname);
      if (!isPaged && total === undefined) return null;
      return h(
        'nav',
        { className: 'docs-pager', 'aria-label': 'Pages' },
        isPaged ? RELATIONS.map((relation) => relationButton(links[relation], relation, props)) : null,
        total === undefined
          ? null
          : h('span', { className: 'docs-total', role: 'status' }, `${Number(total).toLocaleString('en')} in total`),
      );
    };
  }

  /** Creates the component that shows a text, such as SVG, as an image. As an image, it cannot run scripts. */
  function createTextImage({ React: { createElement: h, useEffect, useState } }) {
    return function TextImage({ text, type }) {
      const [address, setAddress] = useState();
      useEffect(() => {
        const url = URL.createObjectURL(new Blob([text], { type }));
        setAddress(url);
        return () => URL.revokeObjectURL(url);
      }, [text, type]);
      return address === undefined
        ? null
        : h('img', { className: 'docs-image', src: address, alt: 'The response body' });
    };
  }

  /** Whether the page is in the dev server of this machine, which has the editor. */
  const hasEditor =
    place.dataset.overview !== undefined && /^(?:(?:.+\.)?localhost|127\..*|\[::1\])$/.test(location.hostname);

  /** Opens the file of an operation in the editor, at its function. The path of an event is its name. */
  async function openEditor(method, path) {
    const { operations, events, base } = await (await fetch(place.dataset.overview)).json();
    const paths = [path, base.replace(/\/$/, '') + path];
    const isMeant = (each) => each.method === method.toUpperCase() && paths.includes(each.path);
    const found = events.find(({ name }) => name === path) ?? operations.find(isMeant);
    if (found !== undefined) await fetch(found.editor);
  }

  /** Who can call an operation; undefined if the page does not know. */
  function accessOf({ base, operations }, method, path) {
    const paths = [path, base.replace(/\/$/, '') + path];
    return paths.map((each) => operations[`${method.toUpperCase()} ${each}`]).find((text) => text !== undefined);
  }

  function accessNote(h, access, operation) {
    const who = accessOf(access, operation.get('method'), operation.get('path'));
    // In a long list, only protected operations are worth a line.
    const isShown = who !== undefined && (who !== 'everyone' || operation.get('isShown'));
    return !isShown ? null : h('span', { key: 'access', className: 'docs-access' }, who);
  }

  function editorButton(h, operation) {
    const onClick = () => openEditor(operation.get('method'), operation.get('path'));
    return h('button', { key: 'editor', type: 'button', className: 'btn docs-editor', onClick }, 'Open in the editor');
  }

  /** A Swagger UI plugin: pages of lists, images, who can call an operation, and JSON that is not parsed as YAML. */
  const plugin = (access) => (system) => {
    const { createElement: h } = system.React;
    const Pager = createPager(system);
    const TextImage = createTextImage(system);
    const { resolveSubtree } = system.fn;
    return {
      fn: {
        resolveSubtree: (api, path, options) => resolveSubtree(selectPart(api, path), path, options),
      },
      wrapComponents: {
        OperationSummary: (Original) => (props) => [
          h(Original, { ...props, key: 'summary' }),
          accessNote(h, access, props.operationProps),
          hasEditor && props.operationProps.get('isShown') ? editorButton(h, props.operationProps) : null,
        ],
        TextArea: (Original) => (props) => h(Original, { 'aria-label': 'Request body', ...props }),
        // If the page's own server is the only one, there is no choice.
        Servers: (Original) => (props) =>
          props.servers.size === 1 && serverUrl(props.servers.first().toJS())?.origin === location.origin
            ? null
            : [
                h('label', { key: 'label', className: 'docs-hidden', htmlFor: 'servers' }, 'Server'),
                h(Original, { ...props, key: 'servers' }),
              ],
        // An operation is a button, which must not contain a link. Its address is in the browser's when it is open.
        DeepLink: (Original) => (props) =>
          props.path?.includes('/') ? h('span', null, props.text) : h(Original, props),
        // The name of a button has its text.
        Button: (Original) => (props) => {
          const { 'aria-label': label, children } = props;
          const isText = label !== undefined && typeof children === 'string';
          return h(Original, isText ? { ...props, 'aria-label': `${children}: ${label}` } : props);
        },
        Select: (Original) => (props) =>
          h('label', null, h('span', { className: 'docs-hidden' }, 'Value'), h(Original, props)),
        CloseIcon: (Original) => (props) => [
          h(Original, { ...props, key: 'icon' }),
          h('span', { key: 'label', className: 'docs-hidden' }, 'Close'),
        ],
        liveResponse: (Original) => (props) => [
          h(Pager, { ...props, key: 'pager' }),
          h(Original, { ...props, key: 'response' }),
        ],
        responseBody: (Original) => (props) => {
          const original = h(Original, { ...props, key: 'body' });
          const isSvg = /^image\/svg\+xml/i.test(props.contentType ?? '') && typeof props.content === 'string';
          if (!isSvg) return original;
          return [h(TextImage, { key: 'image', text: props.content, type: 'image/svg+xml' }), original];
        },
      },
      statePlugins: {
        spec: {
          wrapActions: {
            // The document is JSON, which Swagger UI reads as YAML: for large documents that takes seconds.
            parseToJson:
              (_, { specActions }) =>
              (text) =>
                specActions.updateJsonSpec(JSON.parse(text)),
          },
        },
      },
    };
  };

  function followScheme() {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
    dark.addEventListener('change', apply);
    apply();
  }

  /** The absolute address of a file of the page. */
  function fileUrl(name) {
    return new URL(place.dataset.directory + name, location.href).href;
  }

  async function readJson(address) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    return response.json();
  }

  async function open() {
    const [document, access] = await Promise.all([place.dataset.document, place.dataset.access].map(readJson));
    const { api, selected } = withOwnServer(shownDocument(document));
    const count = Object.values(api.paths ?? {}).reduce((sum, item) => sum + Object.keys(item).length, 0);
    const ui = window.SwaggerUIBundle({
      domNode: place,
      plugins: [plugin(access), docsFilter, docsStreams, docsCalls],
      layout: 'BaseLayout',
      deepLinking: true,
      docExpansion: count > MANY_OPERATIONS ? 'none' : 'list',
      defaultModelsExpandDepth: 0,
      filter: true,
      validatorUrl: null,
      displayRequestDuration: true,
      persistAuthorization: false,
      oauth2RedirectUrl: fileUrl('oauth2-redirect.html'),
    });
    ui.initOAuth({ ...JSON.parse(place.dataset.oauth), usePkceWithAuthorizationCodeGrant: true });
    ui.specActions.updateUrl(fileUrl('openapi.json'));
    ui.specActions.updateLoadingStatus('success');
    ui.specActions.updateSpec(JSON.stringify(api));
    ui.oas3Actions.setSelectedServer(selected);
  }

  followScheme();
  open().catch((error) => {
    const notice = document.createElement('p');
    notice.className = 'docs-notice';
    notice.textContent = `The document could not be loaded. ${error.message}`;
    place.replaceChildren(notice);
  });
})();
