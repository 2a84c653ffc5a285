export { decodeFields, type FieldValue } from './decode.ts';
