import { constraintText } from '../../../shared/schema/constraint-text.ts';

/** A field of a form: a choice, a file, or a text. */
export function Field({ name, label = name, schema, isRequired, isFile = false, text, change, note, type }) {
  const choices = choicesOf(schema);
  const onInput = (event) => change(event.currentTarget.value);
  return (
    <label class="field">
      <span>
        {label}
        {isRequired && <span class="required">required</span>}
        {note !== undefined && <span class="note">{note}</span>}
      </span>
      {isFile ? (
        <input
          type="file"
          required={isRequired}
          multiple={schema.type === 'array'}
          onChange={(event) => change([...event.currentTarget.files])}
        />
      ) : choices === undefined ? (
        <input
          type={type ?? (schema.format === 'password' ? 'password' : 'text')}
          autocomplete="off"
          value={text}
          required={isRequired}
          placeholder={hintOf(schema)}
          title={schema.description}
          onInput={onInput}
        />
      ) : (
        <select value={text} required={isRequired} title={schema.description} onChange={onInput}>
          <option value="" />
          {choices.map((value) => (
            <option key={String(value)}>{String(value)}</option>
          ))}
        </select>
      )}
    </label>
  );
}

/** The values of a field; undefined if there are too many to list. */
function choicesOf({ enum: values, const: only, type }) {
  if (only !== undefined) return [only];
  return values ?? (type === 'boolean' ? [true, false] : undefined);
}

/** The values that a field accepts: its type, its constraints and its default. */
function hintOf(schema) {
  const { type, format } = schema;
  const types = type === undefined ? 'JSON' : [type].flat().join(' or ');
  const kind =
    types === 'array' ? 'values, separated by commas' : types === 'object' ? 'object as JSON' : (format ?? types);
  return [kind, constraintText(schema)].filter(Boolean).join(', ');
}

/** The value of a text: the text itself for strings, and JSON for anything else. Other input is sent unchanged. */
export function valueOf(text, { type, enum: values, items }) {
  if (type === 'string' || values?.includes(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return type === 'array' ? text.split(',').map((item) => valueOf(item.trim(), items ?? {})) : text;
  }
}

/** The text of a value to begin with. */
export function textOf(value) {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
