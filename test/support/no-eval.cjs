// Loaded before the runtime's tests when they run without code from strings: of a dependency of Koa's it takes the edition without eval,
// as a bundle does.
const Module = require('node:module');

const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  return resolve.call(this, request === 'depd' ? 'depd/lib/browser/index.js' : request, ...rest);
};

try {
  new Function('return 1');
} catch {
  return;
}
throw new Error('this is to be run with --disallow-code-generation-from-strings');
