// Vitest transforms what a test imports, also by `import()`; here Node does it by itself.
module.exports = (url) => import(url);
