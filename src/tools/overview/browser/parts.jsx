import { Fragment } from 'preact';

/** A method as a badge. */
export function Method({ name }) {
  return <span class={`method ${name.toLowerCase()}`}>{name}</span>;
}

/** Whether this browser is on the machine of the dev server, which has the editor. */
const hasEditor = /^(?:(?:.+\.)?localhost|127\..*|\[::1\])$/.test(location.hostname);

/** A link that opens a file in the editor. Its response goes to a hidden frame, so that the page stays. */
export function Editor({ href, children }) {
  if (!hasEditor) return <code>{children}</code>;
  return (
    <a href={href} target="editor" title="Open in the editor">
      <code>{children}</code>
    </a>
  );
}

/** A place in a file of the project, such as `app/operations/pets.ts:3:9`. */
export function Place({ state, at }) {
  return <Editor href={state.editor + encodeURIComponent(at)}>{at}</Editor>;
}

/** Who can call an operation, and the lines that decide it. */
export function Access({ access: { who, security, wrappedBy, authorizedBy, requires = [] }, state }) {
  const within = (path) => `${state.directory}/${path}`;
  return (
    <>
      Access: {who}
      <Places state={state} before=" (" list={security.map(({ at }) => at)} after=")" />.
      <Places state={state} before=" Wrapped by " list={wrappedBy.map(within)} after="." />
      {requires.map(({ texts, at }) => (
        <Places key={texts.join()} state={state} before={` Requires ${texts.join(', ')}: `} list={at} after="." />
      ))}
      <Places state={state} before=" Authorized by " list={authorizedBy.map(({ at }) => at)} after="." />
    </>
  );
}

/** Places with a text around them; nothing if there are none. */
export function Places({ state, before, list, after }) {
  const places = [...new Set(list)];
  if (places.length === 0) return null;
  return (
    <>
      {before}
      {places.map((at, i) => (
        <Fragment key={at}>
          {i > 0 && ', '}
          <Place state={state} at={at} />
        </Fragment>
      ))}
      {after}
    </>
  );
}

/** Errors that answered a request, each with its code frame. */
export function Failures({ failures }) {
  return failures.map(({ title, frame, calls }) => (
    <div class="failed-at" key={title}>
      <p class="message">{title}</p>
      {frame !== undefined && <pre tabindex="0">{frame}</pre>}
      <ul class="calls">
        {calls.map(({ text, editor }) => (
          <li key={text}>
            <Editor href={editor}>{text}</Editor>
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** Errors of the tree, as the overlay shows them. */
export function Problems({ state: { errors, failure }, problem }) {
  if (problem !== '') return <Failure message="The dev server isn't responding." text={problem} />;
  if (failure !== undefined) return <Failure {...failure} />;
  if (errors.length === 0) return null;
  return (
    <section class="problems" aria-labelledby="errors">
      <h2 id="errors">{errors.length === 1 ? '1 error' : `${errors.length} errors`}</h2>
      <p>The last valid version is served.</p>
      <Diagnostics list={errors} />
    </section>
  );
}

function Failure({ message, place, text }) {
  return (
    <section class="problems" aria-labelledby="errors">
      <h2 id="errors">Error</h2>
      <p class="message">{message}</p>
      {place && <p class="muted">{place}</p>}
      {text && <pre tabindex="0">{text}</pre>}
    </section>
  );
}

/** Errors or warnings, each with its place and a code frame. */
export function Diagnostics({ list }) {
  return (
    <ul class="diagnostics">
      {list.map(({ place, editor, code, message, frame, notes }) => (
        <li key={`${place} ${code} ${message}`}>
          <Editor href={editor}>{place}</Editor> <span class="code">{code}</span>
          <p class="message">{message}</p>
          <pre tabindex="0">{frame}</pre>
          {notes.map((note) => (
            <p key={note.place}>
              <Editor href={note.editor}>{note.place}</Editor> {note.message}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
