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
