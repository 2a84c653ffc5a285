import { useState } from 'preact/hooks';
import { read, useRead } from './data.js';
import { Failures, Method, Place } from './parts.jsx';

/** The time of loading modules that is worth a note, in milliseconds: nearly all requests find their modules loaded. */
const SHOWN_LOADING = 20;

/** The number of requests that are shown at first, so that the operations stay near on a phone. */
const SHOWN = 8;

/** The latest requests. */
export function Requests({ requests, state }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? requests : requests.slice(0, SHOWN);
  return (
    <section aria-labelledby="requests">
      <div class="heading">
        <h2 id="requests">Requests</h2>
        <span class="count">{requests.length}</span>
      </div>
      {requests.length === 0 && <p class="muted">None yet. Send one, and it appears here.</p>}
      <div class="log">
        {shown.map((request) => (
          <Request key={request.id} request={request} state={state} />
        ))}
      </div>
      {requests.length > SHOWN && (
        <button onClick={() => setIsWhole(!isWhole)}>{isWhole ? 'Show fewer' : `Show all ${requests.length}`}</button>
      )}
    </section>
  );
}

function Request({ request, state: page }) {
  const [opened, setOpened] = useState(false);
  const { method, url, status, state, milliseconds, loading, time, leftOut, didYouMean } = request;
  return (
    <details class="request" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <Method name={method} />
        <code class="path">{url}</code>
        {loading >= SHOWN_LOADING && <span class="mark">+ {Math.round(loading)} ms to load your code</span>}
        {didYouMean !== undefined && <span class="mark">did you mean {didYouMean}?</span>}
        {leftOut > 0 && <span class="mark">{leftOut} left out</span>}
        <span class={`status s${String(status ?? '')[0] ?? ''}`}>
          {status ?? ''} {state === 'done' ? '' : state}
        </span>
        <span class="muted time">
          {state === 'open' ? '' : `${milliseconds} ms`} <time>{time}</time>
        </span>
      </summary>
      {opened && <Exchange request={request} page={page} />}
    </details>
  );
}

function Exchange({ request: { id, method, state, operation, didYouMean }, page }) {
  const { data, problem } = useRead(`requests/${id}`, state);
  const [result, setResult] = useState('');
  if (data === undefined) return <p class="muted details">{problem ?? 'Loading ...'}</p>;
  const again = () => {
    setResult('Sending ...');
    read(`again/${id}`, { method: 'POST' }).then(
      () => setResult('Sent'),
      (error) => setResult(error.message),
    );
  };
  return (
    <div class="details">
      <p class="file">
        {operation === undefined ? (
          <span class="muted">No operation has this path</span>
        ) : (
          <Place state={page} at={`${page.directory}/${operation}`} />
        )}
        <button onClick={again} disabled={!data.canRepeat} title={data.canRepeat ? '' : 'Its body was not kept whole'}>
          Send again
        </button>
        <span role="status">{result}</span>
      </p>
      {didYouMean !== undefined && (
        <p>
          Did you mean <a href={`?${new URLSearchParams({ method, path: didYouMean })}`}>{didYouMean}</a>?
        </p>
      )}
      <Failures failures={data.failures} />
      <LeftOut from="request" pointers={data.leftOutOfRequest} />
      <LeftOut from="response" pointers={data.leftOutOfResponse} />
      {data.input !== undefined && <Text title="Input" text={JSON.stringify(data.input, null, 2)} />}
      <Side title="Request" headers={data.requestHeaders} body={data.requestBody} />
      <Side title="Response" headers={data.responseHeaders} body={data.responseBody} />
    </div>
  );
}

function LeftOut({ from, pointers }) {
  if (pointers.length === 0) return null;
  return (
    <p class="warning">
      Left out of the {from}, because the contract does not declare it: <code>{pointers.join(', ')}</code>
    </p>
  );
}

function Side({ title, headers, body: { bytes, text, isCut, note } }) {
  return (
    <>
      <Text
        title={`${title} headers`}
        text={Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      />
      {bytes > 0 && (
        <Text
          title={`${title} body, ${bytes.toLocaleString('en')} bytes${isCut ? ', cut off' : ''}`}
          text={text ?? `(${note})`}
        />
      )}
    </>
  );
}

function Text({ title, text }) {
  return (
    <>
      <h3>{title}</h3>
      <pre tabindex="0">{text}</pre>
    </>
  );
}
