// Preloaded (`node --require`): prints each path that Node's file system binding is asked for, by `fs`, `fs/promises` and the loaders alike.
const { writeSync } = require('node:fs');
const binding = process.binding('fs');
for (const [name, original] of Object.entries(binding)) {
  if (typeof original !== 'function' || /^[A-Z]/.test(name)) continue;
  binding[name] = (...args) => {
    const [path] = args;
    // Writing the line is itself a call, but one without a path.
    if (typeof path === 'string' || path instanceof Uint8Array) writeSync(2, `[fs] ${name} ${path}\n`);
    return original.apply(binding, args);
  };
}
