import { useEffect, useState } from 'preact/hooks';
import { METHODS } from '../../../shared/contract/operation.ts';
import { read } from './data.js';
import { Access, Place, Places } from './parts.jsx';

/** A form that explains which operation handles a request. The address of the page has it, so that it can be shared. */
export function Explain({ version, state }) {
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
  const ask = (other) => {
    setPath(other);
    setAsked({ method, path: other });
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
          placeholder={examplePath(state?.operations)}
          required
          value={path}
          onInput={(event) => setPath(event.currentTarget.value)}
        />
        <button>Explain</button>
      </form>
      <p class="answer" role="status">
        {answer !== undefined && state !== undefined && <Answer answer={answer} state={state} ask={ask} />}
      </p>
    </search>
  );
}

/** A path of the API: of an operation with a parameter, if it has one. */
function examplePath(operations = []) {
  const { path } = operations.find((one) => one.path.includes('{')) ?? operations[0] ?? { path: '/pets/{id}' };
  return path.replaceAll(/\{[^}]*\}/g, '7');
}

function Answer({ answer: { request, operation, status, reason, didYouMean }, state, ask }) {
  if (operation === undefined)
    return (
      <>
        <code>{request}</code>: {status}, {reason}.
        {didYouMean !== undefined && (
          <>
            {' '}
            Did you mean{' '}
            <button type="button" class="link" onClick={() => ask(didYouMean)}>
              <code>{didYouMean}</code>
            </button>
            ?
          </>
        )}
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
      , <Place state={state} at={`${state.directory}/${id}`} />.
      {values.length > 0 && ` Parameters: ${values.map(([name, value]) => `${name} = ${value}`).join(', ')}.`}
      <Places
        state={state}
        before=" It inherits from "
        list={inherits.map((one) => `${state.directory}/${one}`)}
        after="."
      />{' '}
      <Access access={access} state={state} />
    </>
  );
}
