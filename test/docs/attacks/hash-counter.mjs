// Prints a line for every password that is hashed: `node --import hash-counter.mjs`.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;
crypto.scrypt = (...args) => {
  console.log('hashed');
  return scrypt(...args);
};
syncBuiltinESMExports();
