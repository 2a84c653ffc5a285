import { useState } from 'preact/hooks';
import { read, useRead } from './data.js';

/** The latest deliveries of events, which the app of the dev server has sent. */
export function Deliveries({ version }) {
  const { data, problem } = useRead('deliveries', version);
  const deliveries = data?.deliveries ?? [];
  return (
    <section aria-labelledby="deliveries">
      <div class="heading">
        <h2 id="deliveries">Deliveries</h2>
        <span class="count">{deliveries.length}</span>
      </div>
      {problem !== undefined && <p class="muted">{problem}</p>}
      {data !== undefined && deliveries.length === 0 && (
        <p class="muted">None yet. They are shown if createApp has the option "events".</p>
      )}
      <div class="log">
        {deliveries.map((delivery) => (
          <Delivery key={`${delivery.id} ${delivery.endpoint}`} delivery={delivery} />
        ))}
      </div>
    </section>
  );
}

/** The colour of a state is that of a status. */
const COLORS = { delivered: 's2', waiting: 's3', dead: 's5' };

function Delivery({ delivery: { id, type, tenant, endpoint, state, attempts, status, error, sentAt, dueAt } }) {
  const [result, setResult] = useState('');
  const again = () =>
    read(`replay?${new URLSearchParams({ id, endpoint })}`, { method: 'POST' }).then(
      () => setResult('Sent'),
      (failure) => setResult(failure.message),
    );
  return (
    <details class="request">
      <summary>
        <code class="path">{type}</code>
        <span class="mark">{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
        <span class={`status ${COLORS[state]}`}>{state}</span>
        <time>{timeOf(sentAt)}</time>
      </summary>
      <div class="details">
        <p class="file">
          <code>{id}</code>
          <button onClick={again} disabled={state === 'waiting'} title={state === 'waiting' ? 'It still waits' : ''}>
            Send again
          </button>
          <span role="status">{result}</span>
        </p>
        <p>
          To <code>{endpoint}</code>
          {tenant !== '' && ` of ${tenant}`}
          {status !== undefined && `, answered with ${status}`}
          {dueAt !== undefined && `, next attempt at ${timeOf(dueAt)}`}
        </p>
        {error !== undefined && <p class="warning">{error}</p>}
      </div>
    </details>
  );
}

function timeOf(text) {
  return new Date(text).toLocaleTimeString('en', { hour12: false });
}
