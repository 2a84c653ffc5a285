import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Field, textOf } from './form.jsx';
import { buildRequest, inputOf, send } from './send.js';
import { useCredentials } from './session.js';
import { Answer, Copied } from './answer.jsx';
import { clientCall, curlOf } from './snippets.js';

const PLACES = { path: 'Path', query: 'Query', header: 'Headers', cookie: 'Cookies' };

/** A form that sends a request to an operation, made of its contract. */
export function Sending({ form, name }) {
  const [texts, setTexts] = useState(() => startOf(form));
  const [mediaType, setMediaType] = useState(form.bodies[0]?.mediaType);
  const [contents, setContents] = useState({});
  const [credentials, setCredential] = useCredentials();
  const chosen = form.bodies.find((one) => one.mediaType === mediaType);
  const content = contents[mediaType] ?? (chosen && beginning(chosen));
  const set = (field) => (text) => setTexts({ ...texts, [`${field.in} ${field.name}`]: text });
  const built = useMemo(
    () => build(form, inputOf(form, texts, chosen && { ...chosen, content }), credentials),
    [form, texts, mediaType, content, credentials],
  );
  const { answer, isOpen, start, stop } = useAnswer();
  const submit = (event) => {
    event.preventDefault();
    void start(built);
  };
  return (
    <form class="sending" onSubmit={submit} aria-label={`Send ${name}`}>
      {Object.entries(PLACES).map(([place, title]) => (
        <Fields
          key={place}
          title={title}
          fields={form.fields.filter((field) => field.in === place)}
          texts={texts}
          set={set}
        />
      ))}
      {chosen !== undefined && (
        <BodyFields
          bodies={form.bodies}
          chosen={chosen}
          content={content}
          isRequired={form.isBodyRequired}
          choose={setMediaType}
          change={(value) => setContents({ ...contents, [mediaType]: value })}
          texts={texts}
          set={set}
        />
      )}
      <Credentials schemes={form.credentials} credentials={credentials} change={setCredential} />
      <Actions form={form} built={built} isOpen={isOpen} stop={stop} />
      {answer !== undefined && <Answer answer={answer} />}
    </form>
  );
}

function build(form, input, credentials) {
  try {
    return { input, request: buildRequest(form, input, credentials) };
  } catch (error) {
    return { input, problem: error.message };
  }
}

/** The answer of the latest request of a form. */
function useAnswer() {
  const [answer, setAnswer] = useState();
  const sending = useRef();
  useEffect(() => () => sending.current?.abort(), []);
  const start = async ({ request, problem }) => {
    sending.current?.abort();
    if (request === undefined) return setAnswer({ problem });
    const controller = new AbortController();
    sending.current = controller;
    const change = (next) => sending.current === controller && !controller.signal.aborted && setAnswer(next);
    setAnswer({ isSending: true });
    try {
      await send(request, controller.signal, (response) => change({ response }));
    } catch (error) {
      change((before) => ({ ...before, isSending: false, problem: error.message }));
    }
  };
  const stop = () => {
    sending.current?.abort();
    setAnswer((before) => before?.response && { response: { ...before.response, isOpen: false, isCut: true } });
  };
  const isOpen = answer?.isSending === true || answer?.response?.isOpen === true;
  return { answer, isOpen, start, stop };
}

const HINTS = { basic: 'user:password', bearer: 'token' };

function Credentials({ schemes, credentials, change }) {
  if (schemes.length === 0) return null;
  return (
    <fieldset>
      <legend>Credentials</legend>
      {schemes.map(({ scheme, kind }) => (
        <Field
          key={scheme}
          name={scheme}
          schema={{ type: 'string' }}
          type="password"
          note={HINTS[kind] ?? kind}
          text={credentials[scheme] ?? ''}
          change={(text) => change(scheme, text)}
        />
      ))}
    </fieldset>
  );
}

/** The buttons of a form, and the call of the client that sends the same. */
function Actions({ form, built: { request, input }, isOpen, stop }) {
  const hasCall = form.hasClient && request !== undefined;
  return (
    <>
      <div class="actions">
        <button class="primary">Send</button>
        {isOpen && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
        {request !== undefined && <Copied label="Copy as curl" text={() => curlOf(request)} />}
        {hasCall && <Copied label="Copy client call" text={() => clientCall(form, input)} />}
      </div>
      {hasCall && (
        <pre class="call" tabindex="0" aria-label="Call of the client">
          {clientCall(form, input)}
        </pre>
      )}
    </>
  );
}

function Fields({ title, fields, texts, set }) {
  const needed = fields.filter(({ isRequired }) => isRequired);
  const others = fields.filter(({ isRequired }) => !isRequired);
  if (fields.length === 0) return null;
  const show = (field) => (
    <Field key={field.name} {...field} text={texts[`${field.in} ${field.name}`] ?? ''} change={set(field)} />
  );
  return (
    <fieldset>
      <legend>{title}</legend>
      {needed.map(show)}
      {others.length > SHOWN_FIELDS ? (
        <details class="more">
          <summary>{others.length} optional</summary>
          {others.map(show)}
        </details>
      ) : (
        others.map(show)
      )}
    </fieldset>
  );
}

/** The most optional fields that are shown at once. */
const SHOWN_FIELDS = 6;

function BodyFields({ bodies, chosen, content, isRequired, choose, change, texts, set }) {
  const { mediaType, fields, isFile } = chosen;
  const label = `Body, ${mediaType}`;
  return (
    <fieldset>
      <legend>Body{isRequired && <span class="required">required</span>}</legend>
      {bodies.length > 1 && (
        <label class="field">
          <span>Media type</span>
          <select value={mediaType} onChange={(event) => choose(event.currentTarget.value)}>
            {bodies.map((one) => (
              <option key={one.mediaType}>{one.mediaType}</option>
            ))}
          </select>
        </label>
      )}
      {fields !== undefined ? (
        fields.map((field) => (
          <Field key={field.name} {...field} text={texts[`body ${field.name}`] ?? ''} change={set(field)} />
        ))
      ) : isFile ? (
        <input type="file" aria-label={label} onChange={(event) => change(event.currentTarget.files[0])} />
      ) : (
        <textarea
          aria-label={label}
          spellcheck={false}
          rows={Math.min(16, Math.max(3, String(content).split('\n').length))}
          value={content}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
    </fieldset>
  );
}

/** The texts of the fields to begin with: the examples of the parts that a request needs. */
function startOf({ fields, bodies }) {
  const all = [...fields, ...bodies.flatMap(({ fields: parts = [] }) => parts)];
  return Object.fromEntries(all.map(({ in: place, name, value }) => [`${place} ${name}`, textOf(value)]));
}

/** The text of a body to begin with. */
function beginning({ mediaType, isFile, fields, value }) {
  if (isFile || fields !== undefined || value === undefined) return isFile ? undefined : '';
  return typeof value === 'string' && !/json$/i.test(mediaType) ? value : JSON.stringify(value, null, 2);
}
