/** The path of the page that shows the operations in the dev server. */
export const OVERVIEW = '/__operations';

/** The path of the docs page in the dev server. */
export const DOCS_PAGE = `${OVERVIEW}/docs`;

/** The path of the tools in the dev server. */
export const TOOLS = `${OVERVIEW}/mcp`;
