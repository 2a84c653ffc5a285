import { useEffect, useState } from 'preact/hooks';
import { isTextType } from '../../../shared/contract/media-essence.ts';
import { MAX_SHOWN, mediaTypeOf, readable } from './send.js';

/** The response to a request. */
export function Answer({ answer: { response, problem, isSending } }) {
  return (
    <div class="answer">
      <p role="status">
        {isSending && 'Sending ...'}
        {response !== undefined && <Status response={response} />}
        {problem !== undefined && <span class="failed">{problem}</span>}
      </p>
      {response !== undefined && (
        <>
          <Content response={response} />
          <details class="more">
            <summary>{response.headers.length} headers</summary>
            <pre tabindex="0">{response.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
          </details>
        </>
      )}
    </div>
  );
}

function Status({ response: { status, reason, bytes, milliseconds, isOpen, isCut } }) {
  return (
    <>
      <span class={`status s${String(status)[0]}`}>
        {status} {reason}
      </span>{' '}
      <span class="muted">
        {Math.round(milliseconds)} ms, {bytes.toLocaleString('en')} bytes
        {isOpen ? ' so far' : isCut ? ', cut off' : ''}
      </span>
    </>
  );
}

/** A body: text, an image, or a file to save. Nothing of it can run. */
function Content({ response }) {
  const type = mediaTypeOf(response);
  const { bytes, content } = response;
  const [text, setText] = useState('');
  const isShown = isTextType(type) || type === '';
  useEffect(() => {
    let isCurrent = true;
    if (isShown)
      content
        .slice(0, MAX_SHOWN)
        .text()
        .then((read) => isCurrent && setText(read));
    return () => {
      isCurrent = false;
    };
  }, [content, isShown]);
  if (bytes === 0) return null;
  return (
    <>
      {isShown ? (
        <pre tabindex="0" aria-label="Response body">
          {bytes > MAX_SHOWN ? text : readable(text, type)}
        </pre>
      ) : (
        <Binary response={response} type={type} />
      )}
      {isShown && bytes > MAX_SHOWN && (
        <p class="muted">Only the first {(MAX_SHOWN / 1024).toLocaleString('en')} kB are shown.</p>
      )}
    </>
  );
}

/** Images that a browser decodes. SVG as an image runs no scripts. */
const IMAGE = /^image\/(?:png|jpeg|gif|webp|avif|svg\+xml|bmp|x-icon)$/;

function Binary({ response: { content, isOpen }, type }) {
  const [address, setAddress] = useState();
  useEffect(() => {
    if (isOpen) return undefined;
    // As a download, it has no origin to run scripts in.
    const url = URL.createObjectURL(
      new Blob([content], { type: IMAGE.test(type) ? type : 'application/octet-stream' }),
    );
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [content, isOpen, type]);
  if (address === undefined) return null;
  return (
    <p class="file">
      {IMAGE.test(type) && <img src={address} alt="The response body" />}
      <a href={address} download="response">
        Save
      </a>
      <span class="muted">{type}</span>
    </p>
  );
}

/** A button that copies a text. */
export function Copied({ label, text }) {
  const [result, setResult] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => {
        setResult('Copied');
        setTimeout(() => setResult(''), 1500);
      },
      (error) => setResult(error.message),
    );
  return (
    <>
      <button type="button" onClick={copy}>
        {label}
      </button>
      <span class="muted" role="status">
        {result}
      </span>
    </>
  );
}
