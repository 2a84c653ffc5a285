import { DATABASES } from './databases.ts';
import { testKeys } from './key-suite.ts';
import { REDIS } from './redis-databases.ts';

testKeys([...DATABASES, ...REDIS]);
