// Loaded before the bookshop: its servers keep idle connections for ten minutes, instead of Node's five seconds.
const { Server } = require('node:http');

const { listen } = Server.prototype;
Server.prototype.listen = function (...settings) {
  this.keepAliveTimeout = 600_000;
  return listen.apply(this, settings);
};
