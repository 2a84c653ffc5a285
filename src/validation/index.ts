// What generated code imports by name, so that a bundle carries what its contracts need.
export { explain, interpret, isValid } from './explain/index.ts';
export { fill } from './fill.ts';
export {
  isByte,
  isDate,
  isDateTime,
  isDuration,
  isEmail,
  isHostname,
  isInt32,
  isInt64,
  isIpv4,
  isIpv6,
  isJsonPointer,
  isRegex,
  isRelativeJsonPointer,
  isTime,
  isUri,
  isUriReference,
  isUriTemplate,
  isUuid,
  matches,
} from './formats.ts';
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
