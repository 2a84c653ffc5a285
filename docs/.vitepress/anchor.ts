/**
 * Creates the anchor of a heading as GitHub does, so that links work in the site and in Markdown.
 *
 * @example anchorOf('Fields of `ctx.input`') // 'fields-of-ctxinput'
 */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');
}
