import { useEffect, useState } from 'preact/hooks';
import { METHODS } from '../../../shared/contract/operation.ts';
import { accessSentence, read } from './data.js';

/** A form that explains which operation handles a request. The address of the page has it, so that it can be shared. */
export function Explain({ version }) {
  const query = new URLSearchParams(location.search);
  const [method, setMethod] = useState(query.get('method') ?? 'GET');
  const [path, setPath] = useState(query.get('path') ?? '');
  const [asked, setAsked] = useState(path === '' ? undefined : { method, path });
  const [answer, setAnswer] = useState();
  useEffect(() => {
    if (asked === undefined) return;
    const request = new URLSearchParams(asked);
    history.replaceState(null, '', `?${request}`);
    read(`explain?${request}`).then(setAnswer, (error) => setAnswer({ reason: error.message }));
  }, [asked, version]);
  const submit = (event) => {
    event.preventDefault();
    setAsked({ method, path });
  };
  return (
    <search class="explain">
      <form onSubmit={submit} aria-label="Explain a request">
        <select
          name="method"
          aria-label="Method"
          value={method}
          onChange={(event) => setMethod(event.currentTarget.value)}
        >
          {METHODS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <input
          name="path"
          aria-label="Path"
          placeholder="Which operation handles /pets/7?"
          required
          value={path}
          onInput={(event) => setPath(event.currentTarget.value)}
        />
        <button>Explain</button>
      </form>
      <p class="answer" role="status">
        {answer !== undefined && <Answer answer={answer} />}
      </p>
    </search>
  );
}

function Answer({ answer: { request, operation, status, reason } }) {
  if (operation === undefined)
    return (
      <>
        <code>{request}</code>: {status}, {reason}
      </>
    );
  const { method, path, id, parameters, inherits = [], access } = operation;
  const values = Object.entries(parameters);
  return (
    <>
      <code>{request}</code> is handled by{' '}
      <code>
        {method} {path}
      </code>
      , <code>{id}</code>.
      {values.length > 0 && ` Parameters: ${values.map(([name, value]) => `${name} = ${value}`).join(', ')}.`}
      {inherits.length > 0 && ` It inherits from ${inherits.join(', ')}.`}
      {` ${accessSentence(access)}`}
    </>
  );
}
