// Generated code imports these functions by name, so that a bundle has only those that its contracts need.
export { createEventEntries } from '../contract/event.ts';
export { createEntries } from '../contract/manifest.ts';
export { InvalidData, dataSchema, schemaOf } from './checked-data.ts';
export { conforms, explain, explainer, interpret, isValid } from './explain/index.ts';
export { fill } from './fill.ts';
export * from './format-checks.ts';
export {
  areScalars,
  isScalar,
  pickAnyList,
  pickAnyObject,
  pickEither,
  pickExactly,
  pickFlat,
  pickItems,
  pickObject,
  pickScalar,
  pickScalars,
  pickText,
} from './pick.ts';
export { pickFitting } from './pick-fitting.ts';
export { prepared } from './prepare.ts';
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
  isSized,
  isUnique,
  once,
  own,
  remember,
} from './values.ts';
