/**
 * The parts of Node's HTTP.
 *
 * Not imported: as an ES module, node:http loads undici from Node 22 on, which takes as long as the rest of a server's start.
 */
export const { Agent, METHODS, STATUS_CODES, IncomingMessage, ServerResponse, createServer, get, request } =
  process.getBuiltinModule('node:http');
