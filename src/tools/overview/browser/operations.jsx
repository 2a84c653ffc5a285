import { useMemo, useState } from 'preact/hooks';
import { fits, treeOf, useRead } from './data.js';
import { Access, Editor, Method } from './parts.jsx';
import { Sending } from './sending.jsx';

/** The number of operations from which the branches of the tree begin closed. */
const MANY = 60;

/** The tree of the operations, with a filter. */
export function Operations({ state, version }) {
  const [filter, setFilter] = useState('');
  const { operations, base, directory } = state;
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const found = operations.filter((operation) => fits(operation, words));
  const tree = useMemo(() => treeOf(found, base), [operations, filter, base]);
  if (operations.length === 0) return <Empty directory={directory} base={base} />;
  const isOpen = words.length > 0 || operations.length <= MANY;
  return (
    <section aria-labelledby="operations">
      <div class="heading">
        <h2 id="operations">Operations</h2>
        <span class="count" role="status">
          {words.length > 0 ? `${found.length} of ${operations.length}` : operations.length}
        </span>
      </div>
      <input
        class="filter"
        type="search"
        aria-label="Filter operations"
        placeholder="Filter by path, summary or access"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      {found.length === 0 && <p class="muted">No operation has all of these words.</p>}
      <div class="tree" key={isOpen}>
        <Leaves operations={tree.operations} version={version} state={state} />
        {tree.children.map((node) => (
          <Branch key={node.path} node={node} isOpen={isOpen} version={version} state={state} />
        ))}
      </div>
    </section>
  );
}

function Branch({ node, isOpen, version, state }) {
  const [opened, setOpened] = useState(isOpen);
  if (node.children.length === 0 && node.operations.length === 1)
    return <Leaves operations={node.operations} version={version} state={state} label={node.label} />;
  return (
    <details class="branch" open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <code>{node.label}</code> <span class="count">{node.count}</span>
      </summary>
      {opened && (
        <div class="children">
          <Leaves operations={node.operations} version={version} state={state} label="" />
          {node.children.map((child) => (
            <Branch key={child.path} node={child} isOpen={isOpen} version={version} state={state} />
          ))}
        </div>
      )}
    </details>
  );
}

function Leaves({ operations, version, state, label }) {
  return operations.map((operation) => (
    <Leaf key={operation.id} operation={operation} version={version} state={state} label={label ?? operation.path} />
  ));
}

function Leaf({ operation, version, state, label }) {
  const [opened, setOpened] = useState(false);
  const { method, summary, marks, access } = operation;
  return (
    <details class="leaf" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <Method name={method} />
        {label !== '' && <code class="path">{label}</code>}
        <span class="summary">{summary}</span>
        <span class="mark access">{access}</span>
        {marks.map((mark) => (
          <span class="mark" key={mark}>
            {mark}
          </span>
        ))}
      </summary>
      {opened && <Details operation={operation} version={version} state={state} />}
    </details>
  );
}

function Details({ operation, version, state }) {
  const { data, problem } = useRead(`operation?id=${encodeURIComponent(operation.id)}`, version);
  if (data === undefined) return <p class="muted details">{problem ?? 'Loading ...'}</p>;
  const { description, parameters, body, responses, access, send } = data;
  return (
    <div class="details">
      <p class="file">
        <code>
          {operation.method} {operation.path}
        </code>{' '}
        <Editor href={operation.editor}>{operation.id}</Editor>
      </p>
      {description !== '' && <p class="description">{description}</p>}
      <p>
        <Access access={access} state={state} />
      </p>
      <Sending key={JSON.stringify(send)} form={send} name={`${operation.method} ${operation.path}`} />
      {parameters.length > 0 && <Values title="Parameters" values={parameters} />}
      {body.map((content) => (
        <Content key={content.mediaType} title="Body" content={content} />
      ))}
      {responses.map((response) => (
        <Response key={response.status} response={response} />
      ))}
    </div>
  );
}

/** A response. Those of errors are much alike, and begin closed. */
function Response({ response: { status, description, content } }) {
  const contents = content.map((item) => <Content key={item.mediaType} content={item} />);
  if (!/^[45]/.test(status))
    return (
      <>
        <h3>
          {status} <span class="muted">{description}</span>
        </h3>
        {contents}
      </>
    );
  return (
    <details class="error">
      <summary>
        <strong>{status}</strong> <span class="muted">{description}</span>
      </summary>
      {contents}
    </details>
  );
}

/** The type of a body, and its properties. */
export function Content({ title, content: { mediaType, type, properties } }) {
  return (
    <>
      {title && <h3>{title}</h3>}
      <p>
        <code class="type">{type}</code> <span class="muted">{mediaType}</span>
      </p>
      {properties.length > 0 && <Values values={properties} />}
    </>
  );
}

function Values({ title, values }) {
  return (
    <>
      {title && <h3>{title}</h3>}
      <dl class="values">
        {values.map(({ name, in: place, type, isRequired, constraints, description }) => (
          <div key={`${place} ${name}`}>
            <dt>
              <code>{name}</code>
              {isRequired ? <span class="required">required</span> : null}
              {place !== '' && <span class="muted"> {place}</span>}
            </dt>
            <dd>
              <code class="type">{type}</code>
              {constraints !== '' && <span class="constraints"> {constraints}</span>}
              {description !== '' && <span> {description}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Empty({ directory, base }) {
  const sample = `/**
 * Sends a greeting.
 *
 * @returns {string} A greeting
 */
export default function greet() {
  return 'hello';
}`;
  return (
    <section aria-labelledby="begin">
      <h2 id="begin">Begin</h2>
      <p>
        This project has no operations yet. Create <code>{directory}/hello.ts</code>, and it handles{' '}
        <code>GET {base.replace(/\/+$/, '')}/hello</code>:
      </p>
      <pre class="sample" tabindex="0">
        {sample}
      </pre>
    </section>
  );
}
