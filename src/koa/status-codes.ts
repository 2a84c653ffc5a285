/**
 * The reason phrases of HTTP, by status.
 *
 * Not imported: as an ES module, node:http loads undici from Node 22 on, which takes as long as the rest of a server's start.
 */
export const { STATUS_CODES } = process.getBuiltinModule('node:http');
