// Loaded before the runtime's tests when they run without code from strings: of a dependency of Koa's it takes the edition without eval,
// as a bundle does.
const Module = require('node:module');

/* eslint-disable no-underscore-dangle -- Node's own name for the only place where this can be done */
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  return resolve.call(this, request === 'depd' ? 'depd/lib/browser/index.js' : request, ...rest);
};

try {
  // eslint-disable-next-line no-new -- whether it may
  new Function('return 1');
} catch {
  return;
}
throw new Error('this is to be run with --disallow-code-generation-from-strings');
