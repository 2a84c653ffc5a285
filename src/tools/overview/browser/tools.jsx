import { useState } from 'preact/hooks';
import { callTool, useRead } from './data.js';
import { Field, valueOf } from './form.jsx';
import { Editor } from './parts.jsx';

/** The operations with `@tool`, as models get them. */
export function Tools({ version }) {
  const { data, problem } = useRead('tools', version);
  const [authorization, setAuthorization] = useState('');
  if (data === undefined) return problem ? <p class="muted">{problem}</p> : null;
  const { tools, budget } = data;
  const total = tools.reduce((sum, { tokens }) => sum + tokens, 0);
  return (
    <section aria-labelledby="tools">
      <div class="heading">
        <h2 id="tools">Tools for models</h2>
        <span class="count">{tools.length}</span>
      </div>
      {tools.length === 0 ? (
        <p class="muted">
          Add <code>@tool</code> to the comment of an operation, and models can call it.
        </p>
      ) : (
        <>
          <p class="muted">
            The list costs a model about {total.toLocaleString('en')} tokens.
            {total > budget &&
              ` Above ${budget.toLocaleString('en')}, a server offers a search unless you raise its budget.`}{' '}
            Connect a client to <code>{location.origin}/__operations/mcp</code>.
          </p>
          <label class="field">
            <span>Authorization</span>
            <input
              autocomplete="off"
              placeholder="Bearer ..."
              value={authorization}
              onInput={(event) => setAuthorization(event.currentTarget.value)}
            />
          </label>
          {tools.map((tool) => (
            <Tool key={tool.name} tool={tool} authorization={authorization} />
          ))}
        </>
      )}
    </section>
  );
}

function Tool({ tool, authorization }) {
  const [opened, setOpened] = useState(false);
  const { name, tokens, request, listed } = tool;
  return (
    <details class="leaf" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <code class="path">{name}</code>
        <span class="summary">{listed.title ?? listed.description.split('\n')[0]}</span>
        <span class="mark">{tokens} tokens</span>
      </summary>
      {opened && (
        <div class="details">
          <p class="file">
            <code>{request}</code> <Editor href={tool.editor}>{tool.id}</Editor>
          </p>
          <Call tool={tool} authorization={authorization} />
          <h3>As a model gets it</h3>
          <pre tabindex="0">{JSON.stringify(listed, null, 2)}</pre>
          <h3>Its signature in a search</h3>
          <pre tabindex="0">{tool.signature}</pre>
        </div>
      )}
    </details>
  );
}

function Call({ tool: { name, listed }, authorization }) {
  const { properties = {}, required = [] } = listed.inputSchema;
  const [texts, setTexts] = useState({});
  const [result, setResult] = useState();
  const submit = (event) => {
    event.preventDefault();
    setResult({ text: 'Calling ...' });
    const given = Object.entries(texts).filter(([, text]) => text !== '');
    const values = given.map(([key, text]) => [key, valueOf(text, properties[key])]);
    callTool(name, Object.fromEntries(values), authorization).then(
      (data) => setResult({ text: JSON.stringify(data, null, 2), isError: data.isError === true }),
      (error) => setResult({ text: error.message, isError: true }),
    );
  };
  return (
    <form class="call" onSubmit={submit} aria-label={`Call ${name}`}>
      {Object.entries(properties).map(([key, schema]) => (
        <Field
          key={key}
          name={key}
          schema={schema}
          isRequired={required.includes(key)}
          text={texts[key] ?? ''}
          change={(text) => setTexts({ ...texts, [key]: text })}
        />
      ))}
      <button>Call</button>
      {result !== undefined && (
        <pre class={result.isError ? 'failed' : ''} role="status" tabindex="0">
          {result.text}
        </pre>
      )}
    </form>
  );
}
