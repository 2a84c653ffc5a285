export { decodeFields } from './decode.ts';
