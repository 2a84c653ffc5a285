import { Content } from './operations.jsx';
import { Editor } from './parts.jsx';

/** The events that the API sends. */
export function Events({ events }) {
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="events">
      <div class="heading">
        <h2 id="events">Events</h2>
        <span class="count">{events.length}</span>
      </div>
      <div class="tree">
        {events.map((event) => (
          <Event key={event.name} event={event} />
        ))}
      </div>
    </section>
  );
}

function Event({ event: { name, id, summary, description, payload, examples, marks, editor } }) {
  return (
    <details class="leaf">
      <summary>
        <code class="path">{name}</code>
        <span class="summary">{summary}</span>
        {marks.map((mark) => (
          <span class="mark" key={mark}>
            {mark}
          </span>
        ))}
      </summary>
      <div class="details">
        <p class="file">
          <Editor href={editor}>{id}</Editor>
        </p>
        {description !== '' && <p class="description">{description}</p>}
        <Content title="Payload" content={payload} />
        {examples.map((example) => (
          <pre class="sample" tabindex="0" key={example}>
            {example}
          </pre>
        ))}
      </div>
    </details>
  );
}
