// What generated code imports by name, so that a bundle carries what its contracts need.
export { explain, interpret, isValid } from './explain/index.ts';
export { fill } from './fill.ts';
export * from './formats.ts';
export {
  characters,
  countItems,
  countProperties,
  everyItem,
  everyProperty,
  isBinary,
  isEqual,
  isMultipleOf,
  isObject,
  isUnique,
  once,
  own,
} from './values.ts';
