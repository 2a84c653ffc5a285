import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLive } from './data.js';
import { Deliveries } from './deliveries.jsx';
import { Events } from './events.jsx';
import { Explain } from './explain.jsx';
import { Operations } from './operations.jsx';
import { Diagnostics, Problems } from './parts.jsx';
import { Requests } from './requests.jsx';
import { Tools } from './tools.jsx';

function Page() {
  const { state, requests, deliveries, isConnected, problem } = useLive();
  const [version, setVersion] = useState(0);
  useEffect(() => setVersion((before) => before + 1), [state]);
  return (
    <>
      <header>
        <div class="bar">
          <h1>{state?.title ?? 'Operations'}</h1>
          <span class={isConnected ? 'live on' : 'live'}>{isConnected ? 'live' : 'not connected'}</span>
          <nav aria-label="Pages">
            <a class="skip" href="#operations">
              Operations
            </a>
            {state !== undefined && state.install === undefined && <a href="/__operations/docs">Docs page</a>}
          </nav>
        </div>
        <Explain version={version} state={state} />
      </header>
      <main>
        {state !== undefined && <Problems state={state} problem={problem} />}
        {state === undefined ? (
          <p class="muted">{problem || 'Loading ...'}</p>
        ) : (
          // The latest request comes first for a keyboard and on a phone.
          <div class="columns">
            <div class="log-column">
              <Requests requests={requests} state={state} />
              {state.events.length > 0 && <Deliveries version={`${deliveries} ${requests[0]?.id}`} />}
            </div>
            <div>
              <Operations state={state} version={version} />
              <Events events={state.events} />
              {state.operations.length > 0 && <Tools version={version} />}
              <Warnings warnings={state.warnings} />
              <Next state={state} />
            </div>
          </div>
        )}
      </main>
    </>
  );
}

function Warnings({ warnings }) {
  if (warnings.length === 0) return null;
  return (
    <section class="warnings" aria-labelledby="warnings">
      <h2 id="warnings">{warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}</h2>
      <Diagnostics list={warnings} />
    </section>
  );
}

function Next({ state: { install, directory } }) {
  return (
    <section aria-labelledby="next">
      <h2 id="next">Next</h2>
      <ul class="next">
        {install !== undefined && (
          <li>
            Read and try the API on a docs page: <code>{install}</code>
          </li>
        )}
        <li>
          Add an operation: <code>npx operations new pets/&#123;id&#125;@get</code>, or a file below{' '}
          <code>{directory}</code>
        </li>
        <li>
          Write the OpenAPI document: <code>npx operations openapi -o openapi.json</code>
        </li>
      </ul>
    </section>
  );
}

render(<Page />, document.getElementById('overview'));
