const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for the content of an element, or for an attribute in double quotes. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);
}

/** Text in a fixed-width font. */
export function code(text: string): string {
  return `<code>${escape(text)}</code>`;
}

/**
 * A table, which scrolls by itself if the page is narrow.
 *
 * @param heads Texts.
 * @param rows Cells as HTML.
 */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<div class="wide" tabindex="0"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${escape(head)}</th>`).join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table></div>`;
}
