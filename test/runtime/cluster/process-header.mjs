// Loaded into each process of a cluster: its answers say which one it is.
import { ServerResponse } from 'node:http';

const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...args) {
  this.setHeader('X-Process', process.pid);
  return writeHead.apply(this, args);
};
