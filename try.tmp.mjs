// src/contract/json-pointer.ts
function pointTo(pointer, key) {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
function keysOf(pointer) {
  return pointer.split("/").slice(1).map(unescapeKey);
}
function unescapeKey(text) {
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}

// src/schema/json-types.ts
var JSON_TYPES = ["number", "boolean", "null", "string", "array", "object"];
function isSchema(value) {
  return typeof value === "boolean" || isKeywords(value);
}
function isKeywords(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function typeOfValue(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
function typesOf(schema, resolve2 = () => void 0, open = []) {
  if (typeof schema === "boolean") return new Set(schema ? JSON_TYPES : []);
  const { $ref, allOf: allOf2 = [], anyOf, oneOf } = schema;
  let types = ownTypes(schema);
  if ($ref !== void 0 && !open.includes($ref))
    types = intersection(types, typesOf(resolve2($ref) ?? true, resolve2, [...open, $ref]));
  for (const part of allOf2) types = intersection(types, typesOf(part, resolve2, open));
  for (const parts of [anyOf, oneOf])
    if (parts !== void 0)
      types = intersection(types, new Set(parts.flatMap((part) => [...typesOf(part, resolve2, open)])));
  return types;
}
function certainParts(schema, resolve2, open = []) {
  if (typeof schema === "boolean") return [];
  const { $ref, allOf: allOf2 = [], anyOf = [], oneOf = [] } = schema;
  const parts = [...allOf2];
  if ($ref !== void 0 && !open.includes($ref)) parts.push(resolve2($ref) ?? true);
  for (const branches of [anyOf, oneOf]) {
    const others = branches.filter((branch) => typeof branch === "boolean" || branch["type"] !== "null");
    if (others.length === 1) parts.push(others[0]);
  }
  const inner = $ref === void 0 ? open : [...open, $ref];
  return [schema, ...parts.flatMap((part) => certainParts(part, resolve2, inner))];
}
function isAnyType(types) {
  return JSON_TYPES.every((type) => types.has(type));
}
function listedValues(schema) {
  return "const" in schema ? [schema["const"]] : schema["enum"];
}
function ownTypes(schema) {
  const { type } = schema;
  const values = listedValues(schema);
  if (type !== void 0) return new Set([type].flat());
  return new Set(values === void 0 ? JSON_TYPES : values.map(typeOfValue));
}
function intersection(a, b) {
  const both = new Set([...a].filter((type) => b.has(type) || type === "integer" && b.has("number")));
  if (a.has("number") && b.has("integer")) both.add("integer");
  return both;
}

// src/import/load/fetch-text.ts
import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// src/compiler/comment/yaml.ts
import { isMap, isScalar, parseDocument, Scalar, Schema, YAMLMap, YAMLParseError } from "yaml";

// src/compiler/comment/comment.ts
import { parse } from "comment-parser";
function parseComment(source, span) {
  const bodyStart = span.start + 2;
  const body = blankMargins(source.text.slice(bodyStart, span.end - 2));
  const fence = isFence;
  const lines = parse(`/**${body}*/`, { fence, spacing: "preserve", tokenizers: [] })[0]?.tags ?? [];
  const lineStarts = startsOfLines(body);
  const starts = lines.map((tag) => body.indexOf("@", lineStarts[tag.source[0].number]));
  const passage = (from, to) => ({
    source,
    start: bodyStart + from,
    text: body.slice(from, to)
  });
  return {
    at: { source, span },
    description: passage(0, starts[0] ?? body.length),
    directives: starts.map((start, i) => {
      const name = /^@\p{L}[\p{L}\p{N}_-]*|^@\S*/u.exec(body.slice(start))[0];
      const from = start + name.length;
      return {
        name: name.slice(1),
        at: { source, span: { start: bodyStart + start, end: bodyStart + from } },
        content: passage(from, starts[i + 1] ?? body.length)
      };
    })
  };
}
function blankMargins(body) {
  return body.replace(/\r(?!\n)/g, "\n").replace(
    /^(?<![\u2028\u2029])(?:(?:[^\S\n]|\*)*(?=@)|[^\S\n]*\**)|(?<=\s)\*+(?![^])/gm,
    (margin) => margin.replace(/\S/g, " ")
  );
}
function isFence(line) {
  return /^\s*`{3,}[^`]*$|^[^`]*\s`{3,}\w*\s*$/.test(line);
}
function startsOfLines(text) {
  return [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)];
}
function slicePassage(passage, from, to = passage.text.length) {
  return { source: passage.source, start: passage.start + from, text: passage.text.slice(from, to) };
}
function trimPassage(passage) {
  const from = passage.text.length - passage.text.trimStart().length;
  return slicePassage(passage, from, Math.max(from, passage.text.trimEnd().length));
}
function locate(passage, from = 0, to = passage.text.length) {
  return { source: passage.source, span: { start: passage.start + from, end: passage.start + to } };
}
function textOf(passage) {
  if (!passage.text.includes("\n")) return passage.text.trim() || void 0;
  const [first = "", ...rest] = passage.text.split(/\r?\n/).map((line) => line.trimEnd());
  const margin = Math.min(...rest.filter((line) => line !== "").map((line) => line.length - line.trimStart().length));
  const lines = [first.trimStart(), ...rest.map((line) => line.slice(margin))];
  let fenced = false;
  const nonBlank = lines.filter((line) => {
    if (isFence(line)) fenced = !fenced;
    return fenced || line !== "";
  });
  return nonBlank.length === 0 ? void 0 : nonBlank.join("\n");
}
function unfence(passage) {
  const isFenced = /^```\w*\n[\s\S]*\n\s*```$/.test(passage.text);
  return isFenced ? slicePassage(passage, passage.text.indexOf("\n") + 1, passage.text.lastIndexOf("\n")) : passage;
}

// src/compiler/diagnostics/report.ts
import { closest, distance } from "fastest-levenshtein";
var error = (code, at, message, ...notes) => ({
  code,
  severity: "error",
  message,
  at,
  notes
});
var warning = (code, at, message, ...notes) => ({
  ...error(code, at, message, ...notes),
  severity: "warning"
});
function allowedDistance({ length }) {
  return length <= 4 ? Math.min(1, length - 1) : Math.max(2, length / 3);
}
function isNear(name, other) {
  return distance(name.toLowerCase(), other.toLowerCase()) <= allowedDistance(name);
}
function quoteAll(names2) {
  return names2.map((name) => `"${name}"`).join(", ");
}
function didYouMean(name, known, prefix = "") {
  if (known.length === 0) return "";
  const near = closest(
    name.toLowerCase(),
    known.map((item) => item.toLowerCase())
  );
  const suggestion = known.find((item) => item.toLowerCase() === near);
  return distance(name.toLowerCase(), near) <= allowedDistance(name) ? ` Did you mean "${prefix}${suggestion}"?` : "";
}

// src/compiler/diagnostics/comment-messages.ts
var missingContract = (at) => warning(
  "missing-contract",
  at,
  'This operation has no contract. Add a block comment above its function, with a description, "@param" and "@returns".'
);
var unknownDirective = (at, name, known) => warning("unknown-directive", at, `Unknown directive "@${name}" (ignored).${didYouMean(name, known, "@")}`);
var misspelledSecurity = (at, name) => error(
  "misspelled-security",
  at,
  `Unknown directive "@${name}": without it this operation is open to everyone. Did you mean "@security"?`
);
var misplacedDirective = (at, name, directive, allowed) => warning(
  "misplaced-directive",
  at,
  `"@${name}" is not allowed in a "@${directive}" (ignored). Allowed: ${quoteAll(allowed.map((item) => `@${item}`))}.`
);
var inlineDirective = (at, name) => warning(
  "inline-directive",
  at,
  `"@${name}" is not at the start of its line, so it is plain text. Start a line with it, or put it in backticks.`
);
var unclosedFence = (at, name) => warning(
  "unclosed-fence",
  at,
  `This code fence is not closed, so "@${name}" below it is plain text. Close it with a line of three backticks.`
);
var repeatedDirective = (at, name, first) => error("repeated-directive", at, `Duplicate "@${name}". Remove one of them.`, {
  message: "first used here",
  at: first
});
var emptyDirective = (at, name) => error("empty-directive", at, `"@${name}" needs a value. Add one after it, or remove it.`);
var methodContent = (at, name) => warning(
  "method-content",
  at,
  `"@${name}" takes no text (ignored): the path comes from the location of the file. Remove the text.`
);
var repeatedMethod = (at, first) => error("repeated-method", at, "Second HTTP method. Create a separate file for each method.", {
  message: "first declared here",
  at: first
});
var methodConflict = (at, declared, nameAt, named) => error(
  "method-conflict",
  at,
  `The comment declares "${declared}", but the file name declares "${named}". Remove the directive, or rename the file.`,
  { message: `"${named}" is declared here`, at: nameAt }
);
var CLOSING = { "{": "}", "[": "]", "(": ")" };
var unclosedBracket = (at, bracket) => error("unclosed-bracket", at, `This "${bracket}" is never closed. Add a "${CLOSING[bracket]}".`);
var missingType = (at, directive) => error("missing-type", at, `Missing type. Write "@${directive} {string} name - description".`);
var missingName = (at, directive) => error(
  "missing-name",
  at,
  /^(?:typedef|.*-define)$/.test(directive) ? `Missing name. Write "@${directive}${directive === "typedef" ? " {object}" : ""} Name".` : `Missing name. Write "@${directive} {string} name - description", with "[name]" if it is optional.`
);
var optionalName = (at, name, correct) => error("optional-name", at, `"${name}" is not a valid name. Mark it as optional with brackets: "${correct}".`);
var unknownPlace = (at, prefix, rest, place) => warning(
  "unknown-place",
  at,
  `"${prefix}." is not a parameter location, so it becomes part of the name. Did you mean "${place}.${rest}"? If not, start with the location: "query.${prefix}.${rest}" or "body.${prefix}.${rest}".`
);
var invalidType = (at, type, rest) => error(
  "invalid-type",
  at,
  rest.trim() === "" ? `The type "${type}" is incomplete.` : `The type "${type}" is invalid: unexpected "${rest}".`
);
var unquotedProperty = (at, name) => error(
  "invalid-type",
  at,
  `"${name}" is a reserved word in types. To use it as a property name, quote it: {"${name}": string}.`
);
var unsupportedType = (at, type, reason) => error("unsupported-type", at, `"${type}" is not supported here: ${reason}.`);
var FOREIGN_NAMES = {
  int: "integer",
  bool: "boolean",
  str: "string",
  text: "string",
  Date: "date-time",
  datetime: "date-time",
  decimal: "number",
  Map: "Record<string, T>",
  unknown: "any"
};
function foreignName(name) {
  return Object.hasOwn(FOREIGN_NAMES, name) ? ` Did you mean "${FOREIGN_NAMES[name]}"?` : void 0;
}
var unknownType = (at, name, known) => error(
  "unknown-type",
  at,
  `Unknown type "${name}".${(foreignName(name) ?? didYouMean(name, known)) || ` Define it with "@typedef", an exported interface or "${name}.json" in your definitions.`}`
);
var typeArguments = (at, name, expected, given) => {
  const count2 = expected === 0 ? "no type arguments" : `${expected} type argument${expected === 1 ? "" : "s"}`;
  return error("type-arguments", at, `"${name}" takes ${count2}, but got ${given}.`);
};
var invalidSample = (at, what, value, fault, isWarning = false) => (isWarning ? warning : error)(
  "invalid-sample",
  at,
  `The ${what} ${JSON.stringify(value)} does not match its type: ${fault}.`
);
var invalidYaml = (at, reason) => error("invalid-yaml", at, `Invalid YAML: ${reason.replace(/[.:]?$/, "")}.`);
var invalidJson = (at, reason) => error("invalid-json", at, `Invalid JSON: ${reason.replace(/[.:]?$/, "")}.`);
var untypedResponse = (at, type) => warning(
  "untyped-response",
  at,
  `No type given, so the response has no body (204). ${type === void 0 ? 'Write "@returns {Pet} The new pet"' : `Write the type in braces: "{${type}}"`}${type === "void" ? "." : ', or "{void}" for no body.'}`
);
var invalidStatus = (at, status) => error(
  "invalid-status",
  at,
  `"${status}" is not a valid response status. Use 100 to 599, a class such as "4XX", or "default".`
);
var statusAsType = (at, type, correct) => error(
  "status-as-type",
  at,
  `Braces hold a type, but "${type}" is a status. Write the status after the type, or alone: "${correct}".`
);
var thrownStatus = (at, status) => error("thrown-status", at, `"@throws" is for errors, but ${status} is not an error status. Use "@returns".`);
var bodilessStatus = (at, status) => error(
  "bodiless-status",
  at,
  `A ${status} response has no body (RFC 9110, 15). Write "{void}", or use another status.`
);
var headerName = (at, name) => error(
  "header-name",
  at,
  `"${name}" is not a valid header or cookie name (RFC 9110, 5.6.2). Use letters, digits and "-".`
);
var invalidMediaType = (at, text) => error("invalid-media-type", at, `Invalid media type "${text}". Use one such as "application/json" or "text/csv".`);
var invalidUrl = (at) => warning("invalid-url", at, '"@see" needs a URL. Write "@see https://example.com/docs Description".');
var exampleOfNothing = (at) => error(
  "example-of-nothing",
  at,
  'This "@example" does not belong to a value. Move it below a "@param", or below a "@returns" with a type.'
);
var missingInclude = (at, directive) => error(
  "missing-include",
  at,
  `"@${directive}" needs the name of a definition. Add one after it${directive === "param-include" ? ', such as "paging"' : ""}.`
);
var unknownInclude = (at, name, known) => error(
  "unknown-include",
  at,
  `Unknown definition "${name}".${didYouMean(name, known) || ' Define it with "@param-define" or "@returns-define".'}`
);
var declaredTwice = (at, what, first) => error("declared-twice", at, `The ${what} is declared twice. Remove one of them.`, {
  message: "first declared here",
  at: first
});
var loneSurrogate = (at) => error("name-character", at, "This name contains half of a surrogate pair, which no request can contain. Rename it.");

// src/compiler/diagnostics/definition-messages.ts
var includeCycle = (chain) => error(
  "include-cycle",
  chain.at(-1).at,
  `Circular include: ${[chain.at(-1), ...chain].map((step) => step.value).join(" -> ")}. Remove one of these includes.`,
  ...chain.slice(0, -1).map((step) => ({ message: `"${step.value}" is included here`, at: step.at }))
);
var definedTwice = (at, what, name, first) => error("defined-twice", at, `The ${what} "${name}" is defined twice. Rename or remove one of them.`, {
  message: "first defined here",
  at: first
});
var definitionName = (at, name) => error(
  "definition-name",
  at,
  `"${name}" is not a valid definition name (OpenAPI 3.1, Components Object). Use ASCII letters, digits, ".", "-" and "_".`
);
var unusedDefinition = (at, name) => warning(
  "unused-definition",
  at,
  `No operation uses "${name}". Remove it, or start its file name with "_" to keep it for later.`
);
var shadowedDefinition = (at, name) => warning("shadowed-definition", at, `"${name}" is a built-in type, so this definition is never used. Rename it.`);
var recursiveGeneric = (at, name) => error("recursive-generic", at, `"${name}" is infinitely recursive. Define it without type parameters.`);
var endlessSchema = (at, chain) => error(
  "endless-schema",
  at,
  `This schema refers to itself without consuming any input: ${chain.join(" -> ")}. Move a reference into a property or into array items.`
);
var invalidSchema = (at, pointer, reason) => error(
  "invalid-schema",
  at,
  `Invalid JSON Schema${pointer === "" ? "" : ` at "${pointer}"`}: ${reason.replace(/[.?]?$/, (end) => end || ".")}`
);
var unknownKeyword = (at, name, advice, known) => warning(
  "unknown-keyword",
  at,
  `"${name}" is not a keyword of JSON Schema 2020-12 (ignored).${advice === "" ? didYouMean(name, known) || ' Start a keyword of your own with "x-".' : ` ${advice}`}`
);
var unknownFormat = (at, name, hint) => warning("unknown-format", at, `Unknown format "${name}": it is not checked.${hint}`);
var invalidReference = (at, ref, keyword) => error(
  "invalid-reference",
  at,
  keyword === "$ref" ? `Unknown reference "${ref}". Write "#/components/schemas/Name" to refer to another definition.` : `"${keyword}" is not supported here. Write "$ref" with "#/components/schemas/Name" instead.`
);
var REFERENCE_FAULTS = {
  missing: "this file has no such schema. Check the JSON Pointer or the anchor.",
  elsewhere: 'no definition has this "$id", and nothing is loaded from other addresses. Write "#/components/schemas/Name" or "Name.json".',
  dynamic: 'several schemas have this dynamic anchor. Rename all but one of them, or write "$ref".'
};
var unresolvedReference = (at, ref, fault) => error("invalid-reference", at, `Unresolved reference "${ref}": ${REFERENCE_FAULTS[fault]}`);
var missingPart = (at, name, pointer) => error(
  "invalid-reference",
  at,
  `Unresolved reference: "${name}" has no schema at "${pointer}". Check the JSON Pointer.`
);
var repeatedId = (at, id) => error(
  "invalid-schema",
  at,
  `Another schema in this file has the identifier "${id}". Rename or remove one of the two.`
);
var unknownDialect = (at, uri, known) => error(
  "unknown-dialect",
  at,
  `Unknown JSON Schema dialect "${uri}". Translate the schema into one of these: ${known.join(", ")}.`
);
var translatedSchema = (at, dialect) => warning(
  "translated-schema",
  at,
  `This schema is written in ${dialect}. The build translates it into JSON Schema 2020-12; migrate the file to silence this warning.`
);
var expandedTooFar = (at, name) => error(
  "recursive-generic",
  at,
  `"${name}" is too large: its generic types expand to more than 20,000 schemas. Give the repeated parts a definition of their own.`
);
var invalidDocument = (at, pointer, reason) => error("invalid-document", at, `Invalid OpenAPI document${pointer === "" ? "" : ` at "${pointer}"`}: ${reason}.`);
var documentField = (at, name, allowed) => error(
  "document-field",
  at,
  `"${name}" is not allowed here.${didYouMean(name, allowed)} Allowed: ${quoteAll(allowed)}. Paths and schemas come from the comments.`
);

// src/compiler/diagnostics/facet-messages.ts
var unquotedPattern = (at, pattern, isYaml) => error(
  isYaml ? "facet-value" : "invalid-yaml",
  at,
  `YAML cannot read this pattern without single quotes. Write pattern: '${pattern.replaceAll("'", "''")}'.`
);
var missingComma = (at, name) => error("invalid-yaml", at, `Missing comma before "${name}".`);
var unknownFacet = (at, name, known) => error(
  "unknown-facet",
  at,
  `Unknown facet "${name}".${didYouMean(name, known) || ' Use a keyword of JSON Schema such as "minimum" or "enum".'}`
);
var facetSpace = (at, text) => error("facet-space", at, `Add a space after the colon: "${text.replace(":", ": ")}".`);
var facetParentheses = (at, text) => warning(
  "facet-parentheses",
  at,
  `Without parentheses this is part of the description and checks nothing. Write "(${text})".`
);
var facetType = (at, name, types, actual) => error(
  "facet-type",
  at,
  `"${name}" applies to ${types.join(" and ")}, not to ${actual.join(" or ")}. Remove it, or change the type.`
);
var explodePlace = (at, place) => error("facet-type", at, `"explode" applies to lists in the query, not to the ${place}. Remove it.`);
var facetValue = (at, name, takes, value) => error("facet-value", at, `"${name}" takes ${takes}, but got ${JSON.stringify(value)}.`);
var facetBounds = (at, low, least, high, most) => error("facet-bounds", at, `No value can match: "${low}" is ${least}, but "${high}" is ${most}. Change one of them.`);
var invalidPattern = (at, pattern, reason) => error("facet-value", at, `Invalid regular expression ${JSON.stringify(pattern)}: ${reason}.`);
var slowPattern = (at, pattern) => warning(
  "slow-pattern",
  at,
  `${JSON.stringify(pattern)} can take exponential time: each further character can double it. Rewrite it so that each text matches in one way only.`
);

// src/contract/operation.ts
var METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];
function toMethod(text) {
  const upper = text.toUpperCase();
  return METHODS.find((method) => method === upper);
}
function isJsonType(mediaType) {
  return /[/+]json$/i.test(mediaType);
}
var ENVELOPE_TAGS = ["items", "total", "limit", "offset"];

// src/compiler/diagnostics/file-messages.ts
var LOWER = METHODS.map((method) => method.toLowerCase());
var nameCharacter = (at, character) => error(
  "name-character",
  at,
  `"${character}" is not allowed in the name of a file or directory: a request path cannot contain it. Rename it.`
);
var unknownMethod = (at, name) => error(
  "unknown-method",
  at,
  name === "" ? 'Missing method after "@". Name the file "@get.ts" or "photo@post.ts", or remove the "@".' : `Unknown HTTP method "${name}".${didYouMean(name, LOWER) || ` Use one of ${quoteAll(LOWER)}.`} If the "@" belongs to the path, add the method after it: "${name}@get".`
);
var TEMPLATE_FAULTS = {
  "unbalanced-brace": 'Unbalanced brace. Write a path parameter as "{name}".',
  "empty-name": 'This path parameter has no name. Write "{name}".',
  "adjacent-parameters": "These path parameters are adjacent, so their boundary is ambiguous. Put text between them.",
  "repeated-name": "Two parameters of this path have the same name. Rename one of them.",
  "reserved-name": '"__proto__" is not a valid parameter name. Rename it.'
};
var pathTemplate = (at, kind) => error("path-template", at, TEMPLATE_FAULTS[kind]);
var foreignParameter = (at, text, name) => warning(
  "foreign-parameter",
  at,
  `"${text}" is literal text, not a path parameter. Write "{${name}}", which matches one segment of a path.`
);
var jsxFile = (file) => warning(
  "jsx-file",
  { source: { file, text: file, isPath: true }, span: { start: file.lastIndexOf("."), end: file.length } },
  'A JSX file is not an operation. Rename it to .js, .mjs, .cjs, .ts, .mts or .cts. If it is a helper, start its name with "_".'
);

// src/compiler/diagnostics/handler-messages.ts
var syntaxError = (at, message, help) => error(
  "syntax-error",
  at,
  `Cannot parse this file: ${message.replace(/\.?$/, ".")}${help === null ? "" : ` ${help}.`}`
);
var noHandler = (source, exports) => error(
  "no-handler",
  { source, span: { start: 0, end: 0 } },
  'No handler found. Write "export default (ctx) => ..." or "module.exports = ...". If this is a helper, start its file name with "_".',
  ...exports.map(({ name, at }) => ({ message: `"${name}" is exported here, but not recognized as a function`, at }))
);
var severalHandlers = (candidates) => error(
  "several-handlers",
  candidates[0].at,
  `Several functions are exported without a default: ${quoteAll(candidates.map(({ name }) => name))}. Make the handler the default export.`,
  ...candidates.slice(1).map(({ name, at }) => ({ message: `"${name}" is exported here`, at }))
);
var generatorHandler = (at) => error(
  "generator-handler",
  at,
  'A handler cannot be a generator. Use a function or an async function; to stream, return "Readable.from(rows)".'
);
var otherOperation = (at, name, id, key) => error(
  "other-operation",
  at,
  id === void 0 && !/\s/.test(name) ? `This handler is typed as "${name}", but its operation has no operationId. Name the function "${name}", or write "${key}".` : `This handler is typed as "${name}", but its operation is "${id ?? key}". Write "${id ?? key}".`
);
var dynamicRequire = (at) => error(
  "dynamic-require",
  at,
  "require() needs a string literal here: a bundle cannot look up files at run time. Write the module name, or use import()."
);

// src/compiler/diagnostics/limit-messages.ts
var nestingLimit = (at, limit) => error("size-limit", at, `Types can nest ${limit} levels deep. Move the inner ones to definitions of their own.`);
var expansionLimit = (at, name, limit) => error(
  "size-limit",
  at,
  `"${name}" consists of more than ${limit} types, written out. Export the types that it repeats: an exported type is referred to.`
);
var bracketLimit = (at, limit) => error(
  "size-limit",
  at,
  `Brackets can nest ${limit} levels deep. Move inner parts to constants or types of their own.`
);

// src/compiler/diagnostics/middleware-messages.ts
var middlewareName = (at) => error(
  "middleware-name",
  at,
  'This looks like middleware, but its name makes it a helper. Name it "_middleware" with .js, .mjs, .cjs, .ts, .mts or .cts. If it is a helper, choose another name.'
);
var noMiddleware = (source, exports) => error(
  "no-middleware",
  exports.find(({ name }) => name === "default")?.at ?? { source, span: { start: 0, end: 0 } },
  'No middleware found. Write "export default async (ctx, next) => ..." or "module.exports = ...", or export a list. A generator is not supported.',
  ...exports.filter(({ name }) => name !== "default").map(({ name, at }) => ({ message: `"${name}" is exported here, but not by default`, at }))
);
var duplicateMiddleware = (at, first) => error(
  "duplicate-middleware",
  at,
  "This directory has two middleware files. Keep one of them; it may export a list.",
  { message: "the other file", at: first }
);

// src/compiler/diagnostics/operation-messages.ts
var included = (via) => (via ?? []).map((at) => ({ message: "included here", at }));
var notInPath = (at, name, template, via) => error(
  "not-in-path",
  at,
  `The path "${template.text}" has no parameter "${name}".${didYouMean(name, template.names) || ` Remove it, or add "{${name}}" to the name of the file or a directory.`}`,
  ...included(via)
);
var optionalPathParameter = (at, name, via) => error(
  "optional-path-parameter",
  at,
  `Path parameter "${name}" cannot be optional. Remove the brackets.`,
  ...included(via)
);
var undeclaredPathParameter = (at, name, comment, meant) => warning(
  "undeclared-path-parameter",
  at,
  `Path parameter "${name}" is not declared, so it accepts any string. Add "@param {string} ${name} - ...".`,
  ...meant === void 0 ? [] : [{ message: `"${meant.name}" is not in the path; did you mean "${name}"?`, at: meant.at }],
  { message: "the comment is here", at: comment }
);
var noList = (at) => error(
  "no-list",
  at,
  'An operation that includes "paging" must return a list. Write "@returns {T[]}" or "@returns {Page<T>}", or define an envelope and tag its rows: "@items" in TypeScript, "x-items: true" elsewhere.'
);
var envelopeTag = ({ at, definition }, message) => error(
  "envelope-tag",
  at,
  message,
  ...definition === void 0 ? [] : [{ message: "defined here", at: definition }]
);
var repeatedTag = (place, tag, names2) => envelopeTag(
  place,
  `Several properties of this list are tagged "x-${tag}": ${quoteAll(names2)}. Tag only one of them.`
);
var tagType = (place, tag, name, expected, actual) => envelopeTag(
  place,
  `"x-${tag}" applies to ${expected.join(" and ")}, but the property "${name}" is ${actual.join(" or ")}. Tag another property, or change its type.`
);
var nestedTag = (place, tag, path) => envelopeTag(
  place,
  `The property "${path.join(".")}" is tagged "x-${tag}", but only properties of the body itself can be. Move it there, or remove the tag.`
);
var untaggedRows = (place, tag) => envelopeTag(
  place,
  `A property of this list is tagged "x-${tag}", but none has the rows. Tag them: "@items" in TypeScript, "x-items: true" elsewhere.`
);
var bodyMethod = (at, method) => error(
  "body-method",
  at,
  `${method} requests have no body (RFC 9110, 9.3). Move this parameter to the query, or use another method.`
);
var fileWithoutMultipart = (at, name) => error(
  "file-without-multipart",
  at,
  `"${name}" is a file, but JSON cannot contain files. Add "@consumes multipart/form-data".`
);
var formShape = (at, mediaType) => error(
  "form-shape",
  at,
  `"${mediaType}" consists of named fields, so the body must be an object. Declare its fields, or use another media type.`
);
var unreadableBody = (at, mediaType) => error(
  "unreadable-body",
  at,
  `The server cannot parse "${mediaType}", and a text never matches this type. Declare "@param {string} body" or "@param {file} body" and parse it in the handler, or use a JSON media type.`
);
var nothingToConsume = (at) => warning(
  "nothing-to-consume",
  at,
  'This operation has no request body. Declare one with "@param {type} body", or remove "@consumes".'
);
var noContainer = (at, what, parent) => error(
  "no-container",
  at,
  `This is nested in a value that is not ${what}. Change the type of that value, or remove this line.`,
  { message: "declared here", at: parent }
);
var unknownScheme = (at, name, known) => error(
  "unknown-scheme",
  at,
  `Unknown security scheme "${name}".${didYouMean(name, known) || ' Declare it in openapi.yaml, under "components.securitySchemes".'}`
);

// src/compiler/diagnostics/tree-messages.ts
var duplicateRoute = (at, method, path, first) => error("duplicate-route", at, `"${method} ${path}" is already handled by another file. Remove one of them.`, {
  message: "the other file",
  at: first
});
var templateNames = (at, path, first, other) => error(
  "template-names",
  at,
  `"${path}" and "${other}" are the same path with different parameter names. Use the same names in both.`,
  { message: "the other spelling", at: first }
);
var caseClash = (at, text, first, other) => error(
  "case-clash",
  at,
  `"${text}" and "${other}" differ only in letter case, which some file systems ignore. Rename one of them.`,
  { message: "the other spelling", at: first }
);
var duplicateOperationId = (at, id, first) => error(
  "duplicate-operation-id",
  at,
  `Duplicate operationId "${id}". Rename one of the functions, or start its name with "_" for no operationId.`,
  { message: "first used here", at: first }
);

// src/compiler/diagnostics/typescript-messages.ts
var recursiveType = (at, name, isExported) => error(
  "recursive-type",
  at,
  isExported ? `This copy of "${name}" is infinitely recursive. Declare it as an exported interface with all its properties.` : `"${name}" refers to itself, but only an exported type can do that. Export it.`
);
var unknownProperty = (at, name, known) => error("unknown-property", at, `This type has no property "${name}".${didYouMean(name, known)}`);
var INTEGER = /^(?:u?int(?:8|16)?|long|short)$/i;
var INTEGER_FORMAT = /^int(?:32|64)$/;
var integerHint = (text) => {
  if (INTEGER_FORMAT.test(text)) return ` Did you mean "@format ${text}"?`;
  return INTEGER.test(text) ? ' Did you mean "integer"?' : didYouMean(text, ["integer"]);
};
var isNearInteger = (text) => integerHint(text) !== "";
var typeTag = (at, text) => error(
  "facet-value",
  at,
  `"@type" takes only "integer", but got "${text}".${integerHint(text) || " Remove the tag: the TypeScript type applies."}`
);

// src/compiler/comment/nesting.ts
var MAX_NESTING = 100;
var QUOTED_OR_BRACKET = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[([{<]|[)\]}>]/gs;
function findDeepBracket(text) {
  if (text.length <= MAX_NESTING) return void 0;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(QUOTED_OR_BRACKET)) {
    if (/^[([{<]/.test(token)) depth++;
    else if (/^[)\]}>]/.test(token)) depth--;
    if (depth > MAX_NESTING) return index;
  }
  return void 0;
}

// src/compiler/comment/yaml.ts
function readYaml(passage, report) {
  if (/^(?:-?(?:0|[1-9]\d{0,14})|true|false|null)$/.test(passage.text)) return { value: JSON.parse(passage.text) };
  const document = parseShallow(passage.text);
  const [error2] = document.errors;
  const plain2 = plainValue(() => document.toJS());
  if (error2 !== void 0) report(invalidYaml(locate(passage, ...error2.pos), firstLine(error2.message)));
  else if ("fault" in plain2) report(invalidYaml(locate(passage), plain2.fault));
  else return plain2;
  return void 0;
}
var DEEP_BLOCK = new RegExp(String.raw`^(?: {1000} *\S| *(?:[-?:][ \t]+){${MAX_NESTING + 1}})`, "m");
var SCHEMA = new Schema({ schema: "core", merge: true });
function parseYaml(text) {
  const deep = DEEP_BLOCK.exec(text);
  if (deep !== null) return failAt(deep.index);
  try {
    return parseDocument(text, { logLevel: "error", schema: SCHEMA, prettyErrors: false });
  } catch {
    return failAt(0);
  }
}
function parseShallow(text) {
  const deep = findDeepBracket(text);
  return deep === void 0 ? parseYaml(text) : failAt(deep);
}
function failAt(offset) {
  const document = parseDocument("", { logLevel: "error" });
  const message = `values can nest ${MAX_NESTING} levels deep`;
  document.errors.push(new YAMLParseError([offset, offset + 1], "RESOURCE_EXHAUSTION", message));
  return document;
}
function plainValue(read2) {
  try {
    const value = read2();
    let isJson = true;
    JSON.stringify(value, (_key, item) => {
      isJson &&= typeof item !== "number" || Number.isFinite(item);
      return item;
    });
    return isJson ? { value } : { fault: "JSON has no such number" };
  } catch (error2) {
    if (error2 instanceof RangeError) return { fault: `values can nest ${MAX_NESTING} levels deep` };
    return { fault: error2 instanceof TypeError ? "it contains itself" : firstLine(error2.message) };
  }
}
function readYamlEntries(passage, report) {
  const document = parseShallow(`{${passage.text}}`);
  const { length } = passage.text;
  const at = (range) => {
    const start = Math.max(0, (range?.[0] ?? 1) - 1);
    return locate(passage, start, Math.max(start + 1, Math.min(length, (range?.[1] ?? length + 1) - 1)));
  };
  const [error2] = document.errors;
  if (error2 !== void 0) report(invalidYaml(at(error2.pos), firstLine(error2.message)));
  if (error2 !== void 0 || !isMap(document.contents)) return [];
  const own2 = document.contents.items.filter(({ key }) => isScalar(key) && !isMergeKey(key));
  const entries2 = own2.flatMap(({ key, value }) => {
    const { value: name, range } = key;
    const valueAt = at(value?.range ?? range);
    const plain2 = plainValue(() => value?.toJS(document) ?? null);
    if ("value" in plain2) return [{ key: String(name), keyAt: at(range), value: plain2.value, valueAt }];
    report(invalidYaml(valueAt, plain2.fault));
    return [];
  });
  const names2 = new Set(own2.map(({ key }) => String(key.value)));
  for (const pair of document.contents.items.filter(({ key }) => isScalar(key) && isMergeKey(key))) {
    const valueAt = at(pair.value?.range ?? pair.key.range);
    const merged = plainValue(() => mappingOf(pair, document));
    if ("fault" in merged) report(invalidYaml(valueAt, merged.fault));
    else
      for (const [key, value] of Object.entries(merged.value).filter(([name]) => !names2.has(name))) {
        names2.add(key);
        entries2.push({ key, keyAt: valueAt, value, valueAt });
      }
  }
  return entries2;
}
function isMergeKey({ value, type }) {
  return type === Scalar.PLAIN && (value === "<<" || typeof value === "symbol" && value.description === "<<");
}
function mappingOf(pair, document) {
  const mapping = new YAMLMap(document.schema);
  mapping.items.push(pair);
  return mapping.toJS(document);
}
function firstLine(message) {
  return message.split("\n")[0];
}

// src/compiler/diagnostics/source.ts
function spanIn(text, start, end) {
  const from = Math.min(start, text.length);
  return { start: from, end: Math.min(Math.max(end, from + 1), text.length) };
}
function positionOf({ source, span }) {
  if (source.isPath === true) return { line: 1, column: 1 };
  const before = source.text.slice(0, span.start);
  const lines = before.split(/\r\n|\r|\n/);
  return { line: lines.length, column: lines.at(-1).length + 1 };
}
var MAX_LINE = 200;
function codeFrame(location) {
  const { source, span } = location;
  const { line, column } = source.isPath === true ? { line: 1, column: span.start + 1 } : positionOf(location);
  const fullLine = source.text.split(/\r\n|\r|\n/)[line - 1] ?? "";
  const start = fullLine.length <= MAX_LINE ? 0 : Math.max(0, column - 1 - MAX_LINE / 2);
  const text = fullLine.slice(start, start + MAX_LINE);
  const gutter = source.isPath === true ? "" : String(line);
  const offset = column - 1 - start;
  const indent = text.slice(0, offset).replace(/[^\t]/g, " ");
  const carets = "^".repeat(Math.max(1, Math.min(span.end - span.start, text.length - offset)));
  return `  ${gutter} | ${text}
  ${" ".repeat(gutter.length)} | ${indent}${carets}`;
}

// src/project/files.ts
import { extname, sep } from "node:path";
import { globSync } from "tinyglobby";
function toPosix(path) {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

// src/import/load/fetch-text.ts
var TIMEOUT = 3e4;
function toUri(location, base) {
  if (/^(?:https?|file):/i.test(location)) return new URL(location).href;
  return base === void 0 ? pathToFileURL(resolve(location)).href : new URL(location, base).href;
}
async function readDescriptionFile(uri) {
  const text = (await fetchText(uri)).replace(/^\uFEFF/, "");
  const source = { file: shownName(uri), text };
  return { uri, source, value: parseText(text, source.file) };
}
async function fetchText(uri) {
  const name = shownName(uri);
  if (uri.startsWith("file:")) {
    try {
      return await readFile(fileURLToPath(uri), "utf8");
    } catch (error2) {
      const { code, message } = error2;
      const reason = code === "ENOENT" ? "the file does not exist" : code === "EISDIR" ? "it is a directory" : message;
      throw new Error(`Cannot read ${name}: ${reason}.`, { cause: error2 });
    }
  }
  try {
    const response = await fetch(uri, { signal: AbortSignal.timeout(TIMEOUT) });
    if (response.ok) return await response.text();
    throw new Error(`the server answered ${response.status} ${response.statusText}`);
  } catch (error2) {
    const { message, cause } = error2;
    const reason = cause instanceof Error && cause.message !== "" ? cause.message : message;
    throw new Error(`Cannot download ${uri}: ${reason}.`, { cause: error2 });
  }
}
function shownName(uri) {
  return uri.startsWith("file:") ? toPosix(relative(".", fileURLToPath(uri))) : uri;
}
function parseText(text, file) {
  try {
    return JSON.parse(text);
  } catch {
    const document = parseYaml(text);
    const fail = (offset, reason) => {
      const { line, column } = positionOf({ source: { file, text }, span: spanIn(text, offset, offset) });
      throw new Error(`${file}:${line}:${column}: ${reason}`);
    };
    const [error2] = document.errors;
    if (error2 !== void 0) return fail(error2.pos[0], error2.message.split("\n")[0]);
    const plain2 = plainValue(() => document.toJS({ maxAliasCount: -1 }));
    return "value" in plain2 ? plain2.value : fail(0, plain2.fault);
  }
}

// src/schema/formats.ts
var CHECKED_FORMATS = {
  date: "string",
  time: "string",
  "date-time": "string",
  duration: "string",
  uuid: "string",
  email: "string",
  hostname: "string",
  ipv4: "string",
  ipv6: "string",
  uri: "string",
  "uri-reference": "string",
  "uri-template": "string",
  "json-pointer": "string",
  "relative-json-pointer": "string",
  regex: "string",
  byte: "string",
  int32: "number",
  int64: "number"
};
var OTHER_FORMATS = "float double password binary iri iri-reference idn-email idn-hostname int8 int16 uint8 uint16 uint32 uint64 time-local".split(
  " "
);
var FORMAT_NAMES = [...Object.keys(CHECKED_FORMATS), ...OTHER_FORMATS];
function compilePattern(pattern) {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}
function checkedFormat(format, type) {
  if (typeof format !== "string" || !Object.hasOwn(CHECKED_FORMATS, format)) return void 0;
  return CHECKED_FORMATS[format] === type ? format : void 0;
}

// src/schema/takes.ts
var TAKES = {
  "any value": () => true,
  "true or false": (value) => typeof value === "boolean",
  "a number": isFiniteNumber,
  "a positive number": (value) => isFiniteNumber(value) && value > 0,
  "a non-negative integer": (value) => Number.isSafeInteger(value) && value >= 0,
  "a string": isString,
  "a regular expression": (value) => isString(value) && patternFault(value) === void 0,
  "a URI": isString,
  "a URI reference": isUriReference,
  "a URI reference without a fragment": (value) => isUriReference(value) && !/#./.test(value),
  "an anchor name": (value) => isString(value) && /^[A-Za-z_][-\w.]*$/.test(value),
  "a type or an array of types": (value) => isType(value) || isUnique(value) && value.length > 0 && value.every(isType),
  "an array": (value) => Array.isArray(value),
  "an array of unique strings": isNames,
  "an object": isKeywords,
  "an object of string arrays": (value) => isKeywords(value) && Object.values(value).every(isNames),
  "a schema": isSchema,
  "an array of schemas": (value) => Array.isArray(value) && value.length > 0,
  "an object of schemas": isKeywords,
  "an object of schemas by pattern": (value) => isKeywords(value) && Object.keys(value).every((pattern) => patternFault(pattern) === void 0),
  "a discriminator": (value) => isKeywords(value) && isString(value["propertyName"]) && (value["mapping"] === void 0 || isKeywords(value["mapping"]) && Object.values(value["mapping"]).every(isString))
};
function patternFault(pattern) {
  try {
    return void compilePattern(pattern);
  } catch (error2) {
    return error2.message.replace(/^Invalid regular expression: .*: /s, "");
  }
}
function isString(value) {
  return typeof value === "string";
}
function isFiniteNumber(value) {
  return typeof value === "number" && Number.isFinite(value);
}
function isUriReference(value) {
  return typeof value === "string" && URL.canParse(value, "file:///");
}
function isType(value) {
  return value === "integer" || JSON_TYPES.includes(value);
}
function isUnique(value) {
  return Array.isArray(value) && new Set(value).size === value.length;
}
function isNames(value) {
  return isUnique(value) && value.every(isString);
}

// src/schema/keywords.ts
var KEYWORDS = {
  // Core, 8.
  $schema: { on: ["any"], takes: "a URI", role: "core" },
  $vocabulary: { on: ["any"], takes: "an object", role: "core" },
  $id: { on: ["any"], takes: "a URI reference without a fragment", role: "core" },
  $anchor: { on: ["any"], takes: "an anchor name", role: "core" },
  $dynamicAnchor: { on: ["any"], takes: "an anchor name", role: "core" },
  $dynamicRef: { on: ["any"], takes: "a URI reference", role: "core" },
  $comment: { on: ["any"], takes: "a string", role: "annotation" },
  $defs: { on: ["any"], takes: "an object of schemas", role: "core", subschemas: "map" },
  definitions: { on: ["any"], takes: "an object of schemas", role: "core", subschemas: "map" },
  $ref: { on: ["any"], takes: "a URI reference", role: "applicator" },
  // Validation, 6.1.
  const: { on: ["any"], takes: "any value", role: "assertion", facet: true },
  enum: { on: ["any"], takes: "an array", role: "assertion", facet: true },
  type: { on: ["any"], takes: "a type or an array of types", role: "assertion" },
  // Validation, 6.3 and 7.
  minLength: { on: ["string"], takes: "a non-negative integer", role: "assertion", facet: true },
  maxLength: { on: ["string"], takes: "a non-negative integer", role: "assertion", facet: true },
  pattern: { on: ["string"], takes: "a regular expression", role: "assertion", facet: true },
  // Validation, 6.2.
  minimum: { on: ["number"], takes: "a number", role: "assertion", facet: true },
  maximum: { on: ["number"], takes: "a number", role: "assertion", facet: true },
  exclusiveMinimum: { on: ["number"], takes: "a number", role: "assertion", facet: true },
  exclusiveMaximum: { on: ["number"], takes: "a number", role: "assertion", facet: true },
  multipleOf: { on: ["number"], takes: "a positive number", role: "assertion", facet: true },
  format: { on: ["string", "number"], takes: "a string", role: "assertion", facet: true },
  // Validation, 6.4, and Core, 10.3.1 and 11.2.
  minItems: { on: ["array"], takes: "a non-negative integer", role: "assertion", facet: true },
  maxItems: { on: ["array"], takes: "a non-negative integer", role: "assertion", facet: true },
  prefixItems: { on: ["array"], takes: "an array of schemas", role: "applicator", subschemas: "list" },
  items: { on: ["array"], takes: "a schema", role: "applicator", subschemas: "one" },
  contains: { on: ["array"], takes: "a schema", role: "applicator", subschemas: "one" },
  minContains: { on: ["array"], takes: "a non-negative integer", role: "assertion", with: "contains" },
  maxContains: { on: ["array"], takes: "a non-negative integer", role: "assertion", with: "contains" },
  uniqueItems: { on: ["array"], takes: "true or false", role: "assertion", facet: true },
  unevaluatedItems: { on: ["array"], takes: "a schema", role: "applicator", subschemas: "one" },
  // Validation, 6.5, and Core, 10.2.2.4, 10.3.2 and 11.3.
  required: { on: ["object"], takes: "an array of unique strings", role: "assertion" },
  dependentRequired: { on: ["object"], takes: "an object of string arrays", role: "assertion" },
  properties: { on: ["object"], takes: "an object of schemas", role: "applicator", subschemas: "map" },
  dependentSchemas: {
    on: ["object"],
    takes: "an object of schemas",
    role: "applicator",
    subschemas: "map",
    inPlace: true
  },
  minProperties: { on: ["object"], takes: "a non-negative integer", role: "assertion", facet: true },
  maxProperties: { on: ["object"], takes: "a non-negative integer", role: "assertion", facet: true },
  propertyNames: { on: ["object"], takes: "a schema", role: "applicator", subschemas: "one" },
  patternProperties: {
    on: ["object"],
    takes: "an object of schemas by pattern",
    role: "applicator",
    subschemas: "map"
  },
  additionalProperties: { on: ["object"], takes: "a schema", role: "applicator", subschemas: "one", facet: true },
  unevaluatedProperties: { on: ["object"], takes: "a schema", role: "applicator", subschemas: "one" },
  // Core, 10.2.1 and 10.2.2.
  allOf: { on: ["any"], takes: "an array of schemas", role: "applicator", subschemas: "list", inPlace: true },
  anyOf: { on: ["any"], takes: "an array of schemas", role: "applicator", subschemas: "list", inPlace: true },
  oneOf: { on: ["any"], takes: "an array of schemas", role: "applicator", subschemas: "list", inPlace: true },
  not: { on: ["any"], takes: "a schema", role: "applicator", subschemas: "one", inPlace: true },
  if: { on: ["any"], takes: "a schema", role: "applicator", subschemas: "one", inPlace: true },
  // eslint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { on: ["any"], takes: "a schema", role: "applicator", subschemas: "one", inPlace: true, with: "if" },
  else: { on: ["any"], takes: "a schema", role: "applicator", subschemas: "one", inPlace: true, with: "if" },
  // Validation, 8 and 9, and OpenAPI 3.1, Schema Object.
  title: { on: ["any"], takes: "a string", role: "annotation", facet: true },
  description: { on: ["any"], takes: "a string", role: "annotation", facet: true },
  default: { on: ["any"], takes: "any value", role: "annotation", facet: true },
  example: { on: ["any"], takes: "any value", role: "annotation", facet: true },
  examples: { on: ["any"], takes: "an array", role: "annotation", facet: true },
  deprecated: { on: ["any"], takes: "true or false", role: "annotation", facet: true },
  readOnly: { on: ["any"], takes: "true or false", role: "annotation", facet: true },
  writeOnly: { on: ["any"], takes: "true or false", role: "annotation", facet: true },
  contentEncoding: { on: ["string"], takes: "a string", role: "annotation", facet: true },
  contentMediaType: { on: ["string"], takes: "a string", role: "annotation", facet: true },
  contentSchema: { on: ["string"], takes: "a schema", role: "annotation", subschemas: "one" },
  discriminator: { on: ["any"], takes: "a discriminator", role: "annotation" },
  xml: { on: ["any"], takes: "an object", role: "annotation" },
  externalDocs: { on: ["any"], takes: "an object", role: "annotation" },
  // Our own extensions: the properties of an envelope around the rows of a list.
  "x-items": { on: ["array"], takes: "true or false", role: "annotation", facet: true },
  "x-total": { on: ["number"], takes: "true or false", role: "annotation", facet: true },
  "x-limit": { on: ["number"], takes: "true or false", role: "annotation", facet: true },
  "x-offset": { on: ["number"], takes: "true or false", role: "annotation", facet: true }
};
function keywordRow(name) {
  return ROWS.get(name);
}
var ROWS = new Map(Object.entries(KEYWORDS));
var KEYWORD_NAMES = Object.keys(KEYWORDS);
var FACET_NAMES = KEYWORD_NAMES.filter(isFacet);
function isFacet(name) {
  return keywordRow(name)?.facet === true;
}
function isFacetValue(name, value) {
  const row = keywordRow(name);
  if (row?.facet !== true) return false;
  const isEmpty = value === "" || Array.isArray(value) && value.length === 0;
  return TAKES[row.takes](value) && (row.takes === "any value" || !isEmpty);
}
function facetTypes(name) {
  const { on = [] } = keywordRow(name) ?? {};
  return on.includes("any") ? "any" : on.flatMap((family) => family === "number" ? ["integer", "number"] : [family]);
}

// src/schema/draft.ts
var DRAFT = /* @__PURE__ */ Symbol("draft");
function useGeneric(generic, typeArguments2) {
  return { [DRAFT]: "generic", generic, arguments: typeArguments2 };
}
function useUtility(utility2, object, keys) {
  return { [DRAFT]: "utility", utility: utility2, object, keys };
}
function useParameter(parameter) {
  return { [DRAFT]: "parameter", parameter };
}
function isGenericUse(schema) {
  return kindOf(schema) === "generic";
}
function isUtilityUse(schema) {
  return kindOf(schema) === "utility";
}
function isParameterUse(schema) {
  return kindOf(schema) === "parameter";
}
function isDraft(schema) {
  return DRAFT in schema;
}
var DRAFT_KEYS = ["generic", "arguments", "utility", "object", "keys", "parameter"];
function besideDraft(schema) {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !DRAFT_KEYS.includes(key)));
}
var DRAFT_HOLDS = /* @__PURE__ */ new Map([
  ["arguments", "list"],
  ["object", "one"]
]);
function kindOf(schema) {
  return schema[DRAFT];
}

// src/schema/walk.ts
function pointerOf(path) {
  return path === void 0 ? "" : pointTo(pointerOf(path.parent), path.key);
}
var HOLDS = new Map(
  KEYWORD_NAMES.flatMap((name) => {
    const subschemas = keywordRow(name)?.subschemas;
    return subschemas === void 0 ? [] : [[name, subschemas]];
  })
);
function mapSubschemas(schema, replace, path) {
  const holds = isDraft(schema) ? DRAFT_HOLDS : HOLDS;
  return mapItems(schema, (value, keyword) => {
    const subschemas = holds.get(keyword);
    if (subschemas === void 0) return value;
    const at = { key: keyword, parent: path };
    if (subschemas === "one") return isSchema(value) ? replace(value, at) : value;
    if (subschemas === "list" ? !Array.isArray(value) : !isKeywords(value)) return value;
    return mapItems(value, (item, key) => isSchema(item) ? replace(item, { key, parent: at }) : item);
  });
}
function eachSubschema(schema, visit2, path) {
  if (typeof schema === "boolean") return;
  const holds = isDraft(schema) ? DRAFT_HOLDS : HOLDS;
  for (const keyword in schema) {
    const subschemas = holds.get(keyword);
    if (subschemas === void 0) continue;
    const value = schema[keyword];
    const at = { key: keyword, parent: path };
    if (subschemas === "one") {
      if (isSchema(value)) visit2(value, at, keyword);
    } else if (subschemas === "list") {
      if (!Array.isArray(value)) continue;
      for (let key = 0; key < value.length; key++)
        if (isSchema(value[key])) visit2(value[key], { key, parent: at }, keyword);
    } else if (isKeywords(value)) {
      for (const key in value) {
        const item = value[key];
        if (isSchema(item)) visit2(item, { key, parent: at }, keyword);
      }
    }
  }
}
function eachSchema(schema, visit2, path) {
  if (typeof schema === "boolean") return;
  visit2(schema, path);
  eachSubschema(schema, (subschema, at) => eachSchema(subschema, visit2, at), path);
}
function schemaAt(schema, keys) {
  if (keys.length === 0) return schema;
  if (typeof schema === "boolean") return void 0;
  const [keyword = "", key = ""] = keys;
  const value = Object.hasOwn(schema, keyword) ? schema[keyword] : void 0;
  const subschemas = (isDraft(schema) ? DRAFT_HOLDS : HOLDS).get(keyword);
  if (subschemas === "one") return isSchema(value) ? schemaAt(value, keys.slice(1)) : void 0;
  if (subschemas === void 0 || keys.length < 2 || typeof value !== "object" || value === null) return void 0;
  const item = Object.hasOwn(value, key) ? value[key] : void 0;
  return isSchema(item) ? schemaAt(item, keys.slice(2)) : void 0;
}
function mapItems(value, replace) {
  return Array.isArray(value) ? mapList(value, replace) : mapObject(value, replace);
}
function mapList(list3, replace) {
  let copy;
  for (let i = 0; i < list3.length; i++) {
    const item = replace(list3[i], i);
    if (item !== list3[i]) (copy ??= [...list3])[i] = item;
  }
  return copy ?? list3;
}
function mapObject(object, replace) {
  let copy;
  for (const key in object) {
    const item = replace(object[key], key);
    if (item === object[key]) continue;
    copy ??= { ...object };
    if (key === "__proto__") Object.defineProperty(copy, key, { value: item });
    else copy[key] = item;
  }
  return copy ?? object;
}

// src/schema/dialects.ts
var LATEST = { name: "2020-12" };
var OLD = { loneRef: true, itemLists: true };
var DIALECTS = [
  [/^json-schema\.org\/draft\/2020-12\/schema$/, LATEST],
  [/^spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[\w-]+$/, LATEST],
  [/^json-schema\.org\/draft\/2019-09\/schema$/, { name: "2019-09", itemLists: true }],
  [/^json-schema\.org\/draft-07\/schema$/, { name: "draft-07", ...OLD, id: "$id" }],
  [/^json-schema\.org\/draft-06\/schema$/, { name: "draft-06", ...OLD, id: "$id" }],
  [/^json-schema\.org\/draft-04\/schema$/, { name: "draft-04", ...OLD, id: "id", booleanBounds: true }],
  [/^spec\.openapis\.org\/oas\/3\.0\b/, { name: "OpenAPI 3.0", loneRef: true, booleanBounds: true, nullable: true }]
];
var DIALECT_NAMES = [...new Set(DIALECTS.map(([, { name }]) => name))];
function dialectOf(uri) {
  const plain2 = uri.replace(/^https?:\/\//, "").replace(/#$/, "");
  return DIALECTS.find(([pattern]) => pattern.test(plain2))?.[1];
}
function isLatest(dialect) {
  return dialect === LATEST;
}
function translateSchema(schema, outer = LATEST) {
  if (typeof schema === "boolean") return schema;
  const { $schema } = schema;
  const dialect = (typeof $schema === "string" ? dialectOf($schema) : void 0) ?? outer;
  const translated = isLatest(dialect) ? schema : translateKeywords(schema, dialect);
  return mapSubschemas(translated, (part) => translateSchema(part, dialect));
}
function translateKeywords(schema, dialect) {
  const isHidden = dialect.loneRef === true && typeof schema["$ref"] === "string";
  const entries2 = Object.entries(schema).filter(([keyword]) => !isHidden || keyword === "$ref" || isVisible(keyword));
  return Object.fromEntries(entries2.flatMap(([keyword, value]) => translateKeyword(keyword, value, schema, dialect)));
}
function isVisible(keyword) {
  const row = keywordRow(keyword);
  return keyword === "$schema" || row?.role === "annotation" || row?.role === "core" && row.subschemas !== void 0;
}
function translateKeyword(keyword, value, schema, dialect) {
  switch (keyword) {
    case "id":
    case "$id":
      return dialect.id === keyword ? [identifier(value)] : [[keyword, value]];
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      if (dialect.booleanBounds !== true || typeof value !== "boolean") break;
      return value ? [[keyword, schema[keyword === "exclusiveMinimum" ? "minimum" : "maximum"]]] : [];
    case "minimum":
      return dialect.booleanBounds === true && schema["exclusiveMinimum"] === true ? [] : [[keyword, value]];
    case "maximum":
      return dialect.booleanBounds === true && schema["exclusiveMaximum"] === true ? [] : [[keyword, value]];
    case "items":
      return [[dialect.itemLists === true && Array.isArray(value) ? "prefixItems" : keyword, value]];
    case "additionalItems":
      if (dialect.itemLists !== true) break;
      return Array.isArray(schema["items"]) ? [["items", value]] : [];
    case "dependencies":
      return dialect.itemLists === true && isKeywords(value) ? dependencies(value) : [[keyword, value]];
    case "$recursiveRef":
      return dialect.itemLists === true ? [["$ref", value]] : [[keyword, value]];
    case "$recursiveAnchor":
      return dialect.itemLists === true && value === false ? [] : [[keyword, value]];
    case "type":
      return [[keyword, dialect.nullable === true && schema["nullable"] === true ? [value, "null"].flat() : value]];
    case "nullable":
      if (dialect.nullable === true) return [];
  }
  return [[keyword, value]];
}
function identifier(value) {
  const [, anchor] = typeof value === "string" ? /^#(.+)$/.exec(value) ?? [] : [];
  return anchor === void 0 ? ["$id", value] : ["$anchor", anchor];
}
function dependencies(value) {
  const entries2 = Object.entries(value);
  const names2 = entries2.filter(([, item]) => Array.isArray(item));
  const schemas = entries2.filter(([, item]) => isSchema(item));
  const translated = [];
  if (names2.length > 0) translated.push(["dependentRequired", Object.fromEntries(names2)]);
  if (schemas.length > 0) translated.push(["dependentSchemas", Object.fromEntries(schemas)]);
  if (entries2.length > names2.length + schemas.length) translated.push(["dependencies", value]);
  return translated;
}
var FORMER_NAMES = {
  prefixItems: ["items"],
  items: ["additionalItems"],
  dependentRequired: ["dependencies"],
  dependentSchemas: ["dependencies"],
  $id: ["id"],
  $anchor: ["$id", "id"],
  $ref: ["$recursiveRef"]
};

// src/compiler/definitions/place.ts
import { isMap as isMap2, isScalar as isScalar2 } from "yaml";
function placeOf(document, source, pointer, part) {
  const path = formerPath(document, keysOf(pointer));
  for (let depth = path.length; depth >= 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    const key = depth === path.length && part === "key" ? keyIn(document.getIn(path.slice(0, -1), true), path) : void 0;
    const range = key?.range ?? (depth === 0 ? document.contents?.range : node?.range);
    if (range != null) return { source, span: spanIn(source.text, range[0], range[1]) };
  }
  return { source, span: { start: 0, end: 0 } };
}
function formerPath(document, keys) {
  const path = [];
  for (const key of keys) {
    const names2 = [key, ...Object.hasOwn(FORMER_NAMES, key) ? FORMER_NAMES[key] : []];
    path.push(names2.find((name) => document.hasIn([...path, name])) ?? key);
  }
  return path;
}
function keyIn(node, path) {
  const keys = isMap2(node) ? node.items.map(({ key }) => key).filter(isScalar2) : [];
  return keys.find(({ value }) => String(value) === path.at(-1));
}

// src/import/load/origins.ts
var Origins = class {
  #origins = /* @__PURE__ */ new WeakMap();
  #documents = /* @__PURE__ */ new Map();
  /** Registers a value of a file and everything in it. */
  add(value, file, pointer = "") {
    if (typeof value !== "object" || value === null || this.#origins.has(value)) return;
    this.#origins.set(value, { file, pointer });
    for (const [key, item] of Object.entries(value)) this.add(item, file, pointTo(pointer, key));
  }
  /** Registers a copy, and returns it. */
  copy(of, copy) {
    const origin = this.#origins.get(of);
    if (origin !== void 0 && copy !== of) this.#origins.set(copy, origin);
    return copy;
  }
  /** The location of a value; undefined for a value that no file contains. */
  find({ of, key }) {
    const origin = this.#origins.get(of);
    return origin && key !== void 0 ? { ...origin, pointer: pointTo(origin.pointer, key) } : origin;
  }
  /** Prints a location: `petstore.yaml:12:5 #/paths/~1pets`. Finding the line takes time. */
  print({ file, pointer }) {
    const document = this.#documents.get(file) ?? parseYaml(file.source.text);
    this.#documents.set(file, document);
    const { line, column } = positionOf(placeOf(document, file.source, pointer));
    return `${file.source.file}:${line}:${column} #${pointer}`;
  }
};

// src/import/load/documents.ts
var DATA = /* @__PURE__ */ new Set(["example", "default", "enum", "const", "value"]);
async function readDocuments(location) {
  const root = await readDescriptionFile(toUri(location));
  const files2 = /* @__PURE__ */ new Map([[root.uri, root]]);
  const pending = [root];
  for (let file = pending.pop(); file !== void 0; file = pending.pop()) {
    for (const uri of referredFiles(file)) {
      if (files2.has(uri)) continue;
      const other = await readReferred(uri, file);
      files2.set(uri, other);
      pending.push(other);
    }
  }
  return documentsOf(root, files2);
}
function documentOf(value, name = "openapi.json") {
  const root = { uri: `file:///${name}`, source: { file: name, text: "" }, value };
  return documentsOf(root, /* @__PURE__ */ new Map([[root.uri, root]]));
}
function documentsOf(root, files2) {
  const origins = new Origins();
  for (const file of files2.values()) origins.add(file.value, file);
  return { root, origins, find: (reference, from) => findTarget(reference, from, files2) };
}
async function readReferred(uri, from) {
  try {
    return await readDescriptionFile(uri);
  } catch (error2) {
    throw new Error(`${error2.message} ${from.source.file} refers to it.`, { cause: error2 });
  }
}
function referredFiles(file) {
  const found = /* @__PURE__ */ new Set();
  const visit2 = (value) => {
    if (Array.isArray(value)) return value.forEach(visit2);
    if (!isKeywords(value)) return;
    const { $ref } = value;
    if (typeof $ref === "string" && !$ref.startsWith("#")) found.add(toUri($ref.replace(/#.*$/s, ""), file.uri));
    for (const [key, item] of Object.entries(value)) if (!DATA.has(key) && !key.startsWith("x-")) visit2(item);
  };
  visit2(file.value);
  return found;
}
function findTarget(reference, from, files2) {
  const [path = "", fragment = ""] = reference.split("#");
  const file = path === "" ? from : files2.get(toUri(path, from.uri));
  if (file === void 0) return void 0;
  const pointer = decodeFragment(fragment);
  let value = file.value;
  for (const key of keysOf(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return void 0;
    value = value[key];
  }
  return { value, file, pointer };
}
function decodeFragment(fragment) {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

// src/import/load/notes.ts
var Notes = class {
  constructor(origins) {
    this.origins = origins;
  }
  origins;
  #reasons = /* @__PURE__ */ new Map();
  /** Records the reason for a part and everything in it; the first one stays. */
  add(at, reason) {
    const origin = this.origins.find(at);
    if (origin === void 0) return;
    const key = keyOf(origin);
    if (!this.#reasons.has(key)) this.#reasons.set(key, reason);
  }
  /** The reason for a part, or for a part around it. */
  find(at) {
    const origin = this.origins.find(at);
    if (origin === void 0) return void 0;
    for (let { pointer } = origin; ; pointer = pointer.slice(0, pointer.lastIndexOf("/"))) {
      const reason = this.#reasons.get(keyOf({ ...origin, pointer }));
      if (reason !== void 0) return { reason, origin: { ...origin, pointer } };
      if (pointer === "") return void 0;
    }
  }
  /** Copies an object without one of its fields, and records the reason. */
  without(object, field, reason) {
    this.add({ of: object, key: field }, reason);
    return this.origins.copy(
      object,
      Object.fromEntries(Object.entries(object).filter(([name]) => name !== field))
    );
  }
};
function keyOf({ file, pointer }) {
  return `${file.uri}#${pointer}`;
}

// src/import/load/schemas.ts
import { isDeepStrictEqual } from "node:util";

// src/contract/paging.ts
var FLAG = { anyOf: [{ type: "boolean" }, { type: "integer", enum: [0, 1] }], default: false };
function pagingParameters(limits) {
  const { defaultSize, maxSize } = limits;
  const size = { type: "integer", maximum: maxSize, default: defaultSize };
  const position = { type: "integer", maximum: Number.MAX_SAFE_INTEGER };
  return [
    describe("page_size", { ...size, minimum: 1 }, "Rows per page"),
    describe("page", { ...position, minimum: 1, default: 1 }, "Page number, starting at 1"),
    describe(
      "limit",
      { ...size, minimum: 0 },
      "Maximum number of rows to return; cannot be combined with page or page_size"
    ),
    describe(
      "offset",
      { ...position, minimum: 0, default: 0 },
      "Number of rows to skip; cannot be combined with page or page_size"
    ),
    describe("total", FLAG, "Also return the total count")
  ];
}
var ALWAYS_COUNTED = {
  schema: { ...FLAG, default: true },
  description: "No effect: every response has the total count"
};
function describe(name, schema, description) {
  return { name, in: "query", required: false, schema, description };
}

// src/compiler/definitions/built-in.ts
var BUILT_IN = "(built in)";
var COUNT = { type: "integer", minimum: 0 };
var PROBLEM = {
  type: "object",
  description: "A problem (RFC 9457).",
  properties: {
    type: { type: "string", format: "uri-reference", description: "A URI that identifies the problem type." },
    title: { type: "string", description: "A short summary of the problem type." },
    status: { type: "integer", minimum: 100, maximum: 599, description: "The HTTP status code." },
    detail: { type: "string", description: "An explanation of this occurrence of the problem." },
    instance: { type: "string", format: "uri-reference", description: "A URI that identifies this occurrence." },
    errors: {
      type: "array",
      description: "Every violation of the input.",
      items: {
        type: "object",
        properties: {
          in: { type: "string", enum: ["path", "query", "header", "cookie", "body"] },
          name: { type: "string" },
          pointer: { type: "string", description: "The location in the value, as a JSON Pointer (RFC 6901)." },
          message: { type: "string" },
          keyword: { type: "string", description: "The violated keyword, such as `minLength`." },
          params: {
            type: "object",
            description: "The values of the keyword, such as `limit`.",
            additionalProperties: true
          }
        },
        required: ["in", "name", "pointer", "message", "keyword", "params"]
      }
    }
  },
  required: ["type", "title", "status"],
  additionalProperties: true
};
var PAGE = {
  type: "object",
  properties: {
    items: { type: "array", items: useParameter("T"), "x-items": true },
    total: { ...COUNT, "x-total": true },
    limit: { ...COUNT, "x-limit": true },
    offset: { ...COUNT, "x-offset": true }
  },
  required: ["items", "limit", "offset"]
};
function builtInDefinitions(limits) {
  const at = { source: { file: BUILT_IN, text: "" }, span: { start: 0, end: 0 } };
  const schema = (name, value, ...typeParameters) => ({
    name,
    schema: value,
    typeParameters,
    at,
    references: []
  });
  return {
    schemas: [schema("Problem", PROBLEM), schema("Page", PAGE, "T")],
    parameters: [
      {
        name: "paging",
        at,
        includes: [],
        references: [],
        entries: pagingParameters(limits).map((value) => ({ value: { ...value, in: value.in }, at }))
      }
    ],
    responses: [],
    samples: []
  };
}

// src/schema/references.ts
var DEFINITIONS = "#/components/schemas/";
function referenceTo(name, pointer = "") {
  return { $ref: `${DEFINITIONS}${name}${pointer}` };
}
function splitReference(reference) {
  if (!reference.startsWith(DEFINITIONS)) return void 0;
  const [name = "", ...keys] = reference.slice(DEFINITIONS.length).split("/").map(decodeKey);
  return { name, keys };
}
function referredName({ $ref }) {
  const split = typeof $ref === "string" ? splitReference($ref) : void 0;
  return split?.keys.length === 0 ? split.name : void 0;
}
function resolverOf(schemas) {
  return (reference) => {
    const split = splitReference(reference);
    const schema = split && schemas.get(split.name);
    return schema === void 0 ? void 0 : schemaAt(schema, split.keys);
  };
}
function targetOf(reference) {
  const [, name, pointer = ""] = /^#\/components\/schemas\/([^/]+)(\/.*)?$/s.exec(reference) ?? /^(?:\.\/)?([^/#]+)\.(?:json|ya?ml)(?:#(\/.*)?)?$/s.exec(reference) ?? [];
  return name === void 0 ? void 0 : { name: decodeKey(name), pointer };
}
function mapReferences(schema, replace, path) {
  const refers = "$ref" in schema || "$dynamicRef" in schema || "discriminator" in schema;
  const own2 = refers ? mapOwnReferences(schema, replace, path) : schema;
  return mapSubschemas(
    own2,
    (subschema, at) => typeof subschema === "boolean" ? subschema : mapReferences(subschema, replace, at),
    path
  );
}
function mapOwnReferences(schema, replace, path) {
  return mapItems(schema, (value, key) => {
    const at = { key, parent: path };
    if ((key === "$ref" || key === "$dynamicRef") && typeof value === "string") return replace(value, at, key);
    return key === "discriminator" && isKeywords(value) ? mapDiscriminator(value, at, replace) : value;
  });
}
function mapDiscriminator(discriminator, path, replace) {
  return mapItems(discriminator, (mapping, field) => {
    if (field !== "mapping" || !isKeywords(mapping)) return mapping;
    return mapItems(mapping, (item, key) => {
      if (typeof item !== "string") return item;
      const isName = /^[\w.-]+$/.test(item) && targetOf(item) === void 0;
      return replace(isName ? `${DEFINITIONS}${item}` : item, { key, parent: { key: field, parent: path } }, "$ref");
    });
  });
}
function decodeKey(text) {
  if (!/[%~]/.test(text)) return text;
  try {
    return unescapeKey(decodeURIComponent(text));
  } catch {
    return unescapeKey(text);
  }
}

// src/import/load/upgrade.ts
var BESIDE_REFERENCES = /* @__PURE__ */ new Set(["$ref", "description", "title", "example", "examples", "deprecated", "readOnly", "writeOnly"]);
function upgradeKeywords(schema) {
  if (typeof schema["$ref"] === "string")
    return Object.fromEntries(Object.entries(schema).filter(([keyword]) => BESIDE_REFERENCES.has(keyword)));
  const { nullable, exclusiveMinimum, exclusiveMaximum, ...plain2 } = schema;
  const bounded = withBound(
    withBound(plain2, "minimum", "exclusiveMinimum", exclusiveMinimum),
    "maximum",
    "exclusiveMaximum",
    exclusiveMaximum
  );
  return nullable === true ? withNull(bounded) : bounded;
}
function withBound(schema, bound, exclusive, value) {
  if (value === void 0 || value === false) return schema;
  if (value !== true) return { ...schema, [exclusive]: value };
  const { [bound]: limit, ...others } = schema;
  return limit === void 0 ? others : { ...others, [exclusive]: limit };
}
function withNull(schema) {
  if (typeof schema["type"] === "string") {
    const values = schema["enum"];
    const withValue = Array.isArray(values) ? { enum: [.../* @__PURE__ */ new Set([...values, null])] } : {};
    return { ...schema, type: [schema["type"], "null"], ...withValue };
  }
  for (const union of ["oneOf", "anyOf"]) {
    if (Array.isArray(schema[union])) return { ...schema, [union]: [...schema[union], { type: "null" }] };
  }
  if (!("allOf" in schema)) return schema;
  const { allOf: allOf2, ...beside } = schema;
  return { ...beside, anyOf: [allOf2.length === 1 ? allOf2[0] : { allOf: allOf2 }, { type: "null" }] };
}
function repairKeywords(schema, notes) {
  const { example, ...rest } = schema;
  let repaired = schema;
  if (example !== void 0) repaired = "examples" in rest ? rest : { ...rest, examples: [example] };
  for (const [keyword, value] of Object.entries(repaired)) {
    const takes = keywordRow(keyword)?.takes;
    if (takes === void 0 || TAKES[takes](value)) continue;
    const fixed = typeof value === "string" && keyword === "pattern" ? repairPattern(value) : void 0;
    const { [keyword]: _, ...others } = repaired;
    repaired = fixed === void 0 ? others : { ...repaired, [keyword]: fixed };
    if (fixed === void 0) notes.add({ of: schema, key: keyword }, `"${keyword}" must be ${takes}`);
  }
  return repaired;
}
function repairPattern(pattern) {
  let isInClass = false;
  const repaired = pattern.replace(/\\([^])|[[\]]/g, (text, escaped) => {
    if (escaped === void 0) isInClass = text === "[";
    else if (/[^\w\s^$\\.*+?()[\]{}|/-]/.test(escaped) || escaped === "-" && !isInClass || escaped === "_") return escaped;
    return text;
  });
  try {
    return [new RegExp(pattern), new RegExp(repaired, "u")].length === 2 ? repaired : void 0;
  } catch {
    return void 0;
  }
}

// src/import/load/schemas.ts
var RESERVED = /^(?:[._].*|openapi|.*\.(?:test|spec)(?:\..*)?|__proto__)$/i;
function namedSchemas(documents, notes) {
  const { root, origins, find: find2 } = documents;
  const { openapi, components = {} } = root.value;
  const isOld = openapi.startsWith("3.0");
  const schemas = /* @__PURE__ */ new Map();
  const names2 = /* @__PURE__ */ new Map();
  const converted = /* @__PURE__ */ new WeakMap();
  function convert(schema, file) {
    if (typeof schema === "boolean") return schema;
    if (!isKeywords(schema)) return {};
    const known = converted.get(schema);
    if (known !== void 0) return known;
    const own2 = repairKeywords(isOld ? upgradeKeywords(schema) : schema, notesOf(schema));
    const linked = mapSubschemas(withReferences(own2, file, schema), (part) => convert(part, file));
    const result = origins.copy(schema, { ...linked });
    converted.set(schema, result);
    return result;
  }
  function notesOf(schema) {
    return Object.assign(Object.create(notes), {
      add: (at, reason) => notes.add({ ...at, of: schema }, reason)
    });
  }
  function withReferences(schema, file, of) {
    const { $ref, discriminator, ...others } = schema;
    const reference = typeof $ref === "string" ? refer2($ref, file) : void 0;
    if (typeof $ref === "string" && reference === void 0)
      notes.add({ of, key: "$ref" }, `"${$ref}" refers to a schema that does not exist`);
    return {
      ...reference !== void 0 && { $ref: reference },
      ...others,
      ...isKeywords(discriminator) && { discriminator: convertDiscriminator(discriminator, file) }
    };
  }
  function convertDiscriminator(discriminator, file) {
    const { mapping } = discriminator;
    if (!isKeywords(mapping)) return discriminator;
    const entries2 = Object.entries(mapping).flatMap(([value, target]) => {
      const isName = /^[\w.-]+$/.test(String(target)) && !/\.(?:json|ya?ml)$/.test(String(target));
      const reference = refer2(isName ? `#/components/schemas/${String(target)}` : String(target), isName ? root : file);
      if (reference === void 0) notes.add({ of: mapping, key: value }, `"${String(target)}" does not exist`);
      return reference === void 0 ? [] : [[value, reference]];
    });
    return origins.copy(discriminator, { ...discriminator, mapping: origins.copy(mapping, Object.fromEntries(entries2)) });
  }
  function refer2($ref, file) {
    const target = find2($ref, file);
    if (target === void 0) return void 0;
    const [first, second, name, ...rest] = keysOf(target.pointer);
    if (target.file === root && first === "components" && second === "schemas" && name !== void 0)
      return partOf(names2.get(componentKey(name)) ?? name, rest);
    return referenceTo(nameOf6(target)).$ref;
  }
  function nameOf6(target) {
    const key = `${target.file.uri}#${target.pointer}`;
    const known = names2.get(key);
    if (known !== void 0) return known;
    const wanted = keysOf(target.pointer).at(-1) ?? target.file.uri.replace(/.*\//, "").replace(/\.\w+$/, "");
    const name = freeName(validName(wanted), schemas);
    names2.set(key, name);
    schemas.set(name, {});
    schemas.set(name, convert(target.value, target.file));
    return name;
  }
  function componentKey(name) {
    return `${root.uri}#/components/schemas/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  }
  const declared = isKeywords(components.schemas) ? Object.entries(components.schemas) : [];
  for (const [name, schema] of declared) {
    const isBuiltIn2 = name === "Problem" && isDeepStrictEqual(schema, PROBLEM);
    const valid = isBuiltIn2 ? name : freeName(validName(name), schemas);
    if (valid !== name) notes.add({ of: components.schemas, key: name }, `a definition cannot have the name "${name}"; it is "${valid}"`);
    names2.set(componentKey(name), valid);
    schemas.set(valid, {});
    const target = isKeywords(schema) && Object.keys(schema).length === 1 ? find2(String(schema["$ref"]), root) : void 0;
    if (target !== void 0 && target.file !== root) names2.set(`${target.file.uri}#${target.pointer}`, valid);
  }
  for (const [name, schema] of declared) {
    const target = isKeywords(schema) && Object.keys(schema).length === 1 ? find2(String(schema["$ref"]), root) : void 0;
    const isFile = target !== void 0 && target.file !== root;
    schemas.set(names2.get(componentKey(name)), isFile ? convert(target.value, target.file) : convert(schema, root));
  }
  return { schemas, convert };
}
function partOf(name, keys) {
  const pointer = keys.map((key) => `/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("");
  return referenceTo(name, pointer).$ref;
}
function validName(name) {
  const plain2 = name.replaceAll(/[^\w.-]+/g, "_").replace(/^[._]+/, "") || "Schema";
  return RESERVED.test(plain2) || plain2 === "Problem" ? `${plain2.replaceAll(/\.(?=test|spec)/gi, "_")}_` : plain2;
}
function freeName(wanted, taken) {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`;
  return name;
}

// src/import/load/description.ts
var METHODS2 = "get put post delete options head patch trace query".split(" ");
function describeDocuments(documents) {
  const { root, origins } = documents;
  const notes = new Notes(origins);
  const { paths, components, ...fields } = root.value;
  const { schemas, convert } = namedSchemas(documents, notes);
  const reader = new Reader(documents, notes, convert);
  const operations = entries(paths).flatMap(([path, item]) => reader.path(path, item));
  const kinds = entries(components).filter(([kind]) => kind !== "schemas" && kind !== "securitySchemes" && !kind.startsWith("x-"));
  const unused = kinds.flatMap(
    ([kind, items]) => entries(items).filter(([name]) => !reader.used.has(`/components/${kind}/${name}`)).map(([name]) => ({ kind, name, at: { of: items, key: name } }))
  );
  const { securitySchemes } = components ?? {};
  const schemes = entries(securitySchemes).map(([name, scheme]) => [name, reader.resolve(scheme, root).value]);
  return {
    fields: origins.copy(root.value, fields),
    securitySchemes: origins.copy(securitySchemes ?? {}, Object.fromEntries(schemes)),
    operations,
    schemas,
    unused,
    notes
  };
}
function entries(value) {
  return isKeywords(value) ? Object.entries(value) : [];
}
var Reader = class {
  constructor(documents, notes, convert) {
    this.documents = documents;
    this.notes = notes;
    this.convert = convert;
  }
  documents;
  notes;
  convert;
  /** The components that something refers to. */
  used = /* @__PURE__ */ new Set();
  path(path, value) {
    if (path.startsWith("x-")) return [];
    const { value: item, file } = this.resolve(value, this.documents.root);
    const methods = METHODS2.filter((method) => isKeywords(item[method]));
    const { parameters, additionalOperations, ...others } = item;
    const rest = Object.fromEntries(Object.entries(others).filter(([field]) => !METHODS2.includes(field)));
    const operation = (method, raw, at) => ({
      path,
      method,
      value: this.operation(raw, parameters, file),
      item: this.documents.origins.copy(item, rest),
      at
    });
    return [
      ...methods.map((method) => operation(method.toUpperCase(), item[method], { of: item, key: method })),
      ...entries(additionalOperations).map(
        ([method, raw]) => operation(method, raw, { of: additionalOperations, key: method })
      )
    ];
  }
  operation(raw, shared, file) {
    const own2 = list(raw["parameters"]).map((parameter) => this.parameter(parameter, file));
    const keys = new Set(own2.map(parameterKey));
    const inherited = list(shared).map((parameter) => this.parameter(parameter, file));
    const parameters = [...inherited.filter((parameter) => !keys.has(parameterKey(parameter))), ...own2];
    const distinct2 = new Map(parameters.map((parameter) => [parameterKey(parameter), parameter]));
    return this.documents.origins.copy(raw, {
      ...raw,
      parameters: [...distinct2.values()],
      ...isKeywords(raw["requestBody"]) && { requestBody: this.body(raw["requestBody"], file) },
      responses: this.map(raw["responses"], (response) => this.response(response, file))
    });
  }
  parameter(raw, from) {
    const { value, file } = this.resolve(raw, from);
    return this.documents.origins.copy(value, {
      ...value,
      ..."schema" in value && { schema: this.convert(value["schema"], file) },
      ..."content" in value && { content: this.content(value["content"], file) },
      ..."examples" in value && { examples: this.examples(value["examples"], file) }
    });
  }
  body(raw, from) {
    const { value, file } = this.resolve(raw, from);
    return this.documents.origins.copy(value, { ...value, content: this.content(value["content"], file) });
  }
  response(raw, from) {
    const { value, file } = this.resolve(raw, from);
    return this.documents.origins.copy(value, {
      ...value,
      ..."content" in value && { content: this.content(value["content"], file) },
      ..."headers" in value && { headers: this.map(value["headers"], (header) => this.parameter(header, file)) }
    });
  }
  content(raw, from) {
    return this.map(raw, (media) => {
      const { value, file } = this.resolve(media, from);
      return this.documents.origins.copy(value, {
        ...value,
        schema: this.convert(value["schema"] ?? {}, file),
        ..."examples" in value && { examples: this.examples(value["examples"], file) }
      });
    });
  }
  examples(raw, file) {
    return this.map(raw, (example) => this.resolve(example, file).value);
  }
  map(raw, replace) {
    const items = entries(raw).map(([key, value]) => [key, replace(value)]);
    return this.documents.origins.copy(raw ?? {}, Object.fromEntries(items));
  }
  /** Follows references to an object. The texts beside a reference take precedence: OpenAPI 3.1, Reference Object. */
  resolve(raw, from) {
    let [value, file] = [raw, from];
    for (let hops = 0; hops < 50 && isKeywords(value) && typeof value["$ref"] === "string"; hops++) {
      const { $ref, summary: _, ...texts } = value;
      const target = this.documents.find(String($ref), file);
      if (target === void 0) {
        this.notes.add({ of: value }, `"${String($ref)}" does not exist`);
        return { value: this.documents.origins.copy(value, {}), file };
      }
      this.used.add(target.pointer);
      file = target.file;
      const found = target.value;
      value = isKeywords(found) && "description" in texts ? this.documents.origins.copy(found, { ...found, description: texts["description"] }) : found;
    }
    return { value: isKeywords(value) ? value : {}, file };
  }
};
function list(value) {
  return Array.isArray(value) ? value : [];
}
function parameterKey({ name, in: location }) {
  return `${String(location)} ${location === "header" ? String(name).toLowerCase() : String(name)}`;
}

// src/contract/path-template.ts
function parsePathTemplate(text) {
  const faults = [];
  const segments = [];
  let start = 0;
  for (const part of text.split("/")) {
    if (part !== "") segments.push(parseSegment(part, start, faults));
    start += part.length + 1;
  }
  const names2 = segments.flat().flatMap((piece) => typeof piece === "string" ? [] : [piece.name]);
  if (names2.length > 1) reportRepeats(text, faults);
  return { template: { text: printSegments(segments), segments, names: names2 }, faults };
}
function parseSegment(text, offset, faults) {
  if (!/[{}]/.test(text)) return [text];
  const pieces = [];
  for (const match of text.matchAll(/\{([^{}]*)\}|[{}]|[^{}]+/g)) {
    const [source, name] = match;
    const fault = (kind) => faults.push({ kind, start: offset + match.index, end: offset + match.index + source.length });
    if (name === void 0) {
      if (source === "{" || source === "}") fault("unbalanced-brace");
      else pieces.push(source);
    } else {
      if (name === "") fault("empty-name");
      if (name === "__proto__") fault("reserved-name");
      if (typeof pieces.at(-1) === "object") fault("adjacent-parameters");
      pieces.push({ name });
    }
  }
  return pieces;
}
function reportRepeats(text, faults) {
  const seen2 = /* @__PURE__ */ new Set();
  for (const match of text.matchAll(/\{([^{}]+)\}/g)) {
    const name = match[1].normalize("NFC");
    if (seen2.has(name)) faults.push({ kind: "repeated-name", start: match.index, end: match.index + match[0].length });
    seen2.add(name);
  }
}
function printSegments(segments, encode = (text) => text) {
  const printed = segments.map(
    (segment) => segment.map((piece) => typeof piece === "string" ? encode(piece) : `{${piece.name}}`).join("")
  );
  return `/${printed.join("/")}`;
}
function segmentTexts(segment) {
  const texts = [""];
  for (const piece of segment) {
    if (typeof piece === "string") texts.push(`${texts.pop() ?? ""}${piece}`);
    else texts.push("");
  }
  return texts;
}
function templateKey(template) {
  return `/${template.segments.map((segment) => segmentTexts(segment).join("{}")).join("/")}`;
}

// src/compiler/diagnostics/diagnostic.ts
function sortDiagnostics(diagnostics) {
  return [...diagnostics].sort(
    (a, b) => compare(a.at.source.file, b.at.source.file) || startOf(a) - startOf(b) || compare(a.code, b.code) || compare(a.message, b.message)
  );
}
function startOf({ at }) {
  return at.source.isPath === true ? -1 : at.span.start;
}
function compare(a, b) {
  return a < b ? -1 : Number(a > b);
}
function formatDiagnostic({ at, severity, code, message, notes }) {
  const head = `${formatLocation(at)} - ${severity} ${code}: ${message}
${codeFrame(at)}`;
  return [head, ...notes.map((note) => `  ${formatLocation(note.at)}: ${note.message}
${codeFrame(note.at)}`)].join(
    "\n"
  );
}
function formatLocation(at) {
  const { line, column } = positionOf(at);
  return `${at.source.file}:${line}:${column}`;
}

// src/compiler/operations/file-name.ts
var EXTENSION = /\.[cm]?[jt]s$/;
var JSX = /\.[jt]sx$/;
var LEFT_OUT = /(?:^|\/)[._]|\.d\.[cm]?ts$|\.(?:test|spec)\.[^/]*$/;
function isOperationFile(path) {
  return EXTENSION.test(path) && !LEFT_OUT.test(path);
}
function isJsxFile(path) {
  return JSX.test(path) && !LEFT_OUT.test(path);
}
function locateOperation(path, source, base, report) {
  const place = placesIn(path, source);
  const stem = path.replace(EXTENSION, "");
  const separator = methodSeparator(stem);
  const route = separator === -1 ? stem : stem.slice(0, separator);
  let isSound2 = true;
  const fail = (diagnostic) => {
    isSound2 = false;
    report(diagnostic);
  };
  checkCharacters(path, place, fail);
  const method = separator === -1 ? void 0 : readMethod(stem, separator + 1, place, fail);
  const template = readTemplate(route, base, place, fail);
  if (!isSound2) return void 0;
  checkForeign(route, place, report);
  return { template, method, at: place(0, route.replace(/\/$/, "").length || stem.length) };
}
function placesIn(path, source) {
  const offset = source.text.length - path.length;
  return (start, end) => ({ source, span: { start: offset + start, end: offset + end } });
}
function checkCharacters(path, place, report) {
  for (const match of path.matchAll(/[#?\\\p{Surrogate}]/gu))
    report(nameCharacter(place(match.index, match.index + 1), match[0]));
}
function readMethod(stem, start, place, report) {
  const name = stem.slice(start);
  const [value, at] = [toMethod(name), place(start, stem.length)];
  if (value === void 0) report(unknownMethod(at, name));
  return value && { value, at };
}
function readTemplate(route, base, place, report) {
  const { template, faults } = parsePathTemplate(route);
  for (const fault of faults) report(pathTemplate(place(fault.start, fault.end), fault.kind));
  const fullPath = `${base}/${route}`.normalize("NFC");
  return fullPath === `//${route}` ? template : parsePathTemplate(fullPath).template;
}
function checkForeign(route, place, report) {
  const foreign = /(?<=^|\/)(?:\[\[?(?:\.\.\.)?([a-z_][\w-]*)\]?\]|:([a-z_][\w-]*)[?*+]?)(?=$|\/|\.[a-z]+$)/gi;
  for (const { 0: text, 1: bracketed, 2: name = bracketed, index } of route.matchAll(foreign))
    report(foreignParameter(place(index, index + text.length), text, name));
}
function methodSeparator(stem) {
  const at = stem.lastIndexOf("@");
  return at > stem.lastIndexOf("/") && at > stem.lastIndexOf("}") ? at : -1;
}

// src/import/read/file-paths.ts
var FAULTS = {
  "unbalanced-brace": "its braces are not balanced",
  "empty-name": "a parameter has no name",
  "adjacent-parameters": "two parameters have no text between them",
  "repeated-name": "a parameter occurs twice",
  "reserved-name": "a parameter has a reserved name"
};
var UNSAFE = /[<>:"|*]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
var MAX_NAME = 255;
function locateOperations({ operations, notes }, platform = process.platform) {
  const spelling = new Spelling();
  const taken = /* @__PURE__ */ new Map();
  const unsafe2 = /* @__PURE__ */ new Set();
  const located2 = operations.flatMap((described) => {
    const drop = (reason2) => {
      notes.add(described.at, reason2);
      return [];
    };
    const method = toMethod(described.method);
    if (method === void 0) return drop(`a tree has no method ${described.method}`);
    const route = readPath(described.path);
    if ("fault" in route) return drop(route.fault);
    const spelled2 = spelling.apply(route.path);
    if ("fault" in spelled2) return drop(spelled2.fault);
    const { template } = parsePathTemplate(spelled2.path);
    const key = templateKey(template);
    const file = `${spelled2.path === "/" ? "" : `${spelled2.path.slice(1)}/`}@${method.toLowerCase()}.ts`;
    const reason = fileFault(file);
    if (reason !== void 0) return drop(reason);
    const same = taken.get(`${method} ${key}`);
    if (same !== void 0) return drop(`${method} ${same} matches the same requests`);
    taken.set(`${method} ${key}`, described.path);
    if (file.split("/").some((name) => UNSAFE.test(name))) {
      if (platform === "win32") return drop("Windows does not allow the name of the file");
      unsafe2.add(file);
    }
    const names2 = parsePathTemplate(route.path).template.names.map((name, i) => [name, template.names[i]]);
    return [{ described, method, path: spelled2.path, key, file, names: new Map(names2) }];
  });
  return { located: located2.sort((a, b) => compare(a.file, b.file)), unsafe: [...unsafe2].sort() };
}
function readPath(path) {
  if (!path.startsWith("/")) return { fault: 'a path starts with "/"' };
  if (/[?#\\\p{Surrogate}]/u.test(path)) return { fault: 'a path in a tree cannot have "?", "#" or "\\"' };
  const segments = path.slice(1).replace(/\/$/, "").split("/");
  if (path.length > 1 && segments.includes("")) return { fault: "a path in a tree has no empty segments" };
  const decoded = segments.map(decodeSegment);
  if (decoded.some((segment) => segment === void 0 || segment.includes("/")))
    return { fault: "it cannot be decoded to the name of a file" };
  const hidden = decoded.find((segment) => /^[._]/.test(segment));
  if (hidden !== void 0) return { fault: `files and directories such as "${hidden}" that begin with "." or "_" are not operations` };
  const { template, faults } = parsePathTemplate(decoded.join("/").normalize("NFC"));
  return faults[0] === void 0 ? { path: template.text } : { fault: FAULTS[faults[0].kind] };
}
function decodeSegment(segment) {
  try {
    return segment.replace(/\{[^{}]*\}|[^{}]+/g, (part) => part.startsWith("{") ? part : decodeURIComponent(part));
  } catch {
    return void 0;
  }
}
function fileFault(file) {
  if (!isOperationFile(file)) return `the file ${file} would not be an operation`;
  const long = file.split("/").some((name) => Buffer.byteLength(name) > MAX_NAME);
  return long ? `a name in it is longer than ${MAX_NAME} bytes` : void 0;
}
var Spelling = class {
  #byKey = /* @__PURE__ */ new Map();
  #byCase = /* @__PURE__ */ new Map();
  apply(path) {
    const { template } = parsePathTemplate(path);
    const same = this.#byKey.get(templateKey(template));
    if (same !== void 0) return { path: same };
    let spelled2 = "";
    for (const segment of path.split("/").slice(1)) {
      const prefix2 = `${spelled2}/${segment}`;
      const known = this.#byCase.get(prefix2.toLowerCase()) ?? prefix2;
      if (withoutNames(known) !== withoutNames(prefix2)) return { fault: `"${known}" differs only in letter case` };
      spelled2 = known;
    }
    let prefix = "";
    for (const segment of spelled2.split("/").slice(1)) {
      prefix += `/${segment}`;
      if (!this.#byCase.has(prefix.toLowerCase())) this.#byCase.set(prefix.toLowerCase(), prefix);
    }
    this.#byKey.set(templateKey(template), spelled2);
    return { path: spelled2 };
  }
};
function withoutNames(path) {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}

// src/import/write/tree.ts
import { isDeepStrictEqual as isDeepStrictEqual7 } from "node:util";

// src/schema/object.ts
var MERGEABLE = /* @__PURE__ */ new Set(["type", "properties", "required", "title", "description"]);
var OF_PROPERTIES = ["additionalProperties", "patternProperties", "propertyNames"];
function objectOf(properties, required, others = {}) {
  const entries2 = [...properties];
  const names2 = [...new Set(required)];
  return {
    type: "object",
    ...entries2.length > 0 && { properties: Object.fromEntries(entries2) },
    ...names2.length > 0 && { required: names2 },
    ...others
  };
}
function propertiesOf(schema) {
  return Object.entries(schema["properties"] ?? {});
}
function requiredOf(schema) {
  return schema["required"] ?? [];
}
function intersect(schemas) {
  const parts = distinct(
    schemas.flatMap((schema) => isOnly(schema, "allOf") ? schema["allOf"] : [schema])
  ).filter((schema) => !isAny(schema));
  const values = parts.filter((part) => !typesOf(part).has("object"));
  if (values.length > 0) {
    return typesOf({ allOf: values }).size === 0 ? void 0 : allOf(parts.filter((part) => !isObjectType(part)));
  }
  const shapes = parts.filter(isMergeable);
  const merged = shapes.length > 1 ? [mergeShapes(shapes)] : shapes;
  return allOf([...parts.filter((part) => !isMergeable(part)), ...merged]);
}
function isObjectType(schema) {
  const types = typesOf(schema);
  return !isAnyType(types) && types.has("object");
}
function extend(bases, own2) {
  const inherited = bases.filter(isMergeable);
  const { type: _, properties: __, required: ___, ...others } = own2;
  const merged = objectOf(
    [...inherited.flatMap(propertiesOf), ...propertiesOf(own2)],
    [...inherited.flatMap(requiredOf), ...requiredOf(own2)],
    others
  );
  const named = distinct(bases.filter((base) => !isMergeable(base)));
  return allOf(named.length > 0 && Object.keys(merged).length === 1 ? named : [...named, merged]);
}
function mergeShapes(shapes) {
  const properties = /* @__PURE__ */ new Map();
  for (const [name, schema] of shapes.flatMap(propertiesOf)) {
    const other = properties.get(name);
    properties.set(name, other === void 0 ? schema : intersect([other, schema]) ?? { not: {} });
  }
  return objectOf(properties, shapes.flatMap(requiredOf), mergeOthers(shapes));
}
function mergeOthers(schemas) {
  const patterns = schemas.flatMap(
    (schema) => Object.entries(schema["patternProperties"] ?? {})
  );
  const others = Object.assign({}, ...schemas.map((schema) => pick(schema, OF_PROPERTIES)));
  return patterns.length === 0 ? others : { ...others, patternProperties: Object.fromEntries(patterns) };
}
function settle(schema, resolve2, open = []) {
  const target = follow(schema, resolve2, open);
  return target === void 0 ? schema : settle(target, resolve2, [...open, JSON.stringify(schema)]);
}
function isOpen(schema, resolve2, open = []) {
  const target = follow(schema, resolve2, open);
  if (target !== void 0) return isOpen(target, resolve2, [...open, JSON.stringify(schema)]);
  if (Array.isArray(schema["allOf"])) return schema["allOf"].some((part) => isOpen(part, resolve2, open));
  return "$ref" in schema || isDraft(schema);
}
function follow(schema, resolve2, open) {
  return open.length > 0 && open.includes(JSON.stringify(schema)) ? void 0 : resolve2(schema);
}
function shapeOf(schema, resolve2, depth = 0) {
  if (depth > 32) return void 0;
  const target = resolve2(schema);
  if (target !== void 0) return shapeOf(target, resolve2, depth + 1);
  if (Array.isArray(schema["allOf"])) {
    const own2 = schema["type"] === "object" ? [pick(schema, ["properties", "required", ...OF_PROPERTIES])] : [];
    const parts = schema["allOf"].map((part) => shapeOf(part, resolve2, depth + 1));
    return parts.every((part) => part !== void 0) ? mergeShapes([...parts, ...own2]) : void 0;
  }
  if (schema["type"] !== "object") return void 0;
  return objectOf(propertiesOf(schema), requiredOf(schema), pick(schema, OF_PROPERTIES));
}
function isAny(schema) {
  return Object.keys(schema).length === 0;
}
function distinct(schemas) {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}
function allOf(parts) {
  return parts.length === 1 ? parts[0] : parts.length === 0 ? {} : { allOf: parts };
}
function isMergeable(schema) {
  return schema["type"] === "object" && Object.keys(schema).every((keyword) => MERGEABLE.has(keyword));
}
function isOnly(schema, keyword) {
  return Object.hasOwn(schema, keyword) && Object.keys(schema).length === 1;
}
function pick(schema, keywords) {
  return Object.fromEntries(
    keywords.filter((keyword) => Object.hasOwn(schema, keyword)).map((keyword) => [keyword, schema[keyword]])
  );
}

// src/schema/utility.ts
function applyUtility(utility2, schema, keys, resolve2 = () => void 0) {
  if (utility2 === "Readonly") return schema;
  const shape = shapeOf(schema, resolve2);
  if (shape === void 0) return void 0;
  const { type: _, properties: __, required: ___, ...others } = shape;
  const properties = propertiesOf(shape);
  const required = requiredOf(shape);
  const isKey = (name) => keys.includes(name);
  switch (utility2) {
    case "Partial":
      return objectOf(properties.map(withoutDefault), [], others);
    case "Required":
      return objectOf(
        properties,
        properties.map(([name]) => name),
        others
      );
    case "Pick":
      return objectOf(
        keys.flatMap((key) => pickOne(key, shape)),
        required.filter(isKey)
      );
    case "Omit": {
      const remaining = properties.filter(([name]) => !isKey(name));
      return objectOf(
        remaining,
        required.filter((name) => !isKey(name)),
        others
      );
    }
    default:
      return void 0;
  }
}
function withoutDefault([name, { default: _default, ...others }]) {
  return [name, others];
}
function pickOne(key, shape) {
  const own2 = propertiesOf(shape).filter(([name]) => name === key);
  const { additionalProperties } = shape;
  if (own2.length > 0 || typeof additionalProperties !== "object") return own2;
  return [[key, additionalProperties]];
}

// src/schema/expand.ts
var MAX_EXPANDED = 2e4;
var ExpansionError = class extends Error {
};
function expandSchema(schema, find2) {
  return expand(schema, { find: find2, open: [], budget: { left: MAX_EXPANDED } });
}
function expandOr(schema, find2, tooLarge) {
  try {
    return expandSchema(schema, find2);
  } catch (error2) {
    if (!(error2 instanceof ExpansionError)) throw error2;
    tooLarge();
    return {};
  }
}
function expand(schema, expansion) {
  if (typeof schema === "boolean") return schema;
  if (expansion.open.length > 0 && --expansion.budget.left < 0) throw new ExpansionError("too many schemas");
  if (!isDraft(schema)) return mapSubschemas(schema, (part) => expand(part, expansion));
  if (isGenericUse(schema)) return { ...instantiate(schema, expansion), ...besideDraft(schema) };
  return isUtilityUse(schema) ? { ...evaluate(schema, expansion), ...besideDraft(schema) } : schema;
}
function instantiate({ generic, arguments: typeArguments2 }, expansion) {
  const definition = expansion.find(generic);
  if (definition === void 0 || expansion.open.includes(generic)) return {};
  const values = new Map(
    definition.typeParameters.map((parameter, i) => [parameter, expand(typeArguments2[i] ?? {}, expansion)])
  );
  const inner = { ...expansion, open: [...expansion.open, generic] };
  return expand(substitute(definition.schema, values), inner);
}
function substitute(schema, values) {
  if (typeof schema === "boolean") return schema;
  if (isParameterUse(schema)) return { ...values.get(schema.parameter), ...besideDraft(schema) };
  return mapSubschemas(schema, (part) => substitute(part, values));
}
function evaluate({ utility: utility2, object, keys }, expansion) {
  const resolve2 = (schema2) => {
    const name = referredName(schema2);
    if (name === void 0 || expansion.open.includes(name)) return void 0;
    const target = expansion.find(name)?.schema;
    return target && expand(target, { ...expansion, open: [...expansion.open, name] });
  };
  const schema = resolve2(object) ?? expand(object, expansion);
  return applyUtility(utility2, schema, keys, resolve2) ?? schema;
}

// src/validation/values.ts
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function isBinary(value) {
  if (typeof value === "string") return true;
  if (!isObject(value)) return false;
  const { constructor } = value;
  return typeof constructor === "function" && constructor !== Object;
}
function own(value, name) {
  return Object.hasOwn(value, name) ? value[name] : void 0;
}
function characters(text) {
  let count2 = 0;
  for (let i = 0; i < text.length; i++) {
    if (text.codePointAt(i) > 65535) i++;
    count2++;
  }
  return count2;
}
function isMultipleOf(value, factor) {
  if (Number.isInteger(value) && Number.isInteger(factor)) return value % factor === 0;
  const [digits, exponent] = decimalOf(value);
  const [factorDigits, factorExponent] = decimalOf(factor);
  const least = Math.min(exponent, factorExponent);
  return digits * 10n ** BigInt(exponent - least) % (factorDigits * 10n ** BigInt(factorExponent - least)) === 0n;
}
function decimalOf(value) {
  const [, integer = "0", fraction = "", exponent = "0"] = /^(-?\d+)(?:\.(\d+))?(?:e(.*))?$/.exec(String(value)) ?? [];
  return [BigInt(integer + fraction), Number(exponent) - fraction.length];
}
function everyProperty(object, test) {
  for (const [name, value] of Object.entries(object)) if (value !== void 0 && !test(name, value)) return false;
  return true;
}
function countProperties(object) {
  let count2 = 0;
  for (const value of Object.values(object)) if (value !== void 0) count2++;
  return count2;
}
function isEqual(a, b) {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  if (!isObject(a) || !isObject(b) || countProperties(a) !== countProperties(b)) return false;
  return everyProperty(a, (name, value) => isEqual(value, own(b, name)));
}
function repeatedItem(list3) {
  const seen2 = /* @__PURE__ */ new Set();
  for (const [i, item] of list3.entries()) {
    const key = canonical(item);
    if (seen2.has(key)) return i;
    seen2.add(key);
  }
  return -1;
}
function canonical(value) {
  return JSON.stringify(value, (_, item) => {
    if (!isObject(item)) return item;
    const names2 = Object.keys(item).sort();
    return { of: names2.map((name) => [name, item[name]]) };
  });
}
function once(make) {
  let made;
  return () => made ??= make();
}

// src/validation/format-checks.ts
var DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
function isDate(text) {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  if (year === void 0 || month === void 0 || day === void 0) return false;
  const isLeap = year % 4 === 0 && year % 100 !== 0 || year % 400 === 0;
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : DAYS[month - 1] ?? 0);
}
function isTime(text) {
  const parts = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/.exec(text);
  if (parts === null) return false;
  const [hour, minute, second, , offsetHour, offsetMinute] = parts.slice(1).map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (parts[4] === "-" ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  return (hour * 60 + minute - offset + 2880) % 1440 === 1439;
}
function isDateTime(text) {
  return /^[Tt ]$/.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}
function isDuration(text) {
  return /^P(?=\d|T)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.test(text);
}
function isUuid(text) {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
}
function isEmail(text) {
  const at = text.lastIndexOf("@");
  const host = text.slice(at + 1);
  return /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(text.slice(0, Math.max(0, at))) && host.includes(".") && !host.endsWith(".") && isHostname(host);
}
function isHostname(text) {
  const name = text.endsWith(".") ? text.slice(0, -1) : text;
  return name.length <= 253 && name.split(".").every((label) => /^[\da-z](?:[\da-z-]{0,61}[\da-z])?$/i.test(label));
}
function isIpv4(text) {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}
function isIpv6(text) {
  if (text.length > 45) return false;
  const last = text.slice(text.lastIndexOf(":") + 1);
  const plain2 = last.includes(".") ? isIpv4(last) ? text.slice(0, -last.length) + "0:0" : "." : text;
  const halves = plain2.split("::").map((half) => half === "" ? [] : half.split(":"));
  const groups = halves.flat();
  if (!groups.every((group2) => /^[\da-f]{1,4}$/i.test(group2))) return false;
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
}
var ESCAPE = "%[\\dA-Fa-f]{2}";
var CHARACTER = `(?:[\\w.~!$&'()*+,;=:@-]|${ESCAPE})`;
var SEGMENTS = `(?:/${CHARACTER}*)*`;
var AUTHORITY = `(?:(?:[\\w.~!$&'()*+,;=:-]|${ESCAPE})*@)?(?:\\[([^\\]]*)\\]|(?:[\\w.~!$&'()*+,;=-]|${ESCAPE})*)(?::\\d*)?`;
var TAIL = `(?:\\?(?:[/?]|${CHARACTER})*)?(?:#(?:[/?]|${CHARACTER})*)?`;
var SCHEME = "[A-Za-z][A-Za-z\\d+.-]*:";
function isUri(text) {
  return matchesUri(`^${SCHEME}(?://${AUTHORITY}${SEGMENTS}|/?(?:${CHARACTER}+${SEGMENTS})?)${TAIL}$`, text);
}
function isUriReference2(text) {
  const first = `(?:[\\w.~!$&'()*+,;=@-]|${ESCAPE})`;
  const relative2 = `^(?://${AUTHORITY}${SEGMENTS}|/(?:${CHARACTER}+${SEGMENTS})?|(?:${first}+${SEGMENTS})?)${TAIL}$`;
  return isUri(text) || matchesUri(relative2, text);
}
function isUriTemplate(text) {
  const name = `(?:\\w|${ESCAPE})(?:\\.?(?:\\w|${ESCAPE}))*(?::[1-9]\\d{0,3}|\\*)?`;
  return matches(
    `^(?:[^\\s\\u0000-\\u001f\\u007f"'<>%\\\\^\`{|}]|${ESCAPE}|\\{[+#./;?&=,!@|]?${name}(?:,${name})*\\})*$`,
    text
  );
}
function matchesUri(pattern, text) {
  const match = regExpOf(pattern).exec(text);
  if (match === null) return false;
  const literal = match[1];
  return literal === void 0 || isIpv6(literal) || /^[Vv][\dA-Fa-f]+\.[\w.~!$&'()*+,;=:-]+$/.test(literal);
}
function isJsonPointer(text) {
  return /^(?:\/(?:[^~/]|~[01])*)*$/.test(text);
}
function isRelativeJsonPointer(text) {
  const [, rest] = /^(?:0|[1-9]\d*)([^]*)$/.exec(text) ?? [];
  return rest !== void 0 && (rest === "#" || isJsonPointer(rest));
}
function isRegex(text) {
  try {
    return compilePattern(text) instanceof RegExp;
  } catch {
    return false;
  }
}
function isByte(text) {
  return text.length % 4 === 0 && /^[\dA-Za-z+/]*={0,2}$/.test(text);
}
function isInt32(value) {
  return Number.isInteger(value) && Math.abs(value + 0.5) < 2 ** 31;
}
function isInt64(value) {
  return Number.isSafeInteger(value);
}
var compiled = /* @__PURE__ */ new Map();
function matches(pattern, text) {
  return regExpOf(pattern).test(text);
}
function regExpOf(pattern) {
  let expression = compiled.get(pattern);
  if (expression === void 0) compiled.set(pattern, expression = compilePattern(pattern));
  return expression;
}

// src/validation/explain/format-words.ts
var FORMATS = {
  date: { check: isDate, words: "a date such as 2024-12-31" },
  time: { check: isTime, words: "a time such as 23:59:59Z" },
  "date-time": { check: isDateTime, words: "a date and time such as 2024-12-31T23:59:59Z" },
  duration: { check: isDuration, words: "a duration such as P1DT12H" },
  uuid: { check: isUuid, words: "a UUID" },
  email: { check: isEmail, words: "an email address" },
  hostname: { check: isHostname, words: "a host name" },
  ipv4: { check: isIpv4, words: "an IPv4 address" },
  ipv6: { check: isIpv6, words: "an IPv6 address" },
  uri: { check: isUri, words: "a URI such as https://example.org/" },
  "uri-reference": { check: isUriReference2, words: "a URI or a path" },
  "uri-template": { check: isUriTemplate, words: "a URI template" },
  "json-pointer": { check: isJsonPointer, words: "a JSON Pointer" },
  "relative-json-pointer": { check: isRelativeJsonPointer, words: "a relative JSON Pointer" },
  regex: { check: isRegex, words: "a regular expression" },
  byte: { check: isByte, words: "Base64" },
  int32: { check: isInt32, words: "an integer of 32 bits" },
  int64: { check: isInt64, words: `an integer from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}` }
};

// src/validation/explain/words.ts
var TYPE_WORDS = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  null: "null",
  array: "an array",
  object: "an object"
};
var NOT_ALLOWED = "is not allowed";
function count(number, noun) {
  return number === 1 ? `1 ${noun}` : `${number} ${noun.replace(/y$/, "ie")}s`;
}
function join(words, conjunction) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;
}
function quote(value) {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

// src/validation/explain/scalar.ts
var VALUE = {
  const: (allowedValue, site) => isListed([allowedValue], site, "const", { allowedValue }),
  enum: (allowedValues, site) => isListed(allowedValues, site, "enum", { allowedValues }),
  type: (type, site) => {
    const { schema, value } = site;
    const types = [type].flat();
    if (types.some((name) => isOfType(value, name, schema["format"]))) return true;
    const isInteger2 = types.includes("integer") && !types.includes("number");
    const words = types.map((name) => TYPE_WORDS[name] ?? name);
    const message = isInteger2 && isHuge(value) ? rangeOf(schema) : `must be ${join(words, "or")}`;
    return require2(false, site, message, "type", { type });
  }
};
var NUMBER = {
  minimum: (limit, site) => require2(site.value >= limit, site, `must be at least ${limit}`, "minimum", { comparison: ">=", limit }),
  maximum: (limit, site) => require2(site.value <= limit, site, `must be at most ${limit}`, "maximum", { comparison: "<=", limit }),
  exclusiveMinimum: (limit, site) => require2(site.value > limit, site, `must be more than ${limit}`, "exclusiveMinimum", { comparison: ">", limit }),
  exclusiveMaximum: (limit, site) => require2(site.value < limit, site, `must be less than ${limit}`, "exclusiveMaximum", { comparison: "<", limit }),
  multipleOf: (multipleOf, site) => require2(isMultipleOf(site.value, multipleOf), site, `must be a multiple of ${multipleOf}`, "multipleOf", {
    multipleOf
  }),
  format: (format, site) => requireFormat(format, "number", site)
};
var STRING = {
  minLength: (limit, site) => {
    const message = limit === 1 ? "must not be empty" : `must have at least ${count(limit, "character")}`;
    require2(characters(site.value) >= limit, site, message, "minLength", { limit });
  },
  maxLength: (limit, site) => {
    const message = `must have at most ${count(limit, "character")}`;
    require2(characters(site.value) <= limit, site, message, "maxLength", { limit });
  },
  pattern: (pattern, site) => whenShort(site, () => require2(matches(pattern, site.value), site, `must match ${pattern}`, "pattern", { pattern })),
  format: (format, site) => whenShort(site, () => requireFormat(format, "string", site))
};
function whenShort({ value, inspection }, check) {
  inspection.defer(() => {
    if (!inspection.isRefused(value)) check();
  });
}
function require2(holds, site, message, keyword, params) {
  const { pointer, value, inspection } = site;
  if (holds) return true;
  inspection.report({ pointer, message, keyword, params });
  if (keyword !== "pattern" && keyword !== "format") inspection.refuse(value);
  return false;
}
function requireFormat(format, type, site) {
  const checked = checkedFormat(format, type);
  if (checked === void 0) return;
  const { check, words } = FORMATS[checked];
  require2(check(site.value), site, `must be ${words}`, "format", { format });
}
function isListed(allowed, site, keyword, params) {
  if (allowed.some((item) => isEqual(item, site.value))) return true;
  const words = allowed.map(quote);
  const message = allowed.length === 1 ? `must be ${words[0]}` : `must be one of ${words.join(", ")}`;
  return require2(false, site, message, keyword, params);
}
function rangeOf(schema) {
  return `must be ${FORMATS[schema["format"] === "int32" ? "int32" : "int64"].words}`;
}
function isHuge(value) {
  return typeof value === "string" ? /^-?[1-9]\d{15,}$/.test(value) : Number.isInteger(value);
}
function isOfType(value, type, format) {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "string":
      return typeof value === "string" || format === "binary" && isBinary(value);
    default:
      return typeof value === type;
  }
}

// src/validation/explain/memory.ts
var MAX_DEPTH = 100;
var RUNNING = -1;
function createMemory() {
  return { results: /* @__PURE__ */ new Map(), postponed: [], refused: /* @__PURE__ */ new Set(), pass: 0, depth: 0, gaps: 0 };
}
function recall(memory, probe, run) {
  const { schema, value, limit } = probe;
  let results = memory.results.get(schema);
  if (results === void 0) memory.results.set(schema, results = /* @__PURE__ */ new Map());
  const known = results.get(value);
  if (known?.pass === RUNNING) throw new RangeError("a schema refers to itself without consuming any input");
  const isOfPass = known !== void 0 && (known.pass === void 0 || known.pass === memory.pass);
  if (isOfPass && (known.violations.length === 0 || known.limit >= limit)) {
    if (known.pass !== void 0) memory.gaps++;
    return known.violations;
  }
  const { gaps } = memory;
  let violations = [];
  if (memory.depth === MAX_DEPTH) {
    memory.postponed.push(probe);
    memory.gaps++;
  } else {
    memory.depth++;
    results.set(value, { limit, violations, pass: RUNNING });
    violations = run();
    memory.depth--;
  }
  results.set(value, { limit, violations, pass: memory.gaps === gaps ? void 0 : memory.pass });
  return violations;
}
function settle2(memory, first, run) {
  const open = [first];
  for (; ; ) {
    memory.pass++;
    memory.postponed = [];
    memory.refused = /* @__PURE__ */ new Set();
    const result = run(open.at(-1), open.length === 1);
    if (memory.postponed.length > 0) open.push(...memory.postponed);
    else if (open.length === 1) return result;
    else open.pop();
  }
}

// src/validation/explain/inspection.ts
function createInspection(components, limit, inspect2, memory, isFirst) {
  const found = [];
  const deferred = [];
  const refused = /* @__PURE__ */ new Set();
  let positions = 0;
  let current;
  const isFull = () => found.length >= limit;
  return {
    limit,
    components,
    inspect: inspect2,
    isFull,
    run(schema, value) {
      inspect2(schema, value, "", this);
      for (const check of deferred) if (!isFull()) check();
      return found.sort((a, b) => a.position - b.position).map(({ violation }) => violation);
    },
    report(violation) {
      const { pointer, message } = violation;
      const isKnown = found.some((other) => other.violation.pointer === pointer && other.violation.message === message);
      if (!isKnown && !isFull()) found.push({ position: current ?? positions++, violation });
    },
    refuse(value) {
      if (typeof value !== "string") return;
      refused.add(value);
      if (isFirst) memory.refused.add(value);
    },
    isRefused(value) {
      if (refused.has(value)) return true;
      if (!memory.refused.has(value)) return false;
      memory.gaps++;
      return true;
    },
    defer(check) {
      const position = current ?? positions++;
      deferred.push(() => {
        current = position;
        check();
      });
    },
    probe(schema, value, pointer = "", probeLimit = 1) {
      const violations = recall(
        memory,
        { schema, value, limit: probeLimit },
        () => createInspection(components, probeLimit, inspect2, memory, false).run(schema, value)
      );
      return violations.map((violation) => ({ ...violation, pointer: `${pointer}${violation.pointer}` }));
    }
  };
}
function resolveReference(reference, components) {
  const { name = "", keys = [] } = splitReference(reference) ?? {};
  let schema = Object.hasOwn(components, name) ? components[name]() : void 0;
  for (const key of keys) schema = typeof schema === "object" && schema !== null ? own(schema, key) : void 0;
  if (typeof schema === "boolean" || isObject(schema)) return schema;
  throw new TypeError(`unresolved reference ${reference}`);
}

// src/validation/explain/alternatives.ts
var ALTERNATIVES = {
  allOf: (parts, { value, pointer, inspection }) => {
    for (const part of parts) inspection.inspect(part, value, pointer, inspection);
  },
  anyOf: (branches, site) => afterOthers(site, () => explainBranches(branches, site, "anyOf", {})),
  oneOf: (branches, site) => afterOthers(site, () => explainOneOf(branches, site)),
  not: (excluded, site) => afterOthers(site, () => {
    const { pointer } = site;
    if (allows(excluded, site))
      site.inspection.report({ pointer, message: describeNot(excluded), keyword: "not", params: {} });
  }),
  if: (condition, site) => afterOthers(site, () => {
    const { schema, value, pointer, inspection } = site;
    const branch = allows(condition, site) ? "then" : "else";
    if (branch in schema) inspection.inspect(schema[branch], value, pointer, inspection);
  })
};
function afterOthers({ value, inspection }, explain2) {
  inspection.defer(() => {
    if (!inspection.isRefused(value)) explain2();
  });
}
function explainOneOf(branches, site) {
  const { pointer, inspection } = site;
  const passingSchemas = [...branches.keys()].filter((i) => allows(branches[i], site));
  if (passingSchemas.length === 0) explainBranches(branches, site, "oneOf", { passingSchemas: null });
  if (passingSchemas.length < 2) return;
  const message = `must match exactly one of ${branches.length} alternatives, not ${passingSchemas.length}`;
  inspection.report({ pointer, message, keyword: "oneOf", params: { passingSchemas } });
}
function allows(schema, { value, inspection }) {
  return inspection.probe(schema, value).length === 0;
}
function explainBranches(schemas, { value, pointer, inspection }, keyword, params) {
  const branches = schemas.map((schema) => {
    return { schema, violations: inspection.probe(schema, value, pointer, inspection.limit) };
  });
  if (branches.some(({ violations }) => violations.length === 0)) return;
  const [likeliest, ...others] = likely(branches, value, pointer, inspection);
  if (likeliest !== void 0 && others.length === 0) {
    for (const violation of likeliest.violations) inspection.report(violation);
    return;
  }
  const roots = branches.flatMap(({ violations }) => violations.filter((violation) => violation.pointer === pointer));
  const words = roots.map(({ message: message2 }) => /^must be (.*)$/.exec(message2)?.[1]);
  const isPlain = roots.length === branches.length && words.every((text) => text !== void 0);
  const message = isPlain ? `must be ${join([...new Set(words)], "or")}` : `must match one of ${branches.length} alternatives`;
  inspection.report({ pointer, message, keyword, params });
}
function likely(branches, value, pointer, inspection) {
  const rightType = branches.filter(({ violations }) => violations.every((violation) => violation.pointer !== pointer));
  if (rightType.length < 2) {
    const sameType = branches.filter(({ schema }) => isOfSameType(schema, value, inspection));
    return rightType.length === 1 ? rightType : sameType;
  }
  const tagged = rightType.filter(({ schema }) => hasTags(schema, value, inspection));
  const candidates = tagged.length > 0 ? tagged : rightType;
  const least = Math.min(...candidates.map(({ violations }) => violations.length));
  return candidates.filter(({ violations }) => violations.length === least);
}
function isOfSameType(schema, value, inspection) {
  const { type } = settle3(schema, inspection);
  return type !== void 0 && [type].flat().some((name) => isOfType(value, name));
}
function hasTags(schema, value, inspection) {
  if (typeof value !== "object" || value === null) return false;
  const { properties = {} } = settle3(schema, inspection);
  const tags = Object.entries(properties).filter(([, part]) => isTag(part));
  return tags.length > 0 && tags.every(([name, part]) => inspection.probe(part, own(value, name)).length === 0);
}
function isTag(schema) {
  return typeof schema === "object" && ("const" in schema || "enum" in schema);
}
function settle3(schema, { components }) {
  const seen2 = /* @__PURE__ */ new Set();
  let settled = schema;
  while (typeof settled === "object" && typeof settled["$ref"] === "string" && !seen2.has(settled)) {
    seen2.add(settled);
    settled = resolveReference(settled["$ref"], components);
  }
  return typeof settled === "object" ? settled : {};
}
function describeNot(schema) {
  if (typeof schema === "object" && "const" in schema) return `must not be ${quote(schema["const"])}`;
  if (typeof schema === "object" && Array.isArray(schema["enum"]))
    return `must not be ${join(schema["enum"].map(quote), "or")}`;
  return "matches a schema that is not allowed";
}

// src/validation/explain/unevaluated.ts
function evaluatedProperties(schema, value, inspection) {
  if (typeof schema === "boolean") return /* @__PURE__ */ new Set();
  const names2 = Object.keys(value);
  if ("additionalProperties" in schema) return new Set(names2);
  const evaluated = new Set(names2.filter((name) => isListed2(name, schema)));
  for (const part of appliedSchemas(schema, value, inspection)) {
    if (typeof part === "object" && "unevaluatedProperties" in part) return new Set(names2);
    for (const name of evaluatedProperties(part, value, inspection)) evaluated.add(name);
  }
  return evaluated;
}
function isListed2(name, { properties = {}, patternProperties = {} }) {
  return Object.hasOwn(properties, name) || Object.keys(patternProperties).some((pattern) => matches(pattern, name));
}
function evaluatedItems(schema, value, inspection) {
  if (typeof schema === "boolean") return /* @__PURE__ */ new Set();
  const indices = [...value.keys()];
  if ("items" in schema) return new Set(indices);
  const { prefixItems = [], contains } = schema;
  const isContained = (item) => contains !== void 0 && inspection.probe(contains, item).length === 0;
  const evaluated = new Set(indices.filter((i) => i < prefixItems.length || isContained(value[i])));
  for (const part of appliedSchemas(schema, value, inspection)) {
    if (typeof part === "object" && "unevaluatedItems" in part) return new Set(indices);
    for (const i of evaluatedItems(part, value, inspection)) evaluated.add(i);
  }
  return evaluated;
}
function appliedSchemas(schema, value, inspection) {
  const allows2 = (part) => inspection.probe(part, value).length === 0;
  const { $ref, allOf: allOf2 = [], anyOf = [], oneOf = [], if: condition, dependentSchemas = {} } = schema;
  const isTrue = condition !== void 0 && allows2(condition);
  const branch = condition !== void 0 && schema[isTrue ? "then" : "else"];
  const dependent = Array.isArray(value) ? [] : Object.entries(dependentSchemas);
  return [
    ...$ref === void 0 ? [] : [resolveReference($ref, inspection.components)],
    ...allOf2,
    ...[...anyOf, ...oneOf].filter(allows2),
    ...dependent.flatMap(([name, part]) => own(value, name) === void 0 ? [] : [part]),
    ...isTrue ? [condition] : [],
    ...branch === false || branch === void 0 ? [] : [branch]
  ];
}

// src/validation/explain/array.ts
var ARRAY = {
  minItems: (limit, { value, pointer, inspection }) => {
    const message = limit === 1 ? "must not be empty" : `must have at least ${count(limit, "item")}`;
    if (value.length < limit) inspection.report({ pointer, message, keyword: "minItems", params: { limit } });
  },
  maxItems: (limit, { value, pointer, inspection }) => {
    const message = `must have at most ${count(limit, "item")}`;
    if (value.length > limit) inspection.report({ pointer, message, keyword: "maxItems", params: { limit } });
  },
  prefixItems: (parts, site) => {
    for (const [i, part] of parts.entries()) if (i < site.value.length) inspectItem(i, part, site);
  },
  items: (part, site) => {
    const { prefixItems = [] } = site.schema;
    const { length } = prefixItems;
    for (let i = length; i < site.value.length; i++) inspectRest(i, part, site, "items", length);
  },
  contains: explainContains,
  uniqueItems: (isUnique2, { value, pointer, inspection }) => {
    const i = isUnique2 ? repeatedItem(value) : -1;
    if (i === -1) return;
    const params = { i, j: value.findIndex((item) => isEqual(item, value[i])) };
    const message = "must not equal an earlier item";
    inspection.report({ pointer: pointTo(pointer, i), message, keyword: "uniqueItems", params });
  },
  unevaluatedItems: (part, site) => {
    const evaluated = evaluatedItems(site.schema, site.value, site.inspection);
    const unevaluated = [...site.value.keys()].filter((i) => !evaluated.has(i));
    for (const i of unevaluated) inspectRest(i, part, site, "unevaluatedItems", evaluated.size);
  }
};
function inspectItem(i, schema, { value, pointer, inspection }) {
  inspection.inspect(schema, value[i], pointTo(pointer, i), inspection);
}
function inspectRest(i, schema, site, keyword, limit) {
  if (schema !== false) inspectItem(i, schema, site);
  else site.inspection.report({ pointer: pointTo(site.pointer, i), message: NOT_ALLOWED, keyword, params: { limit } });
}
function explainContains(part, { schema, value, pointer, inspection }) {
  const { minContains = 1, maxContains = Infinity } = schema;
  const params = { minContains, ...maxContains !== Infinity && { maxContains } };
  const found = value.filter((item) => inspection.probe(part, item).length === 0).length;
  if (found < minContains) {
    const [reason] = value.length === 1 ? inspection.probe(part, value[0]) : [];
    const matching = reason?.pointer === "" ? `${count(minContains, "item")} that ${reason.message}` : matchingItems(minContains);
    inspection.report({ pointer, message: `must have at least ${matching}`, keyword: "contains", params });
  }
  const message = `must have at most ${matchingItems(maxContains)}, not ${found}`;
  if (found > maxContains) inspection.report({ pointer, message, keyword: "contains", params });
}
function matchingItems(number) {
  return count(number, "matching item");
}

// src/validation/explain/object.ts
var OBJECT = {
  required: (names2, { value, pointer, inspection }) => {
    for (const missingProperty of names2.filter((name) => isMissing(value, name))) {
      const at = pointTo(pointer, missingProperty);
      inspection.report({ pointer: at, message: "is required", keyword: "required", params: { missingProperty } });
    }
  },
  dependentRequired: (dependent, { value, pointer, inspection }) => {
    for (const [property, names2] of Object.entries(dependent)) {
      if (isMissing(value, property)) continue;
      for (const missingProperty of names2.filter((name) => isMissing(value, name))) {
        const params = { property, missingProperty, depsCount: names2.length, deps: names2.join(", ") };
        const message = `is required with ${property}`;
        const at = pointTo(pointer, missingProperty);
        inspection.report({ pointer: at, message, keyword: "dependentRequired", params });
      }
    }
  },
  propertyNames: (schema, { value, pointer, inspection }) => {
    for (const name of namesIn(value)) {
      const [reason] = inspection.probe(schema, name);
      if (reason === void 0) continue;
      const message = `has an invalid name: it ${reason.message}`;
      const params = { propertyName: name };
      inspection.report({ pointer: pointTo(pointer, name), message, keyword: "propertyNames", params });
    }
  },
  properties: (schemas, site) => {
    for (const name of namesIn(site.value))
      if (Object.hasOwn(schemas, name)) inspectProperty(name, schemas[name], site);
  },
  patternProperties: (schemas, site) => {
    for (const name of namesIn(site.value))
      for (const [pattern, schema] of Object.entries(schemas))
        if (matches(pattern, name)) inspectProperty(name, schema, site);
  },
  additionalProperties: (schema, site) => {
    for (const name of namesIn(site.value).filter((one) => !isListed2(one, site.schema)))
      inspectRest2(name, schema, site, "additionalProperties", { additionalProperty: name });
  },
  minProperties: (limit, { value, pointer, inspection }) => {
    const message = limit === 1 ? "must not be empty" : `must have at least ${count(limit, "property")}`;
    if (countProperties(value) < limit)
      inspection.report({ pointer, message, keyword: "minProperties", params: { limit } });
  },
  maxProperties: (limit, { value, pointer, inspection }) => {
    const message = `must have at most ${count(limit, "property")}`;
    if (countProperties(value) > limit)
      inspection.report({ pointer, message, keyword: "maxProperties", params: { limit } });
  },
  dependentSchemas: (dependent, { value, pointer, inspection }) => {
    for (const [name, schema] of Object.entries(dependent))
      if (!isMissing(value, name)) inspection.inspect(schema, value, pointer, inspection);
  },
  unevaluatedProperties: (schema, site) => {
    const evaluated = evaluatedProperties(site.schema, site.value, site.inspection);
    for (const name of Object.keys(site.value).filter((one) => !evaluated.has(one)))
      inspectRest2(name, schema, site, "unevaluatedProperties", { unevaluatedProperty: name });
  }
};
function isMissing(value, name) {
  return own(value, name) === void 0;
}
function namesIn(value) {
  return Object.keys(value).filter((name) => value[name] !== void 0);
}
function inspectProperty(name, schema, { value, pointer, inspection }) {
  inspection.inspect(schema, value[name], pointTo(pointer, name), inspection);
}
function inspectRest2(name, schema, site, keyword, params) {
  if (schema !== false) inspectProperty(name, schema, site);
  else site.inspection.report({ pointer: pointTo(site.pointer, name), message: NOT_ALLOWED, keyword, params });
}

// src/validation/explain/index.ts
var MAX_VIOLATIONS = 100;
function explain(schema, value, components = {}) {
  return [...violationsOf(schema, value, components, MAX_VIOLATIONS)];
}
function violationsOf(schema, value, components, limit) {
  const memory = createMemory();
  return settle2(
    memory,
    { schema, value, limit },
    (probe, isFirst) => recall(
      memory,
      probe,
      () => createInspection(components, probe.limit, inspect, memory, isFirst).run(probe.schema, probe.value)
    )
  );
}
var VALUE_KEYWORDS = Object.entries(VALUE);
var STRING_KEYWORDS = Object.entries(STRING);
var NUMBER_KEYWORDS = Object.entries(NUMBER);
var ARRAY_KEYWORDS = Object.entries(ARRAY);
var OBJECT_KEYWORDS = Object.entries(OBJECT);
var ALTERNATIVE_KEYWORDS = Object.entries(ALTERNATIVES);
function inspect(schema, value, pointer, inspection) {
  if (inspection.isFull() || schema === true) return;
  if (schema === false) {
    inspection.report({ pointer, message: NOT_ALLOWED, keyword: "false schema", params: {} });
    inspection.refuse(value);
    return;
  }
  const site = { schema, value, pointer, inspection };
  const { $ref } = schema;
  if (typeof $ref === "string") inspectReference($ref, site);
  for (const [keyword, holds] of VALUE_KEYWORDS)
    if (keyword in schema && !holds(schema[keyword], site)) return;
  for (const [keyword, report] of [...keywordsOf(value), ...ALTERNATIVE_KEYWORDS])
    if (keyword in schema) report(schema[keyword], site);
}
function inspectReference(reference, { value, pointer, inspection }) {
  const schema = resolveReference(reference, inspection.components);
  if (typeof value !== "object" || value === null) {
    inspect(schema, value, pointer, inspection);
    return;
  }
  const violations = inspection.probe(schema, value, pointer, inspection.limit);
  for (const violation of violations) inspection.report(violation);
}
function keywordsOf(value) {
  if (typeof value === "string") return STRING_KEYWORDS;
  if (typeof value === "number") return NUMBER_KEYWORDS;
  if (Array.isArray(value)) return ARRAY_KEYWORDS;
  return isObject(value) ? OBJECT_KEYWORDS : [];
}

// src/compiler/user-schemas/automaton.ts
import regjsparser from "regjsparser";
var MAX_POSITIONS = 100;
var EMPTY = { first: [], last: [], isNullable: true };
var Automaton = class {
  /** The text of the character or class at each position. */
  texts = [];
  /** The positions that follow each position, once for each way. */
  next = [];
  /** Whether the pattern has a `$`. */
  hasEnd = false;
  constructor(pattern, flags) {
    const features = { unicodePropertyEscape: flags.includes("u"), namedGroups: true, lookbehind: true };
    this.add(regjsparser.parse(pattern, flags, features));
  }
  add(node) {
    const { type, body = [], behavior = "", kind } = node;
    if (type === "alternative")
      return body.map((part) => () => this.add(part)).reduce((a, b) => this.chain(a, b()), EMPTY);
    if (type === "disjunction") return either(body.map((part) => this.add(part)));
    if (type === "quantifier") return this.repeat(body[0], node.min ?? 0, node.max);
    if (type === "group") {
      const part = body.reduce((before, inner) => this.chain(before, this.add(inner)), EMPTY);
      return behavior === "normal" || behavior === "ignore" ? part : EMPTY;
    }
    if (type === "anchor" && kind === "end") this.hasEnd = true;
    if (type === "anchor" || type === "reference") return EMPTY;
    if (this.texts.length === MAX_POSITIONS) throw new RangeError("too many positions");
    const position = this.texts.push(node.raw) - 1;
    this.next.push([]);
    return { first: [position], last: [position], isNullable: false };
  }
  chain(a, b) {
    this.link(a.last, b.first);
    return {
      first: a.isNullable ? [...a.first, ...b.first] : a.first,
      last: b.isNullable ? [...a.last, ...b.last] : b.last,
      isNullable: a.isNullable && b.isNullable
    };
  }
  /** Writes a repetition out: `x{2,}` is `xx+`, and `x{1,3}` is `x(?:xx?)?`. */
  repeat(node, min, max) {
    if (min > 1) return this.chain(this.add(node), this.repeat(node, min - 1, max === void 0 ? max : max - 1));
    if (max === 0) return EMPTY;
    const part = this.add(node);
    if (max === void 0) this.link(part.last, part.first);
    const all = max === void 0 || max === 1 ? part : this.chain(part, this.repeat(node, 0, max - 1));
    return min === 0 ? { ...all, isNullable: true } : all;
  }
  link(from, to) {
    for (const position of from) this.next[position].push(...to);
  }
};
function either(parts) {
  return {
    first: parts.flatMap(({ first }) => first),
    last: parts.flatMap(({ last }) => last),
    isNullable: parts.some(({ isNullable }) => isNullable)
  };
}

// src/compiler/user-schemas/backtracking.ts
var COMMON = ["a", "f", "z", "A", "F", "Z", "0", "9", "_", "-", ".", " ", "\n", "/", "@", "\xE9", "\u6F22", "\u{1F600}"];
var analyses = /* @__PURE__ */ new Map();
function backtracking(pattern) {
  if (!analyses.has(pattern)) analyses.set(pattern, analyze(pattern));
  return analyses.get(pattern);
}
function analyze(pattern) {
  if (!/[*+}]/.test(pattern)) return { isExponential: false, loops: 0 };
  try {
    const { flags } = compilePattern(pattern);
    const automaton = new Automaton(pattern, flags);
    return backtrackingOf(automaton, lettersOf(automaton.texts, pattern, flags));
  } catch {
    return void 0;
  }
}
function lettersOf(texts, pattern, flags) {
  const letters = [.../* @__PURE__ */ new Set([...COMMON, ...pattern])];
  const known = /* @__PURE__ */ new Map();
  return texts.map((text) => {
    const regex = new RegExp(`^(?:${text})$`, flags);
    const matched = known.get(text) ?? new Set(letters.filter((letter) => regex.test(letter)));
    known.set(text, matched);
    return matched;
  });
}
function backtrackingOf({ next, hasEnd }, letters) {
  const reach = next.map((_, position) => reachable([position], (at) => next[at]));
  const checked = /* @__PURE__ */ new Set();
  let loops = 0;
  let isExponential = false;
  for (const [position, around] of reach.entries()) {
    if (!around.has(position) || checked.has(position)) continue;
    loops += 1;
    const cycle = [...around].filter((at) => reach[at].has(position));
    for (const at of cycle) checked.add(at);
    if (!hasEnd && cycle.length === around.size) continue;
    const isTwice = cycle.some((at) => next[at].some((to, i) => cycle.includes(to) && next[at].indexOf(to) !== i));
    isExponential ||= isTwice || returnsApart(position, next, letters);
  }
  return { isExponential, loops };
}
function returnsApart(start, next, letters) {
  const size = next.length;
  const share = next.map((_, a) => next.map((__, b) => [...letters[a]].some((letter) => letters[b].has(letter))));
  const before = /* @__PURE__ */ new Map();
  const step = (pair) => {
    const [a, b] = [Math.floor(pair / size), pair % size];
    const pairs = next[a].flatMap((x) => next[b].flatMap((y) => x === y || share[x][y] ? [x * size + y] : []));
    for (const other of pairs) pushTo(before, other, pair);
    return pairs;
  };
  const origin = start * size + start;
  const forward = reachable([origin], step);
  const backward = reachable([origin], (pair) => before.get(pair) ?? []);
  return [...forward].some((pair) => Math.floor(pair / size) !== pair % size && backward.has(pair));
}
function reachable(from, step) {
  const found = new Set(from.flatMap((at) => [...step(at)]));
  for (const at of found) for (const other of step(at)) found.add(other);
  return found;
}
function pushTo(map, key, value) {
  const known = map.get(key);
  if (known === void 0) map.set(key, [value]);
  else known.push(value);
}

// src/compiler/user-schemas/patterns.ts
var MAX_SAFE_LENGTH = 20;
function hasLongText(value) {
  if (typeof value === "string") return value.length > MAX_SAFE_LENGTH;
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, item]) => name.length > MAX_SAFE_LENGTH || hasLongText(item));
}
function withoutSlowPatterns(schema) {
  if (typeof schema === "boolean") return schema;
  const { pattern, patternProperties = {} } = schema;
  const slow = [];
  if (typeof pattern === "string" && !isFast(pattern)) slow.push("pattern");
  if (!Object.keys(patternProperties).every(isFast)) slow.push("patternProperties", "additionalProperties");
  const entries2 = Object.entries(schema).filter(([keyword]) => !slow.includes(keyword));
  return mapSubschemas(slow.length === 0 ? schema : Object.fromEntries(entries2), withoutSlowPatterns);
}
function isFast(pattern) {
  const found = backtracking(pattern);
  return found !== void 0 && !found.isExponential && found.loops <= 2;
}
function checkPattern(pattern, at, report) {
  if (backtracking(pattern)?.isExponential === true) report(slowPattern(at(), pattern));
}

// src/compiler/operations/samples.ts
function createValueCheck(schemas, find2) {
  const componentsBy = (map) => {
    const components2 = /* @__PURE__ */ Object.create(null);
    for (const [name, schema] of schemas) components2[name] = lazy(() => map(schema));
    return components2;
  };
  const components = once(() => componentsBy((schema) => schema));
  const fastComponents = once(() => componentsBy(withoutSlowPatterns));
  return (draft, value) => {
    try {
      const schema = expandSchema(draft, find2);
      const [violation] = hasLongText(value) ? explain(withoutSlowPatterns(schema), value, fastComponents()) : explain(schema, value, components());
      return violation && `${violation.pointer === "" ? "it" : violation.pointer} ${violation.message}`;
    } catch {
      return void 0;
    }
  };
}
function checkSamples(samples, check, report) {
  for (const declared of samples) {
    const { what, schema, value, isWarning } = declared.value;
    const fault = check(schema, value);
    if (fault !== void 0) report(invalidSample(declared.at, what, value, fault, isWarning));
  }
}
function lazy(make) {
  const kept = once(() => ({ value: make() }));
  return () => kept().value;
}

// src/import/read/contracts.ts
import { isDeepStrictEqual as isDeepStrictEqual2 } from "node:util";

// src/codegen/openapi/response.ts
import { STATUS_CODES } from "node:http";

// src/schema/decoding.ts
var SCALARS = ["integer", "number", "boolean", "null", "string"];
var MAX_DEPTH2 = 3;
function decodingOf(schema, resolve2, depth = MAX_DEPTH2) {
  const types = typesOf(schema, resolve2);
  if (isAnyType(types)) return { types: ["string"] };
  const scalars = SCALARS.filter((type) => {
    if (type === "integer") return types.has(type) && !types.has("number");
    return types.has(type) && !(type === "null" && types.has("string"));
  });
  const parts = depth === 0 ? [] : partsOf(schema, resolve2);
  const decodeAny = (schemas) => schemas.length === 0 ? { types: ["string"] } : decodingOf(schemas.length === 1 ? schemas[0] : { anyOf: schemas }, resolve2, depth - 1);
  const properties = [...propertiesOf2(parts)].map(([name, schemas]) => [name, decodeAny(schemas)]);
  return {
    types: scalars,
    ...types.has("array") && { items: decodeAny(parts.flatMap(({ items }) => items === void 0 ? [] : [items])) },
    ...types.has("object") && { properties: Object.fromEntries(properties) }
  };
}
function parameterDecoding({ schema, explode }, resolve2) {
  const decoding = decodingOf(schema, resolve2);
  const isList = decoding.items !== void 0 && decoding.properties === void 0;
  return explode === false && isList ? { ...decoding, explode } : decoding;
}
function propertiesOf2(parts) {
  const schemas = /* @__PURE__ */ new Map();
  for (const { properties = {}, additionalProperties } of parts) {
    const entries2 = Object.entries(properties);
    if (typeof additionalProperties === "object") entries2.push(["*", additionalProperties]);
    for (const [name, schema] of entries2) schemas.set(name, [...schemas.get(name) ?? [], schema]);
  }
  return schemas;
}
function partsOf(schema, resolve2, open = []) {
  if (typeof schema === "boolean") return [];
  const { $ref, allOf: allOf2 = [], anyOf = [], oneOf = [] } = schema;
  const target = $ref === void 0 || open.includes($ref) ? void 0 : resolve2($ref);
  const others = [...allOf2, ...anyOf, ...oneOf].flatMap((part) => partsOf(part, resolve2, open));
  return [schema, ...others, ...target === void 0 ? [] : partsOf(target, resolve2, [...open, $ref])];
}

// src/codegen/openapi/safe-integers.ts
var LEAST = ["minimum", "exclusiveMinimum"];
var MOST = ["maximum", "exclusiveMaximum"];
function withSafeIntegers(schema, resolve2) {
  const bounded = mapSubschemas(
    schema,
    (part, { key }) => (
      // Bounds would change the meaning of a condition.
      typeof part === "boolean" || key === "not" || key === "if" ? part : withSafeIntegers(part, resolve2)
    )
  );
  if (!isInteger(schema, resolve2)) return bounded;
  const parts = partsOf(schema, resolve2);
  const has = (keywords) => parts.some((part) => keywords.some((name) => name in part));
  if (parts.some((part) => part["format"] === "int32")) return bounded;
  return {
    ...bounded,
    ...!has(LEAST) && { minimum: Number.MIN_SAFE_INTEGER },
    ...!has(MOST) && { maximum: Number.MAX_SAFE_INTEGER }
  };
}
function isInteger(schema, resolve2) {
  if (listedValues(schema) !== void 0 || schema["type"] === void 0 && schema["$ref"] === void 0)
    return false;
  const types = typesOf(schema, resolve2);
  return types.has("integer") && !types.has("number") && !partsOf(schema, resolve2).some(listedValues);
}

// src/codegen/openapi/share.ts
function createPart(value, names2) {
  const plain2 = names2.map((name) => name.replaceAll(/[^\w.-]+/g, "_").replaceAll(/^_+|_+$/g, "") || "unnamed");
  return { value, names: plain2, key: canonical2([names2, value]) };
}
function shareParts(parts, reserved = []) {
  const seen2 = /* @__PURE__ */ new Set();
  const repeated = /* @__PURE__ */ new Map();
  for (const part of parts) {
    if (seen2.has(part.key)) repeated.set(part.key, part);
    seen2.add(part.key);
  }
  const taken = new Set(reserved);
  const shared = /* @__PURE__ */ new Map();
  for (const { key } of parts) {
    const part = repeated.get(key);
    if (part === void 0 || shared.has(key)) continue;
    const name = freeName2(part.names, taken);
    taken.add(name);
    shared.set(key, { name, value: part.value });
  }
  return shared;
}
function freeName2(names2, taken) {
  const free = names2.find((name) => !taken.has(name));
  if (free !== void 0) return free;
  let number = 2;
  while (taken.has(`${names2.at(-1)}_${number}`)) number++;
  return `${names2.at(-1)}_${number}`;
}
function canonical2(value) {
  return JSON.stringify(
    value,
    (_, item) => typeof item === "object" && item !== null && !Array.isArray(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => a < b ? -1 : 1)) : item
  );
}

// src/codegen/openapi/content.ts
function parameterPart(parameter, resolve2) {
  const { name, in: location, description, required, deprecated, schema, example } = parameter;
  const value = {
    name,
    in: location,
    ...description !== void 0 && { description },
    ...required && { required },
    ...deprecated && { deprecated },
    ...styleOf(parameter, resolve2),
    schema: withSafeIntegers(schema, resolve2),
    ...example !== void 0 && { example }
  };
  return createPart(value, [name, `${name}_${location}`]);
}
function styleOf(parameter, resolve2) {
  const { in: location } = parameter;
  if (location !== "query" && location !== "cookie") return {};
  const { items, properties, explode } = parameterDecoding(parameter, resolve2);
  if (location === "query" && explode === false) return { style: "form", explode };
  if (location === "query") return properties === void 0 ? {} : { style: "deepObject", explode: true };
  return items === void 0 && properties === void 0 ? {} : { style: "form", explode: false };
}
function requestBodyObject({ description, content, required }) {
  return {
    ...description !== void 0 && { description },
    content: contentObject(content),
    ...required && { required }
  };
}
function contentObject(content) {
  return Object.fromEntries(
    content.map(({ mediaType, schema, example }) => [mediaType, { schema, ...example !== void 0 && { example } }])
  );
}

// src/codegen/openapi/response.ts
var PAGING_HEADERS = {
  Link: {
    description: "Links to the first, previous, next and last page, if they exist (RFC 8288).",
    schema: { type: "string" }
  },
  "X-Total-Count": {
    description: "The total number of rows, if the request sets `total`.",
    schema: { type: "integer", minimum: 0 }
  }
};
var PHRASES = {
  ...STATUS_CODES,
  413: "Content Too Large",
  422: "Unprocessable Content",
  "1XX": "Informational",
  "2XX": "Success",
  "3XX": "Redirection",
  "4XX": "Client Error",
  "5XX": "Server Error",
  default: "Default"
};
function responsePart(response, { paging }) {
  const { status, description, content, headers = [] } = response;
  const isPage = paging !== void 0 && status.startsWith("2") && content.length > 0;
  const headerObjects = { ...headersObject(headers), ...isPage && pagingHeaders(headers, paging) };
  const value = {
    description: description === "" ? PHRASES[status] ?? status : description,
    ...Object.keys(headerObjects).length > 0 && { headers: headerObjects },
    ...content.length > 0 && { content: contentObject(content) }
  };
  return createPart(value, componentNames(response));
}
function componentNames({ status, content }) {
  const phrase = PHRASES[status]?.replaceAll(/[^A-Za-z]/g, "") ?? `Status${status}`;
  const name = status.startsWith("2") && content[0] !== void 0 ? schemaName(content[0].schema) : void 0;
  return name === void 0 ? [phrase] : [name, `${name}_${status}`];
}
function schemaName(schema) {
  const { $ref, items, properties = {} } = schema;
  if ($ref !== void 0) return $ref.slice($ref.lastIndexOf("/") + 1);
  const rows = Object.values(properties).find(
    (property) => typeof property === "object" && property["x-items"] === true
  );
  const listed2 = items === void 0 ? rows?.["items"] : items;
  const name = typeof listed2 === "object" && listed2 !== null ? schemaName(listed2) : void 0;
  return name === void 0 ? void 0 : `${name}${items === void 0 ? "Page" : "List"}`;
}
function headersObject(headers) {
  return Object.fromEntries(
    headers.map(({ name, description, required, schema }) => [
      name,
      { ...description !== void 0 && { description }, ...required && { required }, schema }
    ])
  );
}
var ALWAYS_COUNTED2 = { ...PAGING_HEADERS["X-Total-Count"], description: "The total number of rows." };
function pagingHeaders(declared, { envelope }) {
  const names2 = new Set(declared.map(({ name }) => name.toLowerCase()));
  const added = Object.keys(PAGING_HEADERS).filter((name) => !names2.has(name.toLowerCase()));
  return Object.fromEntries(
    added.map((name) => [
      name,
      name === "X-Total-Count" && envelope?.countsAlways === true ? ALWAYS_COUNTED2 : { $ref: `#/components/headers/${name}` }
    ])
  );
}

// src/contract/problem.ts
var PROBLEM_TYPE = "application/problem+json";

// src/codegen/openapi/problems.ts
var CHALLENGE = {
  description: "How to authenticate (RFC 9110, 11.6.1).",
  required: true,
  schema: { type: "string" }
};
var PROBLEMS = {
  BadRequest: { status: 400, response: { description: "The request is invalid. `errors` lists each violation." } },
  Unauthorized: {
    status: 401,
    response: { description: "The credentials are missing or invalid.", headers: { "WWW-Authenticate": CHALLENGE } }
  },
  Forbidden: { status: 403, response: { description: "The credentials do not permit this operation." } },
  ContentTooLarge: { status: 413, response: { description: "The request body is too large." } },
  UnsupportedMediaType: {
    status: 415,
    response: { description: "The media type of the request body is not supported." }
  }
};
function problemComponents({ mediaType = PROBLEM_TYPE } = {}) {
  const content = { [mediaType]: { schema: { $ref: "#/components/schemas/Problem" } } };
  return Object.fromEntries(Object.entries(PROBLEMS).map(([name, { response }]) => [name, { ...response, content }]));
}
function problemResponses(operation, { security, format }) {
  const { parameters, body, paging, responses } = operation;
  const hasInput = parameters.length > 0 || body !== void 0 || paging !== void 0;
  const isSecured = isRequired(operation.security ?? security);
  const possible = {
    BadRequest: hasInput,
    Unauthorized: isSecured,
    Forbidden: isSecured,
    ContentTooLarge: body !== void 0,
    UnsupportedMediaType: body !== void 0
  };
  const declared = new Set(responses.map((response) => response.status));
  if (declared.has("4XX") || declared.has("default")) return {};
  const added = Object.entries(PROBLEMS).flatMap(([name, { status }]) => {
    const sent = String(format?.status?.[status] ?? status);
    const isAdded = possible[name] === true && !declared.has(sent);
    return isAdded ? [[sent, { $ref: `#/components/responses/${name}` }]] : [];
  });
  return Object.fromEntries(added.reverse());
}
function isRequired(security) {
  return security.length > 0 && security.every((alternative) => Object.keys(alternative).length > 0);
}

// src/import/read/texts.ts
function textLines(text) {
  const lines = text.replaceAll("*/", String.raw`*\/`).split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.trimEnd().replaceAll("	", "    "));
  const margin = Math.min(...lines.filter((line) => line !== "").map((line) => line.length - line.trimStart().length));
  let isFenced = false;
  const plain2 = lines.map((line) => line.slice(margin)).filter((line) => {
    if (isFence2(line)) isFenced = !isFenced;
    return isFenced ? line.trim() !== "" : line !== "";
  }).map((line) => line.replace(/^([\s*]*)@/, String.raw`$1\@`));
  return isFenced ? [...plain2, "```"] : plain2;
}
function isFence2(line) {
  return /^\s*`{3,}[^`]*$|^[^`]*\s`{3,}\w*\s*$/.test(line);
}
function plainText(text) {
  return textLines(text).map((line) => line.trim()).join("\n");
}

// src/import/read/contracts.ts
var PLACES = ["path", "query", "header", "cookie"];
function readContract({ described, method, path, file, names: names2 }, { notes }) {
  const { value } = described;
  const { operationId, tags, deprecated, security, requestBody } = value;
  const parameters = list2(value["parameters"]).flatMap((parameter) => readParameter(parameter, names2, path));
  const extensions = entries(value).filter(([field]) => field.startsWith("x-"));
  const responses = entries(value["responses"]).flatMap(([status, response]) => readResponse(status, response));
  if (requestBody !== void 0 && ["GET", "HEAD", "TRACE"].includes(method))
    notes.add({ of: value, key: "requestBody" }, `${method} requests have no body (RFC 9110, 9.3)`);
  return {
    id: file,
    method,
    path,
    ...typeof operationId === "string" && operationId.trim() !== "" && { operationId: operationId.trim().replace(/\s+/g, " ") },
    ...readTexts(value),
    ...Array.isArray(tags) && tags.length > 0 && { tags: [...new Set(tags.map(String))] },
    ...deprecated === true && { deprecated: true },
    ...readDocs(value["externalDocs"]),
    parameters,
    ...isKeywords(requestBody) && !["GET", "HEAD", "TRACE"].includes(method) && readBody(requestBody),
    responses,
    ...Array.isArray(security) && { security: readSecurity(security) },
    ...extensions.length > 0 && { extensions: Object.fromEntries(extensions) }
  };
}
function list2(value) {
  return Array.isArray(value) ? value : [];
}
function readTexts({ summary, description }) {
  const title = typeof summary === "string" ? textLines(summary).join(" ") : "";
  const lines = typeof description === "string" ? textLines(description) : [];
  const [first, ...rest] = title === "" ? lines : [title, ...lines];
  return {
    ...first !== void 0 && { summary: first.trim() },
    ...rest.length > 0 && { description: rest.join("\n") }
  };
}
function readDocs(docs2) {
  if (!isKeywords(docs2) || typeof docs2["url"] !== "string") return {};
  const description = typeof docs2["description"] === "string" ? textLines(docs2["description"]).join(" ") : "";
  return { see: [{ url: docs2["url"], ...description !== "" && { description } }] };
}
function readDescription({ description }) {
  const lines = typeof description === "string" ? textLines(description) : [];
  return lines.length === 0 ? {} : { description: lines.join("\n") };
}
function readParameter(raw, names2, path) {
  const { name, in: location, required, deprecated, schema, content, style, explode } = raw;
  if (typeof name !== "string" || !PLACES.includes(String(location))) return [];
  const renamed = location === "path" ? names2.get(name.normalize("NFC")) ?? name : name;
  if (location === "path" && !path.includes(`{${renamed}}`)) return [];
  const own2 = schema === void 0 ? contentSchema(content) : asSchema(schema);
  const example = exampleOf(raw);
  const isJoined = location === "query" && explode === false && (style === void 0 || style === "form");
  const joinsArray = isJoined && [own2["type"]].flat().includes("array");
  return [
    {
      name: renamed.normalize("NFC"),
      in: location,
      required: required === true || location === "path",
      schema: withoutSafeBounds(own2),
      ...readDescription(raw),
      ...deprecated === true && { deprecated },
      ...example,
      ...joinsArray && { explode: false }
    }
  ];
}
function contentSchema(content) {
  const [mediaType] = Object.keys(content ?? {});
  return { type: "string", ...mediaType !== void 0 && { contentMediaType: mediaType } };
}
function withoutSafeBounds(schema) {
  const bounds = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
  const others = Object.entries(schema).filter(([keyword, value]) => bounds[keyword] !== value);
  const items = schema["items"];
  return { ...Object.fromEntries(others), ...isKeywords(items) && { items: withoutSafeBounds(items) } };
}
function asSchema(schema) {
  return typeof schema === "boolean" ? schema ? {} : { not: {} } : schema;
}
function exampleOf({ example, examples }) {
  if (example !== void 0) return { example };
  const first = entries(examples).find(([, item]) => isKeywords(item) && "value" in item)?.[1];
  return first === void 0 ? {} : { example: first["value"] };
}
function readBody(raw) {
  const content = readContent(raw["content"]);
  const json = content.find(({ mediaType }) => /[/+]json$/.test(mediaType)) ?? content[0];
  if (json === void 0) return {};
  const same = content.filter(({ schema }) => isDeepStrictEqual2(schema, json.schema));
  const { example } = json;
  return {
    body: {
      required: raw["required"] === true,
      ...readDescription(raw),
      content: same.map(({ mediaType, schema }) => ({ mediaType, schema, ...example !== void 0 && { example } }))
    }
  };
}
function readContent(raw) {
  const content = entries(raw).map(([type, media]) => {
    const { schema = {}, ...others } = media;
    return { mediaType: plainMediaType(type), schema: asSchema(schema), ...exampleOf(others) };
  });
  return [...new Map(content.toReversed().map((item) => [item.mediaType, item])).values()].reverse();
}
function plainMediaType(type) {
  return type.replace(/;.*$/s, "").trim().toLowerCase();
}
function readResponse(status, raw) {
  const name = status.replaceAll("x", "X");
  if (!/^(?:[1-5](?:\d\d|XX)|default)$/.test(name) || isRuntimeProblem(name, raw)) return [];
  const content = readContent(raw["content"]);
  const { description = "" } = readDescription(raw);
  const headers = entries(raw["headers"]).flatMap(([header, value]) => readHeader(header, value));
  return [
    {
      status: name,
      description: description === phraseOf(name) ? "" : description,
      content: /^(?:1\d\d|204|205|304)$/.test(name) ? [] : content,
      ...headers.length > 0 && { headers }
    }
  ];
}
function phraseOf(status) {
  return PHRASES[status] ?? status;
}
function isRuntimeProblem(status, raw) {
  return Object.values(PROBLEMS2).some(([own2, response]) => own2 === status && isDeepStrictEqual2(response, raw));
}
var STATUSES = {
  BadRequest: "400",
  Unauthorized: "401",
  Forbidden: "403",
  ContentTooLarge: "413",
  UnsupportedMediaType: "415"
};
var PROBLEMS2 = Object.entries(problemComponents()).map(([name, response]) => [STATUSES[name], response]);
function readHeader(name, raw) {
  const { required, schema } = raw;
  return [
    {
      name,
      required: required === true,
      schema: schema === void 0 ? contentSchema(raw["content"]) : asSchema(schema),
      ...readDescription(raw)
    }
  ];
}
function readSecurity(security) {
  return security.length === 1 && Object.keys(security[0]).length === 0 ? [] : security;
}

// src/import/write/canonical.ts
function canonicalSchema(schema) {
  if (schema === true) return {};
  if (schema === false) return { not: {} };
  const entries2 = Object.entries(mapSubschemas(schema, canonicalSchema)).flatMap(([keyword, value]) => {
    if (keyword === "required" || keyword === "type") return listed(keyword, value);
    if (keyword === "properties" && isKeywords(value) && Object.keys(value).length === 0) return [];
    if (keyword === "description") return typeof value === "string" && plainText(value) === "" ? [] : [[keyword, plainText(String(value))]];
    if (value === false && /^(?:deprecated|readOnly|writeOnly|uniqueItems)$/.test(keyword)) return [];
    if (value === 0 && /^min(?:Length|Items|Properties)$/.test(keyword)) return [];
    return [[keyword, value]];
  });
  return Object.fromEntries(entries2);
}
function listed(keyword, value) {
  if (!Array.isArray(value)) return [[keyword, value]];
  if (keyword === "required" && value.length === 0) return [];
  const names2 = [...new Set(value)].sort();
  return [[keyword, keyword === "type" && names2.length === 1 ? names2[0] : names2]];
}
function stableText(value) {
  return JSON.stringify(
    value,
    (_, item) => isKeywords(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => a < b ? -1 : 1)) : item
  );
}
function isSameSchema(a, b) {
  return stableText(canonicalSchema(a)) === stableText(canonicalSchema(b));
}

// src/import/compare/schema-facts.ts
var GROUPS = {
  ...ofGroup("type", "type format nullable $ref any oneOf anyOf allOf not discriminator additionalProperties"),
  ...ofGroup("bounds", "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern"),
  ...ofGroup("bounds", "minItems maxItems uniqueItems minProperties maxProperties"),
  enum: "enum",
  default: "default",
  required: "required properties",
  ...ofGroup("annotations", "title description deprecated readOnly writeOnly examples")
};
function ofGroup(group2, keywords) {
  return Object.fromEntries(keywords.split(" ").map((keyword) => [keyword, group2]));
}
var IDLE = [
  [/^(?:deprecated|readOnly|writeOnly|uniqueItems)$/, false],
  [/^min(?:Length|Items|Properties)$/, 0]
];
function schemaFacts(schema, owner, where, at, named) {
  const facts = [];
  collect(schema, owner, where, at, named, facts, []);
  return facts;
}
function collect(schema, owner, where, at, named, into, open) {
  const say = (keyword, value, place = at) => into.push({ kind: `${owner}: ${GROUPS[keyword] ?? keyword}`, where, value: `${keyword} ${stableText(value)}`, at: place });
  if (typeof schema === "boolean") return void say(schema ? "any" : "not", schema ? true : {});
  const count2 = into.length;
  const { nullable, keywords } = readNullable(schema);
  if (nullable) say("nullable", true);
  for (const [keyword, value] of Object.entries(keywords)) {
    const place = { of: schema, key: keyword };
    if (IDLE.some(([names2, idle]) => names2.test(keyword) && value === idle)) continue;
    const split = keyword === "$ref" ? splitReference(String(value)) : void 0;
    const target = split?.keys.length === 0 && !named.names.has(split.name) && !open.includes(split.name) ? named.schemas.get(split.name) : void 0;
    if (target !== void 0) collect(target, owner, where, at, named, into, [...open, split.name]);
    else if (keyword === "description" && plainText(String(value)) === "") continue;
    else if (keyword === "description") say(keyword, plainText(String(value)), place);
    else if (keyword === "required" && Array.isArray(value)) new Set(value).forEach((name) => say(keyword, name, place));
    else collectKeyword(keyword, value, schema, { owner, where, named, into, open, say });
  }
  if (into.length === count2) say("any", true);
}
function collectKeyword(keyword, value, of, collecting) {
  const { owner, where, named, into, open, say } = collecting;
  const below = `${where}/${keyword}`;
  const held = keywordRow(keyword)?.subschemas;
  const visit2 = (item, path, at) => collect(item, owner, path, at, named, into, open);
  if (held === "list" && Array.isArray(value)) {
    say(keyword, value.length, { of, key: keyword });
    value.forEach((item, i) => visit2(item, `${below}/${i}`, { of: value, key: i }));
  } else if (held === "map" && isKeywords(value)) {
    for (const [key, item] of Object.entries(value)) visit2(item, `${below}/${key}`, { of: value, key });
  } else if (held === "one" && isKeywords(value)) visit2(value, below, { of, key: keyword });
  else if (keyword === "additionalProperties" && value === true) visit2(value, below, { of, key: keyword });
  else say(keyword, value, { of, key: keyword });
}
function readNullable(schema) {
  const types = schema["type"];
  if (Array.isArray(types)) {
    const others = types.filter((type) => type !== "null");
    if (others.length === types.length) return { nullable: false, keywords: { ...schema, type: others.length === 1 ? others[0] : [...others].sort() } };
    return withoutNull({ ...schema, type: others.length === 1 ? others[0] : [...others].sort() });
  }
  for (const union of ["oneOf", "anyOf"]) {
    if (!Array.isArray(schema[union])) continue;
    const members = schema[union];
    const others = members.filter((member) => !(isKeywords(member) && member["type"] === "null" && Object.keys(member).length === 1));
    if (others.length === members.length || others.length === 0) continue;
    const { [union]: _, ...beside } = schema;
    const isOne = union === "anyOf" && others.length === 1;
    return withoutNull(isOne ? { ...beside, ...others[0] } : { ...beside, [union]: others });
  }
  return { nullable: false, keywords: schema };
}
function withoutNull(schema) {
  const values = schema["enum"];
  if (!Array.isArray(values)) return { nullable: true, keywords: schema };
  return { nullable: true, keywords: { ...schema, enum: values.filter((value) => value !== null) } };
}

// src/import/compare/facts.ts
var UNUSED = "schema that no operation uses";
function factsOf(description, names2) {
  const { operations, schemas, unused } = description;
  const named = { schemas, names: names2 };
  const used = usedNames(operations, schemas);
  return [
    ...documentFacts(description),
    ...operations.flatMap((operation) => operationFacts(operation, named)),
    ...[...schemas].filter(([name]) => names2.has(name)).flatMap(([name, schema]) => {
      const at = typeof schema === "object" ? { of: schema } : { of: schemas };
      const facts = schemaFacts(schema, "component schema", name, at, named);
      return used.has(name) ? facts : facts.map((fact) => ({ ...fact, kind: UNUSED }));
    }),
    ...unused.map(({ kind, name, at }) => ({ kind: "component that no operation uses", where: kind, value: name, at }))
  ];
}
function documentFacts({ fields, securitySchemes }) {
  const { openapi: _, info, jsonSchemaDialect: __, $self: ___, webhooks, ...others } = fields;
  const all = [
    ...entries(info).map(([field, value]) => [field, value, info]),
    ...entries(others).map(([field, value]) => [field, value, fields]),
    ...entries(securitySchemes).map(([name, value]) => [`security scheme ${name}`, value, securitySchemes])
  ];
  return [
    ...all.flatMap(
      ([field, value, of]) => (Array.isArray(value) ? value : [value]).filter((item) => !isDefault(field, item)).map((item) => ({ kind: "document", where: field, value: stableText(item), at: { of, key: field.replace("security scheme ", "") } }))
    ),
    ...entries(webhooks).map(([name]) => ({ kind: "webhook", where: name, value: name, at: { of: webhooks, key: name } }))
  ];
}
function isDefault(field, item) {
  return field === "servers" && isKeywords(item) && item["url"] === "/" && Object.keys(item).length === 1;
}
var sayAt = (where) => (kind, value, at) => ({ kind, where, value: String(value), at });
function otherFacts(owner, others, of, say) {
  return entries(others).map(([field, value]) => say(`${owner}: ${field}`, stableText(value), { of, key: field }));
}
function operationFacts({ path, method, value, item, at }, named) {
  const { operationId, tags = [], deprecated = false, parameters = [], requestBody, responses, security, summary, description, ...others } = value;
  const where = `${method} ${keyOf2(path)}`;
  const say = sayAt(where);
  const texts = readTexts(value);
  const text = [texts.summary, texts.description].filter((part) => part !== void 0).join("\n");
  return [
    say("operation", "", at),
    ...operationId === void 0 ? [] : [say("operationId", String(operationId).trim(), { of: value, key: "operationId" })],
    ...path.length > 1 && path.endsWith("/") ? [say("operation: slash at the end", path, at)] : [],
    ...text === "" ? [] : [say("operation: text", plainText(text), { of: value, key: summary === void 0 ? "description" : "summary" })],
    ...deprecated === true ? [say("operation: deprecated", true, { of: value, key: "deprecated" })] : [],
    ...tags.map((tag) => say("tag", tag, { of: value, key: "tags" })),
    ...security === void 0 ? [] : [say("operation: security", securityText(security), { of: value, key: "security" })],
    ...otherFacts("operation", others, value, say),
    ...otherFacts("path", item, item, say),
    ...parameters.flatMap((parameter) => parameterFacts(parameter, path, where, named)),
    ...requestBody === void 0 ? [] : bodyFacts(requestBody, where, named),
    ...entries(responses).flatMap(([status, response]) => responseFacts(status, response, where, named))
  ];
}
function keyOf2(path) {
  const plain2 = path.replaceAll(/\{[^}]*\}/g, "{}").replace(/(?<=.)\/$/, "");
  try {
    return decodeURIComponent(plain2);
  } catch {
    return plain2;
  }
}
function securityText(security) {
  const isOpen2 = Array.isArray(security) && security.every((item) => isKeywords(item) && Object.keys(item).length === 0);
  return stableText(isOpen2 ? [] : security);
}
function parameterFacts(parameter, path, operation, named) {
  const { name, in: place, required = false, deprecated = false, schema, description, example, examples, style, explode, ...others } = parameter;
  const index = [...path.matchAll(/\{([^}]*)\}/g)].findIndex((match) => match[1] === name);
  const where = `${operation} \xB7 ${String(place)} ${place === "path" ? index : place === "header" ? String(name).toLowerCase() : String(name)}`;
  const say = sayAt(where);
  const at = (key) => ({ of: parameter, key });
  return [
    say("parameter: place", place, at("in")),
    ...place === "path" ? [say("parameter: name in the path", name, at("name"))] : [],
    say("parameter: required", required, at("required")),
    ...deprecated === true ? [say("parameter: deprecated", true, at("deprecated"))] : [],
    ...textFacts("parameter", description, at("description"), say),
    ...styleFacts(String(place), style, explode, schema, at("style"), say, named),
    ...exampleFacts("parameter", example, examples, parameter, say),
    ...otherFacts("parameter", others, parameter, say),
    ...schema === void 0 ? [] : schemaFacts(schema, "parameter", where, at("schema"), named)
  ];
}
function textFacts(owner, text, at, say) {
  const plain2 = typeof text === "string" ? plainText(text) : "";
  return plain2 === "" ? [] : [say(`${owner}: description`, plain2, at)];
}
function styleFacts(place, style, explode, schema, at, say, named) {
  const types = typesIn(schema, named, []);
  if (!types.includes("array") && !types.includes("object")) return [];
  const usual = place === "query" || place === "cookie" ? "form" : "simple";
  const actual = style ?? usual;
  const value = `${String(actual)}, ${(explode ?? actual === "form") === true || actual === "deepObject" ? "exploded" : "joined"}`;
  return [say("parameter: style", value, at)];
}
function typesIn(schema, named, open) {
  if (!isKeywords(schema)) return [];
  const { type, $ref, allOf: allOf2, anyOf, oneOf } = schema;
  const name = typeof $ref === "string" ? splitReference($ref)?.name : void 0;
  const target = name === void 0 || open.includes(name) ? [] : typesIn(named.schemas.get(name), named, [...open, name]);
  const parts = [allOf2, anyOf, oneOf].flatMap((list3) => Array.isArray(list3) ? list3 : []);
  return [...[type].flat(), ...target, ...parts.flatMap((part) => typesIn(part, named, open))];
}
function exampleFacts(owner, example, examples, of, say) {
  const named = entries(examples);
  return [
    ...example === void 0 ? [] : [say(`${owner}: example`, stableText(example), { of, key: "example" })],
    ...named.map(([name, item]) => {
      const value = isKeywords(item) && "value" in item ? item["value"] : item;
      return say(`${owner}: example`, stableText(value), { of: examples, key: name });
    })
  ];
}
function bodyFacts(body, operation, named) {
  const { required = false, content, description, ...others } = body;
  const where = `${operation} \xB7 body`;
  const say = sayAt(where);
  return [
    say("body: required", required, { of: body, key: "required" }),
    ...textFacts("body", description, { of: body, key: "description" }, say),
    ...otherFacts("body", others, body, say),
    ...contentFacts(content, "body", where, named)
  ];
}
function responseFacts(status, response, operation, named) {
  const { content = {}, headers = {}, description, ...others } = response;
  const where = `${operation} \xB7 ${status.replaceAll("x", "X")}`;
  const say = sayAt(where);
  const isPhrase = typeof description === "string" && plainText(description) === phraseOf(status.replaceAll("x", "X"));
  return [
    say("response: status", status.replaceAll("x", "X"), { of: response }),
    ...isPhrase ? [] : textFacts("response", description, { of: response, key: "description" }, say),
    ...otherFacts("response", others, response, say),
    ...contentFacts(content, "response", where, named),
    ...entries(headers).flatMap(([name, header]) => headerFacts(name, header, where, named))
  ];
}
function headerFacts(name, header, response, named) {
  const { required = false, schema, description, ...others } = header;
  const where = `${response} \xB7 header ${name.toLowerCase()}`;
  const say = sayAt(where);
  return [
    say("header: required", required, { of: header, key: "required" }),
    ...textFacts("header", description, { of: header, key: "description" }, say),
    ...otherFacts("header", others, header, say),
    ...schema === void 0 ? [] : schemaFacts(schema, "header", where, { of: header, key: "schema" }, named)
  ];
}
function contentFacts(content, owner, where, named) {
  return entries(content).flatMap(([type, media]) => {
    const { schema = {}, example, examples, ...others } = media;
    const mediaType = plainMediaType(type);
    const say = sayAt(`${where} \xB7 ${mediaType}`);
    const of = media;
    return [
      { kind: `${owner}: media type`, where, value: mediaType, at: { of } },
      ...type.includes(";") ? [{ kind: `${owner}: parameters of a media type`, where, value: type, at: { of } }] : [],
      ...exampleFacts(owner, example, examples, of, say),
      ...otherFacts(owner, others, of, say),
      ...schemaFacts(schema, owner, `${where} \xB7 ${mediaType}`, { of, key: "schema" }, named)
    ];
  });
}
function usedNames(operations, schemas) {
  const seen2 = /* @__PURE__ */ new Set();
  const pending = operations.map(({ value }) => value);
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "object" && value !== null) pending.push(...Object.values(value));
    const name = typeof value === "string" ? splitReference(value)?.name : void 0;
    if (name === void 0 || seen2.has(name)) continue;
    seen2.add(name);
    pending.push(schemas.get(name));
  }
  return seen2;
}

// src/import/read/valid-samples.ts
function withoutInvalidSamples(schema, check, notes) {
  if (typeof schema === "boolean") return schema;
  let result = mapSubschemas(schema, (part) => withoutInvalidSamples(part, check, notes));
  const drop = (keyword, reason) => {
    notes.add({ of: schema, key: keyword }, `it does not match its schema: ${reason}`);
    result = Object.fromEntries(Object.entries(result).filter(([name]) => name !== keyword));
  };
  const fault = "default" in schema ? check(schema, schema["default"]) : void 0;
  if (fault !== void 0) drop("default", fault);
  const examples = Array.isArray(schema["examples"]) ? schema["examples"] : [];
  const wrong = examples.map((value) => check(schema, value)).find((reason) => reason !== void 0);
  if (wrong !== void 0) drop("examples", wrong);
  return result === schema ? schema : notes.origins.copy(schema, result);
}
function withValidSamples(operation, check, notes) {
  const clean = (part) => ({
    ...part,
    schema: withoutInvalidSamples(part.schema, check, notes)
  });
  const { parameters, body, responses } = operation;
  return {
    ...operation,
    parameters: parameters.map(clean),
    ...body !== void 0 && { body: { ...body, content: body.content.map(clean) } },
    responses: responses.map((response) => ({
      ...response,
      content: response.content.map(clean),
      ...response.headers !== void 0 && { headers: response.headers.map(clean) }
    }))
  };
}

// src/import/write/base-document.ts
var FIELDS = ["info", "servers", "tags", "security", "externalDocs"];
function baseDocument({ fields, securitySchemes }, operations) {
  const kept = entries(fields).filter(([field]) => FIELDS.includes(field) || field.startsWith("x-"));
  const { servers, tags, security, ...others } = Object.fromEntries(kept);
  const declared = Array.isArray(tags) ? tags : [];
  const used = new Set(operations.flatMap((operation) => operation.tags ?? []));
  for (const { name } of declared) used.delete(name);
  const allTags = [...declared, ...[...used].sort().map((name) => ({ name }))];
  const { info, ...rest } = others;
  return {
    ...info !== void 0 && { info },
    ...Array.isArray(servers) && servers.length > 0 && !isUsual(servers) && { servers },
    ...allTags.length > 0 && { tags: allTags },
    ...Array.isArray(security) && security.length > 0 && { security },
    ...Object.keys(securitySchemes).length > 0 && { components: { securitySchemes } },
    ...rest
  };
}
function isUsual(servers) {
  const [server] = servers;
  return servers.length === 1 && isKeywords(server) && server["url"] === "/" && Object.keys(server).length === 1;
}

// src/import/write/definition-files.ts
import { stringify } from "yaml";

// src/import/write/comment-text.ts
function commentText(lines, stars = true) {
  const [open, margin] = stars ? ["/**", " * "] : ["/*", "  "];
  return [open, ...lines.map((line) => `${margin}${line}`.trimEnd()), " */"].join("\n");
}
function commentLines(description, directives) {
  const isSeparate = description.length > 0 && directives.length > 0;
  return [...description, ...isSeparate ? [""] : [], ...directives];
}
function describedAs(text) {
  if (text === void 0 || text === "") return [""];
  const [first, ...rest] = text.split("\n");
  return [` - ${first}`, ...rest.map((line) => `  ${line}`)];
}

// src/import/write/input-lines.ts
import { isDeepStrictEqual as isDeepStrictEqual3 } from "node:util";

// src/compiler/language/declared.ts
var Draft = class {
  constructor(description = void 0) {
    this.description = description;
  }
  description;
  methods = [];
  parameters = [];
  parameterIncludes = [];
  responses = [];
  responseIncludes = [];
  /** The texts of responses that have neither a type nor a status. */
  untyped = [];
  /** The headers of every response. */
  headers = [];
  summary = [];
  tags = [];
  deprecated = [];
  operationId = [];
  security = [];
  consumes = [];
  produces = [];
  see = [];
  internal = [];
  extensions = [];
  /** The schemas that the types name. */
  references = [];
  /** The defaults and examples, which are checked once all definitions are known. */
  samples = [];
  /** The target of an `@example` or a `@header` that follows. */
  latest;
};

// src/compiler/language/directive-names.ts
import { distance as distance2 } from "fastest-levenshtein";
var DIRECTIVES = [
  "param",
  "param-include",
  "returns",
  "returns-include",
  "throws",
  "header",
  "summary",
  "tags",
  "deprecated",
  "operationId",
  "security",
  "consumes",
  "produces",
  "example",
  "see",
  "internal"
];
var EVERYDAY = /* @__PURE__ */ new Set(["deprecated", "example", "see", "internal", "summary", "throws"]);
var IGNORED_TAGS = new Set(
  "abstract access alias async augments author borrows callback category class classdesc constant constructor copyright default description enum event exports extends external file fileoverview fires function generator global hideconstructor ignore implements import inheritdoc instance kind lends license link listens memberof method mixin module name namespace override package private property protected public readonly remarks requires satisfies since static template this todo tutorial type typedef version virtual yields".split(" ")
);
function isDirectiveName(name) {
  return isKnownDirective(name) && !EVERYDAY.has(name);
}
function isKnownDirective(name) {
  return toMethod(name) !== void 0 || DIRECTIVES.includes(name);
}
function isPassedOver(name) {
  return IGNORED_TAGS.has(name.toLowerCase());
}
var SECURITY = /^(?:secured?|securities|auth|authori[sz](?:ed?|ation)|authenticat(?:ed?|ion))$/i;
function isLikeSecurity(name) {
  const lower = name.toLowerCase();
  return SECURITY.test(name) || distance2(lower, "security") <= 2 && lower !== "severity";
}

// src/compiler/comment/line.ts
var CLOSING2 = { "{": "}", "[": "]", "(": ")" };
var STATUS = /^(?:\d{3}|\d[xX]{2}|default)(?=$|[\s:-])|^\d+(?=$|\s*-(?:\s|$))/;
function readParameterPhrase(content) {
  const type = readBracketed(trimPassage(content), "{");
  const bracketed = readBracketed(type.rest, "[");
  const plain2 = bracketed.inner === void 0 && bracketed.unclosed === void 0 ? readWord(type.rest) : void 0;
  const [name, value] = bracketed.inner === void 0 ? [plain2?.inner] : splitDefault(bracketed.inner);
  const facets = readBracketed(plain2?.rest ?? bracketed.rest, "(");
  return {
    type: type.inner,
    // A dash in the name's place begins the description.
    name: name === void 0 || name.text === "" || name.text === "-" ? void 0 : name,
    optional: bracketed.inner !== void 0,
    default: value,
    facets: facets.inner,
    rest: facets.rest,
    description: readDescription2(facets.rest),
    unclosed: type.unclosed ?? bracketed.unclosed ?? facets.unclosed
  };
}
function readResponsePhrase(content) {
  const type = readBracketed(trimPassage(content), "{");
  const status = readMatch(type.rest, STATUS);
  const mediaType = readMatch(status.rest, /^[\w.+-]+\/[\w.+*-]+(?=$|\s)/);
  return {
    type: type.inner,
    status: status.inner,
    mediaType: mediaType.inner,
    description: readDescription2(mediaType.rest),
    unclosed: type.unclosed
  };
}
function readMatch(passage, pattern) {
  const text = pattern.exec(passage.text)?.[0];
  if (text === void 0) return { inner: void 0, rest: passage };
  return { inner: slicePassage(passage, 0, text.length), rest: trimPassage(slicePassage(passage, text.length)) };
}
function readWords(content) {
  return [...content.text.matchAll(/[^\s,]+/g)].map(
    (match) => slicePassage(content, match.index, match.index + match[0].length)
  );
}
function readBracketed(passage, opening) {
  if (!passage.text.startsWith(opening)) return { inner: void 0, rest: passage };
  const end = closingOffset(passage.text);
  if (end === -1)
    return {
      inner: void 0,
      rest: slicePassage(passage, passage.text.length),
      unclosed: slicePassage(passage, 0, 1)
    };
  return { inner: trimPassage(slicePassage(passage, 1, end)), rest: trimPassage(slicePassage(passage, end + 1)) };
}
function closingOffset(text) {
  const open = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if ((char === '"' || char === "'") && !/[\w)\]}]/.test(text[i - 1] ?? "")) i = skipQuoted(text, i);
    else if (CLOSING2[char] !== void 0) open.push(CLOSING2[char]);
    else if (char === open.at(-1)) {
      open.pop();
      if (open.length === 0) return i;
    }
  }
  return -1;
}
function skipQuoted(text, from) {
  for (let i = from + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === text[from]) return i;
  }
  return from;
}
function readWord(passage) {
  const length = passage.text.search(/:?(?:\s|$)/);
  return { inner: slicePassage(passage, 0, length), rest: trimPassage(slicePassage(passage, length)) };
}
function splitDefault(passage) {
  const at = passage.text.indexOf("=");
  if (at === -1) return [passage, void 0];
  return [trimPassage(slicePassage(passage, 0, at)), trimPassage(slicePassage(passage, at + 1))];
}
function readDescription2(passage) {
  const separator = /^[-:](?:\s+|$)/.exec(passage.text)?.[0];
  return slicePassage(passage, separator?.length ?? 0);
}
function unescapeQuotes(text) {
  return text.replace(/\\(["'\\])/g, "$1");
}
function isHeaderName(text) {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(text);
}

// src/compiler/language/bare-facets.ts
var VALUE2 = String.raw`(\[[^\]]*\]|\{[^}]*\}|"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,]+)`;
var NEXT = String.raw`\s*(?:$|,?\s*(?:${FACET_NAMES.join("|")}):)`;
var NUMERIC = ["a number", "a positive number", "a non-negative integer", "true or false", "an array", "a schema"];
function readBareFacets(rest) {
  const [head] = rest.text.split(/\s+-(?=\s|$)|[\r\n]/, 1);
  const [, key, text] = /^([A-Za-z-]+):\s*(\S.*)$/.exec(head.trimEnd()) ?? [];
  if (key === void 0 || text === void 0 || !isFacet(key) || key === "description") return void 0;
  const isAlone = /^\s*(?:$|-(?:\s|$))/.test(rest.text.slice(head.length));
  return beginsWithValue(key, text, isAlone) ? slicePassage(rest, 0, head.trimEnd().length) : void 0;
}
function beginsWithValue(key, text, isAlone) {
  const { takes } = keywordRow(key);
  if (takes === "a regular expression") return isAlone && /^\S+$/.test(text) && isFacetValue(key, text);
  const isPlain = NUMERIC.includes(takes);
  const end = isPlain ? `(?:\\s*,|${NEXT})` : NEXT;
  const value = new RegExp(`^${VALUE2}(?=${end})`).exec(text)?.[1];
  if (value === void 0 || !isPlain && !isAlone) return false;
  const read2 = plainValue(() => parseYaml(value).toJS());
  return "value" in read2 && isFacetValue(key, read2.value);
}

// src/compiler/user-schemas/bounds.ts
var LOWS = /* @__PURE__ */ new Map([
  ["maximum", [["minimum", true], ["exclusiveMinimum", false]]],
  ["exclusiveMaximum", [["minimum", false], ["exclusiveMinimum", false]]],
  ["maxLength", [["minLength", true]]],
  ["maxItems", [["minItems", true]]],
  ["maxContains", [["minContains", true]]],
  ["maxProperties", [["minProperties", true]]]
]);
function checkBounds(schema, at, report, keywords = Object.keys(schema)) {
  for (const high of keywords) {
    for (const [low, orSame] of LOWS.get(high) ?? []) {
      const [least, most] = [schema[low], schema[high]];
      if (typeof least !== "number" || typeof most !== "number") continue;
      if (least < most || least === most && orSame) continue;
      const place = at(low, high);
      if (place !== void 0) report(facetBounds(place, low, least, high, most));
    }
  }
}

// src/compiler/language/facet-faults.ts
var PATTERN = /(?<=(?:^|[,\s])pattern:\s+)(?:"(?:[^"\\]|\\.)*"|[^\s"'][^]*?)(?=\s*(?:$|,\s*[\w$-]+:\s))/;
var NO_COMMA = new RegExp(String.raw`(?<=[^\s,:{[]\s+)(?:${FACET_NAMES.join("|")})(?=:\s)`);
function reportPattern(facets, report) {
  const { 0: text, index } = PATTERN.exec(facets.text) ?? { index: 0 };
  if (text === void 0) return false;
  const document = parseYaml(`{pattern: ${text}
}`);
  const isQuoted = text.startsWith('"');
  const isYaml = document.errors.length === 0;
  if (isYaml) {
    const read2 = plainValue(() => document.toJS().pattern);
    if ("value" in read2 && (isQuoted || read2.value === text)) return false;
  }
  const at = locate(facets, index, index + text.length);
  report(unquotedPattern(at, isQuoted ? text.slice(1, -1) : text, isYaml));
  return true;
}
function reportMissingComma(facets, report) {
  const text = facets.text.replace(/"(?:[^"\\]|\\.)*"|(?<!\w)'[^']*'/g, (quoted) => "x".repeat(quoted.length));
  const { 0: name, index } = NO_COMMA.exec(text) ?? { index: 0 };
  if (name === void 0) return false;
  report(missingComma(locate(facets, index, index + name.length), name));
  return true;
}
function regexFault(pattern) {
  if (isRegex(pattern)) return void 0;
  try {
    RegExp(pattern);
    return void 0;
  } catch (error2) {
    return error2.message.split(": ").at(-1);
  }
}

// src/compiler/user-schemas/check.ts
var REPLACED = {
  nullable: 'Write "null" among the types: "type": ["string", "null"].',
  dependencies: 'Write "dependentRequired" or "dependentSchemas".',
  additionalItems: 'Write "prefixItems" for the first items and "items" for the others.',
  $recursiveRef: 'Write "$ref".',
  $recursiveAnchor: 'Write "$ref" to the schema itself.',
  id: 'Write "$id".'
};
function reportSchema(schema, places, report) {
  let isValid = true;
  const reportFault = ({ path, reason }) => {
    isValid = false;
    const pointer = pointerOf(path);
    report(invalidSchema(places(pointer), pointer, reason));
  };
  if (!isSchema(schema)) reportFault({ path: void 0, reason: "must be an object or a boolean" });
  else
    eachSchema(schema, (part, parent) => {
      for (const keyword in part) {
        const value = part[keyword];
        const path = { key: keyword, parent };
        for (const fault of faultsOf(keyword, value, path)) reportFault(fault);
        if (keyword === "pattern" && typeof value === "string")
          checkPattern(value, () => places(pointerOf(path)), report);
        if (keyword === "patternProperties" && isKeywords(value))
          for (const key of Object.keys(value))
            checkPattern(key, () => places(pointerOf({ key, parent: path }), "key"), report);
        if (keyword === "format") checkFormat(value, () => places(pointerOf(path)), report);
        if (typeof value === "number") checkBounds(part, () => places(pointerOf(path)), report, [keyword]);
        if (keywordRow(keyword) !== void 0 || keyword.startsWith("x-")) continue;
        const advice = Object.hasOwn(REPLACED, keyword) ? REPLACED[keyword] : "";
        report(unknownKeyword(places(pointerOf(path), "key"), keyword, advice, KEYWORD_NAMES));
      }
    });
  return isValid;
}
function faultsOf(keyword, value, path) {
  const { takes, subschemas } = keywordRow(keyword) ?? {};
  if (takes === void 0) return [];
  if (!TAKES[takes](value)) return [{ path: faultyPath(path, value), reason: `must be ${describe2(takes, value)}` }];
  if (subschemas === void 0 || subschemas === "one") return [];
  const wrong = Object.entries(value).filter(([, part]) => !isSchema(part));
  return wrong.map(([key]) => ({ path: { key, parent: path }, reason: "must be a schema: an object or a boolean" }));
}
function faultyPath(path, value) {
  const pattern = path.key === "patternProperties" && isKeywords(value) ? Object.keys(value).find(patternFault) : void 0;
  if (pattern !== void 0) return { key: pattern, parent: path };
  if (path.key !== "type" || !Array.isArray(value)) return path;
  const wrong = value.findIndex((type) => !TAKES["a type or an array of types"](type));
  return wrong === -1 ? path : { key: wrong, parent: path };
}
function describe2(takes, value) {
  if (takes === "a regular expression" || takes === "an object of schemas by pattern") {
    const patterns = isKeywords(value) ? Object.keys(value) : [value];
    const reasons = patterns.flatMap((pattern) => typeof pattern === "string" ? patternFault(pattern) ?? [] : []);
    return reasons.length === 0 ? takes : `a regular expression of JavaScript: ${reasons[0]}`;
  }
  if (takes !== "a type or an array of types") return takes;
  const types = [...JSON_TYPES, "integer"].sort();
  const wrong = [value].flat().find((type) => typeof type === "string" && !types.includes(type));
  const hint = wrong === void 0 ? "" : didYouMean(wrong, types);
  return `one of the types ${types.map((type) => `"${type}"`).join(", ")}, or an array of them${hint === "" ? "" : `.${hint}`}`;
}
function checkFormat(format, at, report) {
  if (typeof format !== "string" || FORMAT_NAMES.includes(format)) return;
  const hint = didYouMean(format, FORMAT_NAMES);
  if (hint !== "") report(unknownFormat(at(), format, hint));
}

// src/compiler/language/facets.ts
function withFacets(schema, facets, into, report, own2 = {}) {
  const entries2 = readEntries(facets, report);
  const added = entries2.flatMap(({ key, keyAt, value, valueAt }) => {
    if (value === null && key.includes(":")) report(facetSpace(keyAt, key));
    else if (acceptsFacet(key, keyAt, value, valueAt, schema, report, own2)) return [{ key, value, valueAt }];
    return [];
  });
  const keywords = added.map(({ key, value, valueAt }) => toKeyword(key, value, valueAt, into, report));
  const result = { ...schema, ...Object.fromEntries(keywords) };
  for (const { key, value, valueAt } of added)
    into.samples.push(...samplesOf(key, value, schema, result).map((sample) => ({ value: sample, at: valueAt })));
  checkBounds(result, () => locate(facets), report);
  return result;
}
function readEntries(facets, report) {
  if (reportPattern(facets, report)) return [];
  return readYamlEntries(facets, (diagnostic) => {
    if (diagnostic.code !== "invalid-yaml" || !reportMissingComma(facets, report)) report(diagnostic);
  });
}
function readFacet(keyword, content, schema, into, report) {
  const text = trimPassage(content);
  const takes = keywordRow(keyword.name)?.takes;
  const raw = takes === "a string" || takes === "a regular expression";
  const read2 = text.text === "" && takes === "true or false" ? { value: true } : raw ? { value: text.text } : readYaml(text, report);
  if (read2 === void 0) return void 0;
  const valueAt = text.text === "" ? keyword.at : locate(text);
  if (!acceptsFacet(keyword.name, keyword.at, read2.value, valueAt, schema, report)) return void 0;
  return Object.fromEntries([toKeyword(keyword.name, read2.value, valueAt, into, report)]);
}
function samplesOf(keyword, value, before, after) {
  switch (keyword) {
    case "default":
      return [{ what: "default", schema: after, value }];
    case "example":
      return [{ what: "example", schema: after, value }];
    case "examples":
      return value.map((item) => ({ what: "example", schema: after, value: item }));
    case "enum": {
      const { enum: _, const: __, ...others } = after;
      const schema = { ...others, ...pick(before, ["enum", "const"]) };
      return value.map((item) => ({ what: "value", schema, value: item }));
    }
    case "const": {
      const { const: _, ...others } = after;
      return [{ what: "value", schema: { ...others, ...pick(before, ["const"]) }, value }];
    }
    default:
      return [];
  }
}
var OWN_FACET = { takes: "true or false" };
function acceptsFacet(name, at, value, valueAt, schema, report, own2 = {}) {
  const isOwn = Object.hasOwn(own2, name);
  const row = isFacet(name) ? keywordRow(name) : isOwn ? OWN_FACET : void 0;
  if (row === void 0) {
    report(unknownFacet(at, name, FACET_NAMES));
    return false;
  }
  const [types, actual] = [isOwn ? own2[name] : facetTypes(name), typesOf(schema)];
  if (types !== "any" && !isAnyType(actual) && ![...actual].some((type) => types.includes(type))) {
    report(facetType(at, name, types, [...actual]));
    return false;
  }
  if (name === "format") checkFormat(value, () => valueAt, report);
  if (row.takes === "a schema" && typeof value === "object" && value !== null)
    return reportSchema(value, () => valueAt, report);
  if (name === "pattern" && typeof value === "string") {
    const fault = regexFault(value);
    if (fault !== void 0) report(invalidPattern(valueAt, value, fault));
    else checkPattern(value, () => valueAt, report);
    return fault === void 0;
  }
  if (isOwn ? typeof value === "boolean" : isFacetValue(name, value)) return true;
  report(facetValue(valueAt, name, row.takes, value));
  return false;
}
function toKeyword(name, value, at, { references }, report) {
  if (name === "example") return ["examples", [value]];
  if (keywordRow(name)?.takes !== "a schema" || typeof value !== "object") return [name, value];
  const schema = mapReferences(value, (ref, _, keyword) => {
    const target = keyword === "$ref" ? targetOf(ref) : void 0;
    if (target === void 0) report(invalidReference(at, ref, keyword));
    else references.push({ ...target, at, arity: 0 });
    return target === void 0 ? ref : referenceTo(target.name, target.pointer)["$ref"];
  });
  return [name, schema];
}

// src/compiler/language/type.ts
import { parse as parse3 } from "jsdoc-type-pratt-parser";

// src/compiler/language/type-names.ts
var NAME = String.raw`[\p{ID_Continue}$-]+(?:\.+[\p{ID_Continue}$-]+)*`;
var NAME_OR_QUOTED = new RegExp(
  String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<![\p{ID_Continue}$.-])${NAME}(?=\s*(?:$|[|,>)}\]\[<=!]|\.<|\?(?!\s*:)))`,
  "gsu"
);
var NAME_ALONE = new RegExp(String.raw`^(${NAME})((?:\[\])*)$`, "u");
var NO_NAME = /^(?:undefined|function|-?(?:\d*\.\d+|\d+)(?:[Ee][+-]?\d+)?|-?\d+n|-Infinity)$/;
var LETTERS = 42240;
var LETTER = /[\ua500-\ua57f]/g;
function splitName(type) {
  const [, name, lists] = NAME_ALONE.exec(type) ?? [];
  return name === void 0 || NO_NAME.test(name) ? void 0 : { name, depth: lists.length / "[]".length };
}
function encodeNames(type) {
  if (type.search(LETTER) !== -1) return { text: type, decode: (name) => name };
  const text = type.replace(
    NAME_OR_QUOTED,
    (match) => /^["']/.test(match) || NO_NAME.test(match) ? match : match.replace(/[!-~]/g, (char) => String.fromCharCode(LETTERS + char.charCodeAt(0)))
  );
  const decode = (name) => name.replace(LETTER, (letter) => String.fromCharCode(letter.charCodeAt(0) - LETTERS));
  return { text, decode };
}

// src/compiler/language/type-fault.ts
import { parse as parse2 } from "jsdoc-type-pratt-parser";
var PROPERTY = /(?<=[{,;]\s*)(?:asserts|event|extends|external|import|infer|is|module|readonly)(?=\??\s*:)/g;
var MAX_LENGTH = 1e4;
function shorten(text) {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
function reportTypeFault(type, text, encoded, report) {
  const [property] = encoded.matchAll(PROPERTY);
  if (property !== void 0 && parses(encoded.replaceAll(PROPERTY, '"$&"'))) {
    const { 0: name, index } = property;
    return report(unquotedProperty(locate(type, index, index + name.length), name));
  }
  if (text.length > MAX_LENGTH) return report(invalidType(locate(type), shorten(text), shorten(text)));
  const offset = faultOffset(encoded);
  const at = locate(type, offset, Math.max(offset + 1, tokenEnd(text, offset)));
  report(invalidType(at, shorten(text), shorten(text.slice(offset))));
}
function parses(text) {
  try {
    return parse2(text, "jsdoc") !== void 0;
  } catch {
    return false;
  }
}
function faultOffset(text) {
  const ends = [...text.matchAll(/[\p{ID_Continue}$-]+|\S/gu)].map(({ 0: token, index }) => index + token.length);
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = low + high >>> 1;
    if (failingToken(text.slice(0, ends[middle])) === void 0) low = middle + 1;
    else high = middle;
  }
  if (low === ends.length) return text.length;
  return ends[low] - failingToken(text.slice(0, ends[low])).length;
}
function failingToken(text) {
  try {
    parse2(text, "jsdoc");
  } catch (error2) {
    const { token } = error2;
    return token === void 0 || token.type === "EOF" ? void 0 : token.text;
  }
  return void 0;
}
function tokenEnd(text, offset) {
  return offset + (/^[\w$]+|^./.exec(text.slice(offset))?.[0].length ?? 0);
}

// src/schema/named-types.ts
var NAMED = {
  any: {},
  string: { type: "string" },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  object: { type: "object" },
  Object: { type: "object" },
  array: { type: "array", items: {} },
  Array: { type: "array", items: {} },
  null: { type: "null" },
  true: { const: true },
  false: { const: false },
  file: { type: "string", format: "binary" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  long: { type: "integer", format: "int64" },
  float: { type: "number", format: "float" },
  double: { type: "number", format: "double" },
  dateTime: { type: "string", format: "date-time" },
  ...Object.fromEntries(
    "byte binary date date-time password uuid email uri hostname ipv4 ipv6".split(" ").map((format) => [format, { type: "string", format }])
  )
};
var TYPE_NAMES = [...Object.keys(NAMED), "void"];
function namedSchema(name) {
  return Object.hasOwn(NAMED, name) ? NAMED[name] : void 0;
}
function enumOf(values) {
  const types = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  const [type = "null"] = types;
  if (types.size > 1 || !["string", "number", "boolean"].includes(type)) return { enum: values };
  const isInteger2 = type === "number" && values.every((value) => value === null || Number.isInteger(value));
  const name = isInteger2 ? "integer" : type;
  return { type: values.includes(null) ? [name, "null"] : name, enum: values };
}
function unionOf(schemas) {
  if (schemas.length === 1) return schemas[0];
  if (schemas.every((schema) => "const" in schema))
    return enumOf([...new Set(schemas.map((schema) => schema["const"]))]);
  const others = schemas.filter((schema) => schema["type"] !== "null");
  const isNullable = others.length < schemas.length;
  const plain2 = others.length === 1 ? others[0] : others.every((schema) => "const" in schema) ? unionOf(others) : void 0;
  if (isNullable && plain2 !== void 0) {
    if (Array.isArray(plain2["enum"])) return { ...plain2, ...enumOf([...plain2["enum"], null]) };
    if (typeof plain2["type"] === "string") return { ...plain2, type: [plain2["type"], "null"] };
    if ("const" in plain2) return enumOf([plain2["const"], null]);
  }
  return { anyOf: schemas };
}

// src/compiler/language/type.ts
var Unsupported = class extends Error {
};
function parseType(type, report) {
  return parseName(type) ?? parseExpression(type, report);
}
var LISTS_OF_LISTS = new RegExp(String.raw`(?:\[\]){${MAX_NESTING + 1}}`);
function parseName(type) {
  const { name, depth } = splitName(type.text) ?? {};
  if (name === void 0 || depth === void 0 || depth > MAX_NESTING) return void 0;
  const isVoid = name === "void";
  if (isVoid && depth > 0) return void 0;
  const named = isVoid ? {} : namedSchema(name);
  let schema = named ?? referenceTo(name);
  for (let i = 0; i < depth; i++) schema = { type: "array", items: schema };
  const references = named === void 0 ? [{ name, at: locate(type, 0, name.length), arity: 0 }] : [];
  return { schema, isVoid, references };
}
function parseExpression(type, report) {
  const text = type.text.replace(/[\r\n]/g, " ");
  const deep = findDeepBracket(text) ?? LISTS_OF_LISTS.exec(text)?.index;
  if (deep !== void 0) return void report(nestingLimit(locate(type, deep, deep + 1), MAX_NESTING));
  const encoded = encodeNames(text);
  const reading = { text, decode: encoded.decode, cursor: 0, depth: 0, names: [] };
  try {
    const root = parse3(encoded.text, "jsdoc");
    const isVoid = root.type === "JsdocTypeName" && reading.decode(root.value) === "void";
    const schema = isVoid ? {} : toSchema(root, reading);
    const references = reading.names.map(({ name, offset, arity }) => ({
      name,
      at: locate(type, offset, offset + name.length),
      arity
    }));
    return { schema, isVoid, references };
  } catch (error2) {
    if (error2 instanceof Unsupported) report(unsupportedType(locate(type), type.text, error2.message));
    else if (error2 instanceof RangeError) report(nestingLimit(locate(type), MAX_NESTING));
    else reportTypeFault(type, text, encoded.text, report);
    return void 0;
  }
}
function nameOf(node, reading) {
  return node.type === "JsdocTypeName" ? reading.decode(node.value) : "";
}
function toSchema(node, reading) {
  if (++reading.depth > MAX_NESTING) throw new RangeError("nested too deeply");
  const schema = nodeToSchema(node, reading);
  reading.depth--;
  return schema;
}
function nodeToSchema(node, reading) {
  switch (node.type) {
    case "JsdocTypeName":
      return nameToSchema(reading.decode(node.value), reading);
    case "JsdocTypeNull":
      return { type: "null" };
    case "JsdocTypeAny":
      return {};
    case "JsdocTypeStringValue":
      return { const: unescapeQuotes(node.value) };
    case "JsdocTypeNumber":
      if (!Number.isFinite(node.value)) throw new Unsupported("JSON has no number as large");
      return { const: node.value };
    case "JsdocTypeParenthesis":
    case "JsdocTypeNotNullable":
      return toSchema(node.element, reading);
    case "JsdocTypeNullable":
      return unionOf([toSchema(node.element, reading), { type: "null" }]);
    case "JsdocTypeUnion":
      return unionOf(node.elements.map((element) => toSchema(element, reading)));
    case "JsdocTypeGeneric":
      return genericToSchema(node.left, node.elements, node.meta.brackets === "square", reading);
    case "JsdocTypeObject":
      return objectToSchema(node.elements, reading);
    default:
      throw new Unsupported(`a ${node.type.replace("JsdocType", "").toLowerCase()} type has no JSON representation`);
  }
}
function nameToSchema(name, reading) {
  if (name === "void") throw new Unsupported('"void" cannot be combined with other types');
  const named = namedSchema(name);
  if (named !== void 0) return named;
  reading.names.push({ name, offset: skipTo(name, reading), arity: 0 });
  return referenceTo(name);
}
function skipTo(word, reading) {
  const { text } = reading;
  let found = text.indexOf(word, reading.cursor);
  while (found !== -1 && (/[\w$.-]/.test(text.charAt(found - 1)) || /[\w$-]/.test(text.charAt(found + word.length))))
    found = text.indexOf(word, found + 1);
  const offset = found === -1 ? reading.cursor : found;
  reading.cursor = found === -1 ? offset : offset + word.length;
  return offset;
}
function genericToSchema(left, elements, isSquare, reading) {
  const name = nameOf(left, reading);
  if (!isSquare) skipTo(name, reading);
  const from = reading.cursor - name.length;
  const schemas = elements.map((element) => toSchema(element, reading));
  if (name === "Array" || name === "array") {
    if (schemas.length === 1) return { type: "array", items: schemas[0] };
  } else if (/^(?:[Oo]bject|Record)$/.test(name)) {
    if (schemas.length === 2) return { type: "object", additionalProperties: schemas[1] };
  } else if (name !== "" && namedSchema(name) === void 0) {
    reading.names.push({ name, offset: from, arity: schemas.length });
    return useGeneric(name, schemas);
  }
  throw new Unsupported(
    `"${name}" cannot have ${schemas.length} type argument${schemas.length === 1 ? "" : "s"}. Write "Array<T>", "Record<string, T>" or a generic definition`
  );
}
function objectToSchema(elements, reading) {
  const fields = elements.map((element) => {
    const field = readField(element, reading);
    skipTo(field.key, reading);
    const schema = field.right === void 0 ? {} : toSchema(field.right, reading);
    return { key: unescapeQuotes(field.key), optional: field.optional, schema };
  });
  const keys = /* @__PURE__ */ new Set();
  const twice = fields.find(({ key }) => keys.size === keys.add(key).size);
  if (twice !== void 0) throw new Unsupported(`property "${twice.key}" is declared twice`);
  const required = fields.filter((field) => !field.optional).map((field) => field.key);
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.key, field.schema])),
    ...required.length > 0 && { required }
  };
}
function readField(element, { decode }) {
  if (element.type === "JsdocTypeObjectField" && typeof element.key === "string") {
    return { key: decode(element.key), optional: element.optional, right: element.right };
  }
  if (element.type === "JsdocTypeJsdocObjectField") {
    const { left, right } = element;
    if (left.type === "JsdocTypeName") return { key: decode(left.value), optional: false, right };
    const key = left.type === "JsdocTypeNullable" ? left.element : void 0;
    if (key?.type === "JsdocTypeName" || key?.type === "JsdocTypeStringValue" || key?.type === "JsdocTypeNumber")
      return { key: decode(String(key.value)), optional: true, right };
  }
  const isWord = element.type === "JsdocTypeJsdocObjectField" && /^JsdocType(?:Null|Undefined)$/.test(element.left.type);
  throw new Unsupported(
    isWord ? 'quote "null" and "undefined" to use them as property names' : 'write a property as "name: type" or "name?: type"'
  );
}

// src/compiler/language/typed-name.ts
function readTypedName(content, at, directive, into, report) {
  const phrase = readParameterPhrase(content);
  const fail = (diagnostic) => void report(diagnostic);
  if (phrase.unclosed !== void 0)
    return fail(unclosedBracket(locate(phrase.unclosed), phrase.unclosed.text));
  if (phrase.type === void 0)
    return fail(missingType(phrase.name === void 0 ? at : locate(phrase.name), directive));
  if (phrase.name === void 0) return fail(missingName(at, directive));
  const type = parseType(phrase.type, report);
  const name = readName(phrase.name, directive, report);
  const bare = readBareFacets(phrase.rest);
  if (bare !== void 0) report(facetParentheses(locate(bare), bare.text));
  if (type === void 0) return void 0;
  if (type.isVoid)
    return fail(unsupportedType(locate(phrase.type), "void", '"void" is only for "@returns" and "@throws"'));
  into.references.push(...type.references);
  const own2 = directive === "param" ? { explode: ["array"] } : {};
  const { deprecated, explode, ...faceted } = phrase.facets === void 0 ? type.schema : withFacets(type.schema, phrase.facets, into, report, own2);
  return {
    name,
    nameAt: locate(phrase.name),
    required: !phrase.optional,
    schema: phrase.default === void 0 ? faceted : withDefault(faceted, phrase.default, into, report),
    description: textOf(phrase.description),
    deprecated: deprecated === true,
    ...explode === false && { explode }
  };
}
function readName(name, directive, report) {
  const [, bare, value] = /^([^=]*[^=?])\?*(?:=(.*))?$/s.exec(name.text) ?? [];
  if (bare === void 0 || bare === name.text || directive === "typedef") return name.text;
  const shown = value === void 0 ? "" : `=${/^["'[{]/.test(value) ? "..." : value}`;
  report(optionalName(locate(name), name.text, `[${bare}${shown}]`));
  return bare;
}
function withDefault(schema, text, into, report) {
  const read2 = readSample(text, schema, report);
  if (read2 === void 0) return schema;
  const other = into.samples.findLast(({ value }) => value.what === "default");
  if (other !== void 0 && "default" in schema && !isEqual(schema["default"], read2.value))
    report(declaredTwice(other.at, "default", locate(text)));
  into.samples.push({ value: { what: "default", schema, value: read2.value }, at: locate(text) });
  return { ...schema, default: read2.value };
}
function readSample(text, schema, report) {
  const types = typesOf(schema);
  const isText = [...types].every((type) => type === "string" || type === "null");
  if (isText && !(text.text === "null" && types.has("null"))) return { value: unquote(text.text) };
  return readYaml(text, report);
}
function unquote(text) {
  return text.length > 1 && /^(["']).*\1$/s.test(text) ? unescapeQuotes(text.slice(1, -1)) : text;
}

// src/compiler/language/metadata.ts
function readText(directive, into, report) {
  const text = textOf(directive.content);
  if (text === void 0) report(emptyDirective(directive.at, directive.name));
  else into.push({ value: text.replace(/\s+/g, " "), at: directive.at });
}
function readTags(directive, into, report) {
  const tags = splitAtCommas(directive.content);
  if (tags.length === 0) report(emptyDirective(directive.at, directive.name));
  into.tags.push(...tags.map((tag) => ({ value: tag.text.replace(/\s+/g, " "), at: locate(tag) })));
}
function readMediaTypes(directive, into, report) {
  const words = readWords(directive.content);
  if (words.length === 0) report(emptyDirective(directive.at, directive.name));
  const pattern = directive.name === "consumes" ? /^[\w.+-]+\/(?:[\w.+-]+|\*)$/ : /^[\w.+-]+\/[\w.+-]+$/;
  for (const word of words) {
    if (word.text === "any" && directive.name === "consumes") into.push({ value: "*/*", at: locate(word) });
    else if (!pattern.test(word.text)) report(invalidMediaType(locate(word), word.text));
    else into.push({ value: word.text.toLowerCase(), at: locate(word) });
  }
}
function readSecurity2(directive, into, report) {
  const schemes = splitAtCommas(directive.content);
  if (schemes.length === 0) return report(emptyDirective(directive.at, directive.name));
  const isNone = schemes.length === 1 && schemes[0].text === "none";
  const requirement = isNone ? {} : Object.fromEntries(
    schemes.map((scheme) => readWords(scheme).map((word) => word.text)).map(([name, ...scopes]) => [name, scopes])
  );
  into.security.push({ value: requirement, at: locate(trimPassage(directive.content)) });
}
function readSee(directive, into, report) {
  const text = (textOf(directive.content) ?? "").replace(/\s+/g, " ").replace(/^\{@link ([^}]*)\}/, "$1");
  const [, url, description] = /^<?(https?:\/\/[^\s|}>]+)>?[\s|-]*(.*)$/.exec(text) ?? [];
  if (url === void 0) return report(invalidUrl(directive.at));
  into.see.push({
    value: description === "" || description === void 0 ? { url } : { url, description },
    at: directive.at
  });
}
function readExtension(directive, into, report) {
  const text = trimPassage(directive.content);
  const read2 = text.text === "" ? { value: true } : readYaml(text, report);
  if (read2 !== void 0) into.extensions.push({ value: [directive.name, read2.value], at: directive.at });
}
function readExample(directive, into, report) {
  const text = trimPassage(directive.content);
  if (text.text === "") return report(emptyDirective(directive.at, directive.name));
  const { latest } = into;
  if (latest === void 0) return report(exampleOfNothing(directive.at));
  const of = latest === "parameter" ? into.parameters : into.responses;
  const entry = of.pop();
  const { schema } = entry.value;
  const read2 = schema && readSample(unfence(text), schema, report);
  if (schema === void 0) report(exampleOfNothing(directive.at));
  else if (read2 !== void 0)
    into.samples.push({ value: { what: "example", schema, value: read2.value }, at: locate(text) });
  of.push(
    read2 === void 0 ? entry : { ...entry, value: { ...entry.value, example: read2.value } }
  );
}
function splitAtCommas(content) {
  return [...content.text.matchAll(/[^,]+/g)].map((match) => trimPassage(slicePassage(content, match.index, match.index + match[0].length))).filter((part) => part.text !== "");
}

// src/compiler/language/parameter.ts
function readParameter2({ at, content }, into, report) {
  const typed = readTypedName(content, at, "param", into, report);
  if (typed === void 0) return;
  const [place, name] = splitPlace(typed.name.normalize("NFC"));
  if (name === "") return report(missingName(typed.nameAt, "param"));
  if (/\p{Surrogate}/u.test(name)) return report(loneSurrogate(typed.nameAt));
  if (place === void 0) checkPlace(typed, into, report);
  into.latest = "parameter";
  into.parameters.push({
    value: {
      name,
      in: place,
      required: typed.required,
      schema: typed.schema,
      description: typed.description,
      deprecated: typed.deprecated,
      ...typed.explode === false && { explode: false }
    },
    at: typed.nameAt
  });
}
function splitPlace(text) {
  const prefix = /^(path|query|header|cookie|body)\.(.*)$/s.exec(text);
  return prefix === null ? [void 0, text] : [prefix[1], prefix[2]];
}
var MEANT = {
  param: "path",
  params: "path",
  path: "path",
  queries: "query",
  query: "query",
  headers: "header",
  header: "header",
  cookies: "cookie",
  cookie: "cookie",
  body: "body"
};
function checkPlace({ name, nameAt }, { parameters }, report) {
  const [, prefix = "", rest = ""] = /^([a-z]+)\.(.+)$/is.exec(name) ?? [];
  const meant = Object.hasOwn(MEANT, prefix.toLowerCase()) ? MEANT[prefix.toLowerCase()] : void 0;
  if (meant === void 0 || parameters.some(({ value }) => value.name === prefix)) return;
  report(unknownPlace(nameAt, prefix, rest, meant));
}
function readInclude(directive, into, report) {
  const words = readWords(directive.content);
  if (words.length === 0) report(missingInclude(directive.at, directive.name));
  into.push(...words.map((word) => ({ value: word.text, at: locate(word) })));
}

// src/compiler/language/response.ts
var PROBLEM2 = { schema: referenceTo("Problem"), isVoid: false, references: [] };
function readReturns(directive, into, report) {
  readResponse2(directive, void 0, into, report);
}
function readThrows(directive, into, report) {
  readResponse2(directive, PROBLEM2, into, report);
}
function readResponse2({ at, content }, otherwise, into, report) {
  const phrase = readResponsePhrase(content);
  if (phrase.unclosed !== void 0)
    return report(unclosedBracket(locate(phrase.unclosed), phrase.unclosed.text));
  if (phrase.type !== void 0 && isStatusAsType(phrase.type, phrase.status))
    return report(statusAsType(locate(phrase.type), phrase.type.text, meantResponse(phrase, otherwise)));
  const type = phrase.type === void 0 ? otherwise : parseType(phrase.type, report);
  if (phrase.type !== void 0 && type === void 0) return;
  const hasBody = type !== void 0 && !type.isVoid;
  const status = phrase.status?.text.replace(/x/g, "X") ?? (otherwise !== void 0 ? "default" : hasBody ? "200" : "204");
  if (!/^(?:[1-5](?:\d\d|XX)|default)$/.test(status))
    return report(invalidStatus(locate(phrase.status), status));
  if (otherwise !== void 0 && /^[123]/.test(status)) report(thrownStatus(locate(phrase.status), status));
  if (hasBody && /^(?:1\d\d|204|205|304)$/.test(status))
    report(bodilessStatus(locate(phrase.type ?? content), status));
  if (type === void 0 && phrase.status === void 0 && phrase.description.text !== "")
    into.untyped.push({ value: phrase.description.text, at });
  into.references.push(...type?.references ?? []);
  into.latest = "response";
  into.responses.push({
    value: {
      status,
      description: textOf(phrase.description),
      schema: hasBody ? type.schema : void 0,
      mediaType: phrase.mediaType?.text.toLowerCase(),
      headers: []
    },
    at: phrase.status === void 0 ? at : locate(phrase.status)
  });
}
function isStatusAsType(type, status) {
  return /^[1-5](?:\d\d|XX)$/i.test(type.text) && (status === void 0 || status.text === type.text);
}
function meantResponse({ type, description }, otherwise) {
  const status = type.text;
  const isBodiless = otherwise !== void 0 || /^(?:1..|204|205|304)$/.test(status);
  const text = (textOf(description) ?? "...").replace(/\s+/g, " ");
  return `@${otherwise === void 0 ? "returns" : "throws"} ${isBodiless ? "" : "{Pet} "}${status} - ${text}`;
}
function readHeader2({ at, content }, into, report) {
  const typed = readTypedName(content, at, "header", into, report);
  if (typed === void 0) return;
  const { name, required, schema, description } = typed;
  if (!isHeaderName(name)) return report(headerName(typed.nameAt, name));
  const header = { value: { name, required, schema, description }, at: typed.nameAt };
  const response = into.responses.pop();
  if (response === void 0) into.headers.push(header);
  else into.responses.push({ ...response, value: { ...response.value, headers: [...response.value.headers, header] } });
}

// src/compiler/language/directives.ts
var READERS = {
  param: readParameter2,
  "param-include": (directive, into, report) => readInclude(directive, into.parameterIncludes, report),
  returns: readReturns,
  "returns-include": (directive, into, report) => readInclude(directive, into.responseIncludes, report),
  throws: readThrows,
  header: readHeader2,
  summary: (directive, into, report) => readText(directive, into.summary, report),
  operationId: (directive, into, report) => readText(directive, into.operationId, report),
  tags: readTags,
  deprecated: ({ at, content }, into) => into.deprecated.push({ value: textOf(content) ?? true, at }),
  security: readSecurity2,
  consumes: (directive, into, report) => readMediaTypes(directive, into.consumes, report),
  produces: (directive, into, report) => readMediaTypes(directive, into.produces, report),
  example: readExample,
  see: readSee,
  internal: ({ at }, into) => into.internal.push({ value: true, at })
};
var ONCE = ["summary", "operationId", "deprecated", "internal"];
function readDirectives(directives, description, report) {
  const into = new Draft(description);
  for (const directive of directives) readDirective(directive, into, report);
  for (const name of ONCE) {
    for (const other of into[name].slice(1)) report(repeatedDirective(other.at, name, into[name][0].at));
  }
  return into;
}
function readDirective(directive, into, report) {
  if (Object.hasOwn(READERS, directive.name)) READERS[directive.name](directive, into, report);
  else if (toMethod(directive.name) !== void 0) readMethod2(directive, into, report);
  else if (/^x-./.test(directive.name)) readExtension(directive, into, report);
  else if (!isPassedOver(directive.name)) reportUnknown(directive, report);
}
function readSomeDirectives(directives, allowed, directive, report) {
  const misplaced = directives.filter(
    ({ name }) => !allowed.includes(name) && !isPassedOver(name)
  );
  for (const { at, name } of misplaced) report(misplacedDirective(at, name, directive, allowed));
  return readDirectives(
    directives.filter((item) => !misplaced.includes(item)),
    void 0,
    report
  );
}
function reportUnknown({ name, at }, report) {
  if (isLikeSecurity(name)) report(misspelledSecurity(at, name));
  else report(unknownDirective(at, name, [...DIRECTIVES, ...METHODS]));
}
function readMethod2(directive, into, report) {
  const content = trimPassage(directive.content);
  if (content.text !== "") report(methodContent(locate(content), directive.name));
  into.methods.push({ value: toMethod(directive.name), at: directive.at });
}

// src/import/write/read-back.ts
function readBack(lines) {
  const text = commentText(lines);
  if (text.slice(2, -2).includes("*/")) return void 0;
  let isSound2 = true;
  const comment = parseComment({ file: "", text }, { start: 0, end: text.length });
  const declarations = readDirectives(comment.directives, void 0, ({ severity }) => {
    isSound2 &&= severity !== "error";
  });
  return isSound2 ? declarations : void 0;
}
function firstSound(spellings2, isMeant) {
  for (const lines of spellings2) {
    const read2 = readBack(lines);
    if (read2 !== void 0 && isMeant(read2)) return lines;
  }
  return void 0;
}

// src/import/write/type-text.ts
var RESERVED2 = new Set("null undefined is readonly import infer event external asserts".split(" "));
function readPlain(schema) {
  if (typeof schema === "boolean") return void 0;
  const { type, items, properties, required = [], ...facets } = schema;
  const types = [type].flat().filter((name) => name !== "null");
  if (types.length !== 1 || typeof types[0] !== "string" || !Object.keys(facets).every(isFacet)) return void 0;
  if (isKeywords(facets["additionalProperties"])) return void 0;
  return {
    type: types[0],
    nullable: [type].flat().includes("null"),
    items,
    properties,
    required,
    facets
  };
}
function typeWithFacets(schema) {
  const whole = typeText(schema);
  if (whole !== void 0) return { type: whole, facets: {} };
  if (typeof schema === "boolean") return void 0;
  const { enum: values, format, ...others } = schema;
  const facets = Object.fromEntries(Object.entries(others).filter(([name]) => isFacet(name)));
  const bare = Object.fromEntries(Object.entries(others).filter(([name]) => !isFacet(name)));
  for (const said of [{ enum: values, format }, { format }, { enum: values }, {}]) {
    const used = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== void 0));
    const type = typeText({ ...bare, ...used });
    const rest = { ...format !== void 0 && { format }, ...values !== void 0 && { enum: values }, ...facets };
    if (type !== void 0) return { type, facets: Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in used))) };
  }
  return void 0;
}
function typeText(schema) {
  if (schema === true) return "any";
  if (schema === false) return void 0;
  const keywords = Object.keys(schema);
  if (keywords.length === 0) return "any";
  if (keywords.length === 1 && "$ref" in schema) return referenceText(schema);
  if (keywords.length === 1 && "anyOf" in schema) return unionText(schema["anyOf"]);
  if (schema["type"] === "null" && keywords.length === 1) return "null";
  if (schema["type"] === "object" && keywords.length === 2 && isKeywords(schema["additionalProperties"])) {
    const value = typeText(schema["additionalProperties"]);
    return value && `Record<string, ${value}>`;
  }
  const values = literalsText(schema);
  if (values !== void 0) return values;
  const plain2 = readPlain(schema);
  const text = plain2 && plainTypeText(plain2);
  return plain2?.nullable === true ? text && `${text}|null` : text;
}
function literalsText({ type, enum: values, ...others }) {
  if (!Array.isArray(values) || Object.keys(others).length > 0) return void 0;
  const types = [type].flat().filter((name) => name !== "null");
  const plain2 = values.filter((value) => value !== null);
  if (types.length !== 1 || plain2.length < 2 || new Set(values).size < values.length) return void 0;
  if (values.includes(null) !== Array.isArray(type) || values.includes(null) && values.at(-1) !== null) return void 0;
  const isString2 = types[0] === "string" && plain2.every((value) => /^[^'"\\\n*@]*$/.test(String(value)) && typeof value === "string");
  const isInteger2 = types[0] === "integer" && plain2.every((value) => Number.isSafeInteger(value));
  if (!isString2 && !isInteger2) return void 0;
  return values.map((value) => typeof value === "string" ? `'${value}'` : String(value)).join("|");
}
function plainTypeText({ type, items, properties, required, facets }) {
  const { format, ...others } = facets;
  if (Object.keys(others).length > 0) return void 0;
  if (format !== void 0) {
    const named = namedSchema(String(format));
    return named?.["type"] === type && named["format"] === format ? String(format) : void 0;
  }
  if (type === "array") return items && arrayText(items);
  if (type !== "object" || properties === void 0) return required.length === 0 && items === void 0 ? type : void 0;
  const isKnown = required.every((name) => Object.hasOwn(properties, name));
  const fields = Object.entries(properties).map(([name, value]) => {
    const text = typeText(value);
    return text && `${fieldName(name)}${required.includes(name) ? "" : "?"}: ${text}`;
  });
  return isKnown && fields.length > 0 && !fields.includes(void 0) ? `{${fields.join(", ")}}` : void 0;
}
function arrayText(items) {
  const text = typeText(items);
  return text === void 0 || !text.includes("|") || text.startsWith("{") ? text && `${text}[]` : `(${text})[]`;
}
function unionText(members) {
  const texts = members.map((member) => typeText(member));
  const isNullable = texts.length === 2 && texts.includes("null");
  const isReference2 = members.some((member) => isKeywords(member) && "$ref" in member);
  if (texts.includes(void 0) || texts.length < 2 || isNullable && !isReference2) return void 0;
  return texts.map((text) => text.includes("|") ? `(${text})` : text).join("|");
}
function referenceText(schema) {
  const name = referredName(schema);
  const isPlain = name !== void 0 && splitName(name)?.name === name && namedSchema(name) === void 0;
  return isPlain && !["void", "Record"].includes(name) ? name : void 0;
}
function fieldName(name) {
  return /^[A-Za-z_]\w*$/.test(name) && !RESERVED2.has(name) ? name : `'${name.replaceAll(/(['"\\])/g, String.raw`\$1`)}'`;
}
function facetText(facets) {
  const entries2 = FACET_NAMES.filter((name) => name in facets).map((name) => `${name}: ${yamlText(facets[name])}`);
  const own2 = "explode" in facets ? [...entries2, `explode: ${String(facets["explode"])}`] : entries2;
  return own2.length === 0 ? "" : ` (${own2.join(", ")})`;
}
function yamlText(value) {
  if (Array.isArray(value)) return `[${value.map(yamlText).join(", ")}]`;
  if (isKeywords(value)) return `{${Object.entries(value).map(([key, item]) => `${yamlText(key)}: ${yamlText(item)}`).join(", ")}}`;
  if (typeof value === "string" && /^[A-Za-z][\w-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value))
    return value;
  return JSON.stringify(value).replaceAll("*/", String.raw`*\/`);
}

// src/import/write/input-lines.ts
function parameterLines(parameter, prefix, scope) {
  const isMeant = (value, wanted) => value.name === parameter.name && (value.in ?? "") === prefix.slice(0, -1) && isSameInput(value, wanted);
  return firstSpelling(parameter, scope, `${scope.owner} ${parameter.name}`, (input, said) => [
    (declarations) => declarations.parameters.length === 1 && isMeant(declarations.parameters[0].value, input),
    spellings("param", { ...input, name: `${prefix}${parameter.name}` }, said)
  ]);
}
function headerLines(header, scope) {
  const isMeant = (value, wanted) => value.name === header.name && isSameInput(value, wanted);
  return firstSpelling(header, scope, `${scope.owner} ${header.name}`, (input, said) => [
    (declarations) => declarations.headers.length === 1 && isMeant(declarations.headers[0].value, input),
    spellings("header", input, said)
  ]);
}
function firstSpelling(input, scope, wanted, attempt) {
  const inPlace2 = typeWithFacets(input.schema);
  const { example, ...others } = input;
  const hasExample = example !== void 0 && scope.allows(input.schema, example);
  const { description: _, ...bare } = others;
  const inputs = [...hasExample ? [input] : [], others, bare];
  const tryAll = (said, schema) => {
    for (const each of inputs) {
      const [isMeant, lines] = attempt({ ...each, schema }, said);
      const found2 = firstSound(lines, isMeant);
      if (found2 !== void 0) return found2;
    }
    return void 0;
  };
  const found = inPlace2 && tryAll(inPlace2, input.schema);
  if (found !== void 0 || isReference(input.schema)) return found;
  const name = scope.define(input.schema, wanted);
  return tryAll({ type: name, facets: {} }, { $ref: `#/components/schemas/${name}` });
}
function isReference(schema) {
  return "$ref" in schema && Object.keys(schema).length === 1 && typeWithFacets(schema) !== void 0;
}
function isSameInput(read2, wanted) {
  return read2.required === wanted.required && isSameSchema(read2.schema, wanted.schema) && plainText(read2.description ?? "") === plainText(wanted.description ?? "") && read2.deprecated === true === (wanted.deprecated === true) && read2.explode === wanted.explode && isDeepStrictEqual3(read2.example, wanted.example);
}
function* spellings(directive, input, said) {
  const { name, required, schema, deprecated, explode } = input;
  const facets = { ...said.facets, ...deprecated === true && { deprecated }, ...explode === false && { explode } };
  const { default: value, ...others } = facets;
  const [text, ...rest] = describedAs(input.description);
  for (const example of exampleLines(input.example, schema)) {
    const write = (place, shown) => [
      `@${directive} {${said.type}} ${place}${facetText(shown)}${text}`,
      ...rest,
      ...example
    ];
    if (required) yield write(name, facets);
    else if (value === void 0) yield write(`[${name}]`, facets);
    else {
      yield write(`[${name}=${defaultText(value)}]`, others);
      yield write(`[${name}]`, facets);
    }
  }
}
function* exampleLines(example, schema) {
  if (example === void 0) return yield [];
  if (typeof example === "string") {
    const lines = example.split("\n");
    yield [`@example ${lines[0]}`, ...lines.slice(1)];
    yield [`@example ${JSON.stringify(example)}`];
    yield ["@example", "```", ...lines, "```"];
  }
  const json = JSON.stringify(example).replaceAll("*/", String.raw`*\/`);
  if (json.length < 80 || [...typesOf(schema)].every((type) => type === "string")) return yield [`@example ${json}`];
  yield ["@example", ...JSON.stringify(example, null, 2).replaceAll("*/", String.raw`*\/`).split("\n")];
  return yield [`@example ${json}`];
}
function defaultText(value) {
  if (typeof value !== "string") return yamlText(value);
  return /^[\w./:-]([\w./: -]*[\w./:-])?$/.test(value) && value !== "null" ? value : JSON.stringify(value);
}

// src/compiler/module/syntax.ts
import { parseSync } from "oxc-parser";

// src/compiler/module/bracket-limit.ts
var MAX_OPEN_BRACKETS = 1e3;
var TEXT = /\/\*[^]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
function findTooDeep(text) {
  if ((text.match(/[([{<]/g)?.length ?? 0) <= MAX_OPEN_BRACKETS) return void 0;
  return deepOffset(text.replace(TEXT, (match) => " ".repeat(match.length)));
}
function deepOffset(text) {
  let open = 0;
  let generics = 0;
  for (const { 0: token, index } of text.matchAll(/[([{]|[)\]}]|(?<=[\w$])<|>|[;?]|&&|\|\|/g)) {
    if ("([{".includes(token)) open++;
    else if (")]}".includes(token)) open = Math.max(0, open - 1);
    else if (token === "<") generics++;
    else if (token === ">") generics = Math.max(0, generics - 1);
    else generics = 0;
    if (open + generics > MAX_OPEN_BRACKETS) return index;
  }
  return void 0;
}

// src/compiler/module/syntax.ts
function parseSyntax(source, report) {
  const deep = findTooDeep(source.text);
  if (deep !== void 0)
    return void report(bracketLimit({ source, span: spanIn(source.text, deep, deep + 1) }, MAX_OPEN_BRACKETS));
  const extension = /\.([cm]?)([jt]s)$/.exec(source.file);
  const result = parseSync(source.file, source.text, {
    lang: extension?.[2] === "ts" ? "ts" : "js",
    sourceType: extension?.[1] === "c" ? "commonjs" : extension?.[1] === "m" ? "module" : "unambiguous",
    preserveParens: false
  });
  const { errors } = result;
  for (const { labels, message, helpMessage } of errors) {
    const span = spanIn(source.text, labels[0]?.start ?? 0, labels[0]?.end ?? 0);
    report(syntaxError({ source, span }, message, helpMessage));
  }
  if (errors.length > 0) return void 0;
  const { program, comments } = result;
  return { program, comments, isModule: () => result.module.hasModuleSyntax };
}

// src/compiler/typescript/budget.ts
var MAX_SIZE = 5e4;
var BudgetExceeded = class extends Error {
  constructor(span, limit) {
    super(`more than ${limit === "depth" ? MAX_NESTING : MAX_SIZE}`);
    this.span = span;
    this.limit = limit;
  }
  span;
  limit;
};
var Budget = class {
  #size = 0;
  #depth = 0;
  #extents = /* @__PURE__ */ new WeakMap();
  /** Reads a type, one level deeper than the types around it; throws {@link BudgetExceeded}. */
  read(span, read2) {
    this.#check(span, { size: 1, depth: 1 });
    this.#depth++;
    const result = read2();
    this.#depth--;
    return result;
  }
  /** Counts a schema that is used again; throws {@link BudgetExceeded}. */
  reuse(span, schema) {
    this.#check(span, this.#extentOf(schema));
    return schema;
  }
  #check(span, { size, depth }) {
    this.#size += size;
    if (this.#depth + depth > MAX_NESTING) throw new BudgetExceeded(span, "depth");
    if (this.#size > MAX_SIZE) throw new BudgetExceeded(span, "size");
  }
  #extentOf(value) {
    const known = this.#extents.get(value);
    if (known !== void 0) return known;
    const isSchema2 = !Array.isArray(value);
    let [size, depth] = [isSchema2 ? 1 : 0, 0];
    for (const item of Object.values(value)) {
      if (typeof item !== "object" || item === null) continue;
      const inner = this.#extentOf(item);
      size += inner.size;
      depth = Math.max(depth, inner.depth);
    }
    const extent = { size, depth: depth + ("properties" in value || "items" in value ? 1 : 0) };
    this.#extents.set(value, extent);
    return extent;
  }
};

// src/compiler/comment/misread.ts
function checkMisread(comment, isKnown, report) {
  const { source, span } = comment.at;
  const isOneLine = !/[\r\n]/.test(source.text.slice(span.start, span.end));
  checkPassage(comment.description, isOneLine, isKnown, report);
  for (const { name, content } of comment.directives)
    if (name !== "example") checkPassage(content, isOneLine, isKnown, report);
  checkFence(comment.at, isKnown, report);
}
function checkPassage(passage, isOneLine, isKnown, report) {
  if (!passage.text.includes("@")) return;
  for (const { 1: name, 2: type, index } of passage.text.matchAll(/(?<=\s)@([A-Za-z][\w-]*)(?=\s|$)(\s*\{)?/g)) {
    const isCode = passage.text.slice(0, index).split("`").length % 2 === 0;
    if (isCode || !isKnown(name) || !isOneLine && type === void 0) continue;
    report(inlineDirective(locate(passage, index, index + 1 + name.length), name));
  }
}
function checkFence(at, isKnown, report) {
  const fence = unclosedFence2(at);
  if (fence === void 0) return;
  const below = at.source.text.slice(fence.span.end, at.span.end).matchAll(/^[\s*]*@([A-Za-z][\w-]*)(?=\s|$)/gm);
  const swallowed = [...below].map(([, name]) => name).find(isKnown);
  if (swallowed !== void 0) report(unclosedFence(fence, swallowed));
}
function unclosedFence2({ source, span }) {
  const text = source.text.slice(span.start, span.end);
  if (!text.includes("```")) return void 0;
  let open;
  for (const { 0: line, index } of text.matchAll(/.+/g)) {
    if (line.split("```").length % 2 === 0)
      open = open === void 0 ? span.start + index + line.lastIndexOf("```") : void 0;
  }
  return open === void 0 ? void 0 : { source, span: { start: open, end: open + "```".length } };
}

// src/compiler/typescript/type-tag.ts
function refineType({ at, content }, schema, report) {
  const [found, inBraces, bare] = /^\{([^}]*)\}|^(\S*)/.exec(trimPassage(content).text);
  const text = slicePassage(trimPassage(content), 0, found.length);
  const given = (inBraces ?? bare ?? "").trim();
  const known = typesOf(schema);
  const types = isAnyType(known) ? [] : [...known];
  if (given === "") report(emptyDirective(at, "type"));
  else if (given === "integer") return toInteger(schema) ?? reportNoNumber(text, schema, types, report);
  else if (!isRepetition(given, types, inBraces !== void 0)) report(typeTag(locate(text), given));
  return schema;
}
function isRepetition(given, types, inBraces) {
  if (types.includes(given.toLowerCase()) || given === "number" && types.includes("integer")) return true;
  const isOther = TYPE_NAMES.includes(given) && types.length > 0;
  return inBraces && !isOther && !isNearInteger(given);
}
function toInteger(schema) {
  const { type } = schema;
  const types = [type].flat();
  if (!types.includes("number")) return void 0;
  const narrowed = types.map((each) => each === "number" ? "integer" : each);
  return { ...schema, type: Array.isArray(type) ? narrowed : narrowed[0] };
}
function reportNoNumber(text, schema, types, report) {
  const name = referredName(schema);
  const actual = name === void 0 ? types : [`"${name}"`];
  if (actual.length > 0 && !types.includes("integer"))
    report(facetType(locate(text), "integer", ["number"], actual));
  return schema;
}

// src/compiler/typescript/doc.ts
function isEnvelopeTag(name) {
  return ENVELOPE_TAGS.includes(name);
}
var PRAGMA = /^\s*(?:!|[#@]__|@ts-|eslint|oxlint|prettier|biome|istanbul|c8 |v8 )/;
var DEFINES = /^[\s*]*@(?:typedef|param-define|returns-define)\b/m;
var TAGS = ("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format contentEncoding contentMediaType minItems maxItems uniqueItems minProperties maxProperties additionalProperties default example title deprecated readOnly writeOnly " + ENVELOPE_TAGS.join(" ")).split(" ");
var IGNORED_DIRECTIVES = /* @__PURE__ */ new Set(["see", "summary", "internal"]);
function findDocs(source, syntax) {
  const docs2 = /* @__PURE__ */ new Map();
  const targets = /* @__PURE__ */ new Map();
  for (const { type, value, start, end } of syntax.comments.toReversed()) {
    const next = end + source.text.slice(end).search(/\S|$/);
    const target = targets.get(next) ?? next;
    targets.set(start, target);
    if (type !== "Block" || PRAGMA.test(value) || DEFINES.test(value)) continue;
    if (docs2.has(target) || isTrailing(source.text, start, target)) continue;
    docs2.set(target, parseComment(source, { start, end }));
  }
  return docs2;
}
function isTrailing(text, start, target) {
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  return line.trim() !== "" && text.slice(start, target).includes("\n");
}
function describe3(schema, start, reading) {
  const comment = reading.docs.get(start);
  if (comment === void 0) return schema;
  checkMisread(comment, (name) => name === "type" || TAGS.includes(name), reading.report);
  const description = textOf(comment.description);
  const before = description === void 0 ? schema : { ...schema, description };
  const keywords = [];
  const after = comment.directives.reduce((result, tag) => readTag(tag, result, reading, keywords), before);
  for (const { keyword, value, valueAt } of keywords)
    reading.samples.push(...samplesOf(keyword, value, before, after).map((sample) => ({ value: sample, at: valueAt })));
  checkBounds(after, (...bounds) => keywords.findLast(({ keyword }) => bounds.includes(keyword))?.at, reading.report);
  return after;
}
function readTag(tag, schema, reading, keywords) {
  const { report } = reading;
  if (tag.name === "example" || tag.name === "default") return readValue(tag, schema, report, keywords);
  if (tag.name === "deprecated") return withText({ ...schema, deprecated: true }, "Deprecated: ", tag);
  if (tag.name === "description" || tag.name === "remarks") return withText(schema, "", tag);
  if (tag.name === "type") return refineType(tag, schema, report);
  const narrowed = tag.name === "format" && /^int(?:32|64)$/.test(tag.content.text.trim()) && toInteger(schema);
  if (narrowed) return { ...narrowed, format: tag.content.text.trim() };
  if (isEnvelopeTag(tag.name)) return readKeyword({ ...tag, name: `x-${tag.name}` }, schema, reading, keywords);
  if (isFacet(tag.name)) return readKeyword(tag, schema, reading, keywords);
  if (tag.name.startsWith("x-")) {
    const text = trimPassage(tag.content);
    const read2 = text.text === "" ? { value: true } : readYaml(text, report);
    return read2 === void 0 ? schema : { ...schema, [tag.name]: read2.value };
  }
  if (!isPassedOver(tag.name) && !IGNORED_DIRECTIVES.has(tag.name))
    report(unknownDirective(tag.at, tag.name, TAGS));
  return schema;
}
function readKeyword(tag, schema, reading, keywords) {
  const added = readFacet(tag, tag.content, schema, reading, reading.report);
  if (added === void 0) return schema;
  const text = trimPassage(tag.content);
  const valueAt = text.text === "" ? tag.at : locate(text);
  keywords.push({ keyword: tag.name, value: added[tag.name], at: tag.at, valueAt });
  return { ...schema, ...added };
}
function readValue({ name, at, content }, schema, report, keywords) {
  const text = trimPassage(content);
  if (text.text === "") {
    report(emptyDirective(at, name));
    return schema;
  }
  const read2 = readSample(unfence(text), schema, report);
  if (read2 === void 0) return schema;
  keywords.push({ keyword: name, value: read2.value, at, valueAt: locate(text) });
  if (name === "default") return { ...schema, default: read2.value };
  return { ...schema, examples: [...schema["examples"] ?? [], read2.value] };
}
function withText(schema, prefix, { content }) {
  const text = textOf(content);
  if (text === void 0) return schema;
  const before = schema["description"];
  return { ...schema, description: `${typeof before === "string" ? `${before}
` : ""}${prefix}${text}` };
}

// src/compiler/typescript/env.ts
function withAllProperties(env) {
  return env.part === void 0 ? env : { ...env, part: void 0 };
}
function placeOf2({ start, end }, env) {
  return { source: env.module.source, span: { start, end } };
}
function unsupported(node, reason, env) {
  const text = env.module.source.text.slice(node.start, node.end).replace(/\s+/g, " ");
  env.report(unsupportedType(placeOf2(node, env), text.length > 60 ? `${text.slice(0, 57)}...` : text, reason));
  return {};
}

// src/compiler/typescript/module.ts
function readTypeModule(source, program, report) {
  const types = /* @__PURE__ */ new Map();
  const classes = /* @__PURE__ */ new Set();
  const constants = /* @__PURE__ */ new Map();
  const imports = /* @__PURE__ */ new Map();
  for (const statement of program.body) {
    const node = statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration" ? statement.declaration : statement;
    if (isTypeNode(node)) addType(types, node, statement.start, source, report);
    else if (node?.type === "ClassDeclaration" && node.id !== null) classes.add(node.id.name);
    else if (node?.type === "ImportDeclaration")
      for (const [local, name] of importedNames(node)) imports.set(local, name);
    else if (node?.type === "VariableDeclaration" && node.kind === "const") {
      for (const { id, init } of node.declarations)
        if (id.type === "Identifier" && init !== null) constants.set(id.name, init);
    }
  }
  const exports = listExports(source, program, types, imports);
  const own2 = [...exports.values()].filter(({ isForeign }) => !isForeign).reverse();
  const exportedAs = new Map(own2.map(({ local, name }) => [local, name]));
  return { source, types, classes, constants, imports, exports, exportedAs };
}
function isTypeNode(node) {
  return node?.type === "TSInterfaceDeclaration" || node?.type === "TSTypeAliasDeclaration" || node?.type === "TSEnumDeclaration";
}
function addType(types, node, start, source, report) {
  const { name } = node.id;
  const at = { source, span: { start: node.id.start, end: node.id.end } };
  const first = types.get(name);
  if (first === void 0) types.set(name, { name, at, pieces: [{ node, start }] });
  else if (node.type === "TSInterfaceDeclaration" && first.pieces[0].node.type === node.type) {
    types.set(name, { ...first, pieces: [...first.pieces, { node, start }] });
  } else report(declaredTwice(at, `type "${name}"`, first.at));
}
function importedNames({ specifiers }) {
  return specifiers.map((specifier) => {
    if (specifier.type === "ImportNamespaceSpecifier") return [specifier.local.name, "*"];
    const name = specifier.type === "ImportSpecifier" ? nameOf2(specifier.imported) : "default";
    return [specifier.local.name, name === "default" ? specifier.local.name : name];
  });
}
function nameOf2(node) {
  return node.type === "Literal" ? node.value : node.name;
}
function listExports(source, program, types, imports) {
  const exports = /* @__PURE__ */ new Map();
  for (const { exported, local, isType: isType2, isElsewhere } of program.body.flatMap(exportedNames)) {
    const at = { source, span: { start: exported.start, end: exported.end } };
    const name = nameOf2(exported) === "default" ? local : nameOf2(exported);
    const original = isElsewhere ? local : imports.get(local);
    if (exports.has(name)) continue;
    if (!isElsewhere && types.has(local)) exports.set(name, { name, local, at, isForeign: false });
    else if (isType2 && original !== void 0 && original !== name)
      exports.set(name, { name, local: original, at, isForeign: true });
  }
  return exports;
}
function exportedNames(statement) {
  if (statement.type !== "ExportNamedDeclaration" && statement.type !== "ExportDefaultDeclaration") return [];
  const { declaration } = statement;
  if (isTypeNode(declaration))
    return [{ exported: declaration.id, local: declaration.id.name, isType: true, isElsewhere: false }];
  if (statement.type === "ExportDefaultDeclaration") {
    if (declaration?.type !== "Identifier") return [];
    return [{ exported: declaration, local: declaration.name, isType: false, isElsewhere: false }];
  }
  return statement.specifiers.map(({ exported, local, exportKind }) => ({
    exported,
    local: nameOf2(local),
    isType: statement.exportKind === "type" || exportKind === "type",
    isElsewhere: statement.source !== null
  }));
}

// src/compiler/typescript/union.ts
var NO_UNDEFINED = 'JSON has no "undefined". Write "null", or "?" after the name of an optional property';
function splitUnion(type) {
  const parts = [];
  let hasUndefined = false;
  const pending = [type];
  for (let next = pending.pop(); next !== void 0; next = pending.pop()) {
    if (next.type === "TSUnionType") pending.push(...next.types.toReversed());
    else if (next.type === "TSParenthesizedType") pending.push(next.typeAnnotation);
    else if (next.type === "TSUndefinedKeyword") hasUndefined = true;
    else if (next.type !== "TSNeverKeyword") parts.push(next);
  }
  return { parts, hasUndefined };
}
function readUnion(type, env) {
  const { parts, hasUndefined } = splitUnion(type);
  if (hasUndefined) return unsupported(type, NO_UNDEFINED, env);
  return readAlternatives(parts, type, env);
}
function readAlternatives(parts, type, env) {
  if (parts.length === 0) return unsupported(type, "no value has this type", env);
  return alternatives(parts.map((part) => env.read(part, env)));
}
function alternatives(schemas) {
  const flat = distinct(schemas.flatMap(flatten));
  if (flat.some(isAny)) return {};
  const listed2 = flat.filter((schema) => "const" in schema);
  const others = flat.filter((schema) => !("const" in schema));
  if (listed2.length < 2 || others.every((schema) => schema["type"] === "null")) return unionOf(flat);
  const at = flat.indexOf(listed2[0]);
  return unionOf([...flat.slice(0, at), unionOf(listed2), ...flat.slice(at).filter((schema) => !("const" in schema))]);
}
function flatten(schema) {
  const [keyword, ...others] = Object.keys(schema).filter((key) => key !== "type" || !("enum" in schema));
  if (others.length > 0) return [schema];
  if (keyword === "enum")
    return schema["enum"].map((value) => value === null ? { type: "null" } : { const: value });
  return keyword === "anyOf" ? schema["anyOf"].flatMap(flatten) : [schema];
}
function literalsOf(schema) {
  if ("const" in schema) return [schema["const"]];
  if (Array.isArray(schema["enum"])) return schema["enum"];
  return schema["type"] === "null" ? [null] : void 0;
}
function literals(values) {
  return alternatives(values.map((value) => value === null ? { type: "null" } : { const: value }));
}

// src/compiler/typescript/lookup.ts
var ONLY_HERE = "only types of this file can be looked up";
var NAMES = { label: "keyof", has: () => false };
function readSettled(type, node, env) {
  return settle(env.read(type, env), (schema) => env.resolve(schema, node, env));
}
function readKeys(type, env) {
  if (type.type === "TSNeverKeyword") return [];
  const keys = literalsOf(readSettled(type, type, withAllProperties(env)));
  if (keys === void 0)
    unsupported(type, "property names must be literals or a union of literals: 'id' | 'name'", env);
  return keys?.map(String);
}
function readKeyof({ typeAnnotation }, env) {
  const inner = { ...env, part: NAMES };
  const schema = env.read(typeAnnotation, inner);
  const shape = shapeOf(schema, (part) => env.resolve(part, typeAnnotation, inner));
  if (shape === void 0) return isAny(schema) ? {} : unsupported(typeAnnotation, ONLY_HERE, env);
  if ("additionalProperties" in shape) return { type: "string" };
  const names2 = propertiesOf(shape).map(([name]) => name);
  return names2.length === 0 ? unsupported(typeAnnotation, "it has no properties", env) : literals(names2);
}
function readIndexed({ objectType, indexType }, env) {
  if (indexType.type === "TSNumberKeyword") return readItems(objectType, env);
  const keys = readKeys(indexType, env);
  if (keys === void 0) return {};
  const inner = { ...env, part: { label: `[${keys.join()}]`, has: (name) => keys.includes(name) } };
  const resolve2 = (schema) => env.resolve(schema, objectType, inner);
  const settled = settle(env.read(objectType, inner), resolve2);
  const shape = shapeOf(settled["type"] === "array" ? arrayShape(settled) : settled, resolve2);
  if (shape === void 0) return isAny(settled) ? {} : unsupported(objectType, ONLY_HERE, env);
  for (const key of keys) checkProperty(key, shape, indexType, env);
  return alternatives(keys.flatMap((key) => pickOne(key, shape).map(([, schema]) => schema)));
}
function arrayShape({ prefixItems = [], items }) {
  return objectOf(
    prefixItems.map((item, i) => [String(i), item]),
    [],
    { additionalProperties: items }
  );
}
function readItems(type, env) {
  const settled = readSettled(type, type, env);
  if (isAny(settled)) return {};
  if (settled["type"] !== "array") return unsupported(type, `${ONLY_HERE}, and this is not an array`, env);
  return alternatives([...settled.prefixItems ?? [], ...typeof settled.items === "object" ? [settled.items] : []]);
}
function checkProperty(name, shape, node, env) {
  if (pickOne(name, shape).length > 0) return;
  env.report(
    unknownProperty(
      placeOf2(node, env),
      name,
      propertiesOf(shape).map(([known]) => known)
    )
  );
}

// src/compiler/typescript/members.ts
var NUMERIC_NAME = "^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$";
function readMembers(members, env) {
  const properties = /* @__PURE__ */ new Map();
  const others = [];
  for (const member of members) {
    if (member.type === "TSIndexSignature") others.push(readIndexSignature(member, env));
    else if (member.type !== "TSPropertySignature")
      unsupported(member, "JSON has no functions. Remove it from this type", env);
    else {
      const name = nameOf3(member.key, member.computed);
      const at = placeOf2(member.key, env);
      const first = name === void 0 ? void 0 : properties.get(name);
      if (name === void 0) unsupported(member.key, "a property name must be a literal", env);
      else if (first === void 0) properties.set(name, { ...readProperty(name, member, env), at });
      else env.report(declaredTwice(at, `property "${name}"`, first.at));
    }
  }
  const required = [...properties].filter(([, property]) => !property.optional).map(([name]) => name);
  return objectOf(
    [...properties].map(([name, { schema }]) => [name, schema]),
    required,
    mergeOthers(others)
  );
}
function readProperty(name, member, env) {
  const type = member.typeAnnotation?.typeAnnotation;
  if (env.part?.has(name) === false)
    return { schema: {}, optional: member.optional || type !== void 0 && splitUnion(type).hasUndefined };
  const inner = withAllProperties(env);
  const value = type === void 0 ? { schema: {}, optional: false } : readOptional(type, inner);
  const optional = member.optional || value.optional;
  if (value.schema === "never" && !optional)
    return { schema: unsupported(type, "no value has this type, so no object can have the property", env), optional };
  return { schema: describe3(value.schema === "never" ? { not: {} } : value.schema, member.start, inner), optional };
}
function readOptional(type, env) {
  const { parts, hasUndefined } = splitUnion(type);
  if (parts.length === 0) return { schema: "never", optional: hasUndefined };
  return { schema: readAlternatives(parts, type, env), optional: hasUndefined };
}
function nameOf3(key, isComputed) {
  if (key.type === "Identifier") return isComputed ? void 0 : key.name;
  if (key.type === "Literal") return String(key.value);
  return key.type === "TemplateLiteral" && key.expressions.length === 0 ? key.quasis[0]?.value.cooked ?? void 0 : void 0;
}
function readIndexSignature({ parameters, typeAnnotation }, env) {
  if (env.part !== void 0 && env.part.label === "keyof")
    return keyedBy(env.read(parameters[0].typeAnnotation.typeAnnotation, withAllProperties(env)), {});
  const inner = withAllProperties(env);
  const { schema } = readOptional(typeAnnotation.typeAnnotation, inner);
  return keyedBy(env.read(parameters[0].typeAnnotation.typeAnnotation, inner), schema === "never" ? false : schema);
}
function keyedBy(key, value) {
  const keywords = Object.keys(key).filter((keyword) => keyword !== "description");
  if (key["type"] === "string" && keywords.length === 1) return { additionalProperties: value };
  if (key["type"] === "number" || key["type"] === "integer") return { patternProperties: { [NUMERIC_NAME]: value } };
  if (typeof key["pattern"] === "string" && keywords.length === 2)
    return { patternProperties: { [key["pattern"]]: value } };
  return { propertyNames: key, additionalProperties: value };
}

// src/compiler/typescript/library-types.ts
var array = {
  arity: 1,
  read: ([items], _node, env) => ({ type: "array", items: env.read(items, withAllProperties(env)) })
};
var plain = (schema) => ({ arity: 0, read: () => schema });
var utility = (name, arity) => ({
  arity,
  read: ([of, keys], node, env) => readUtility(name, of, keys, node, env)
});
var filter = (keepsListed) => ({
  arity: 2,
  read: ([from, values], node, env) => readFiltered(from, values, keepsListed, node, env)
});
var BUILT_INS = /* @__PURE__ */ new Map([
  ["Array", array],
  ["ReadonlyArray", array],
  ["Record", { arity: 2, read: ([key, value], _node, env) => readRecord(key, value, withAllProperties(env)) }],
  ["Readonly", { arity: 1, read: ([of], _node, env) => env.read(of, env) }],
  ["Partial", utility("Partial", 1)],
  ["Required", utility("Required", 1)],
  ["Pick", utility("Pick", 2)],
  ["Omit", utility("Omit", 2)],
  ["Extract", filter(true)],
  ["Exclude", filter(false)],
  // As JSON.stringify writes a Date: ECMA-262, Date.prototype.toJSON.
  ["Date", plain({ type: "string", format: "date-time" })],
  ["File", plain({ type: "string", format: "binary" })],
  ["Blob", plain({ type: "string", format: "binary" })]
]);
var COMPUTED = "only TypeScript can compute this type. Write out the result";
var BYTES = 'JSON has no bytes. Write "string", with a tag such as "@contentEncoding base64"';
var UNSUPPORTED = new Map([
  ...["Map", "WeakMap"].map((name) => [name, 'JSON has no maps. Write "Record<string, T>"']),
  ...["Set", "WeakSet", "Iterable", "AsyncIterable"].map(
    (name) => [name, 'it has no JSON representation. Write "T[]"']
  ),
  ["Promise", "it has no JSON representation. Write the type it resolves to"],
  ["Function", "JSON has no functions"],
  ...["Symbol", "RegExp", "Error"].map((name) => [name, "it has no JSON representation"]),
  ["BigInt", 'JSON has no bigint. Write "number" or "string"'],
  ...["String", "Number", "Boolean", "Object"].map((name) => [name, `write "${name.toLowerCase()}"`]),
  ...["Buffer", "ArrayBuffer", "Uint8Array"].map((name) => [name, BYTES]),
  ..."NonNullable ReturnType Parameters ConstructorParameters InstanceType Awaited NoInfer ThisType ThisParameterType OmitThisParameter".split(" ").map((name) => [name, COMPUTED]),
  ...["Uppercase", "Lowercase", "Capitalize", "Uncapitalize"].map((name) => [name, COMPUTED])
]);
function readRecord(key, value, env) {
  const keys = readSettled(key, key, env);
  const { schema, optional } = readOptional(value, env);
  const names2 = literalsOf(keys)?.map(String);
  if (names2 === void 0) return objectOf([], [], keyedBy(keys, schema === "never" ? false : schema));
  const each = schema === "never" ? { not: {} } : schema;
  return objectOf(
    names2.map((name) => [name, each]),
    optional || schema === "never" ? [] : names2
  );
}
function readUtility(name, of, keyType, node, env) {
  const keys = keyType === void 0 ? [] : readKeys(keyType, env);
  if (keys === void 0) return {};
  const inner = { ...env, part: partOf2(name, keys, env.part) };
  const resolve2 = (schema2) => env.resolve(schema2, node, inner);
  const schema = env.read(of, inner);
  const shape = shapeOf(schema, resolve2);
  if (shape === void 0) {
    if (isOpen(schema, resolve2)) return useUtility(name, schema, keys);
    return isAny(settle(schema, resolve2)) ? {} : unsupported(of, `"${name}" needs an object with properties`, env);
  }
  if (name === "Pick") for (const key of keys) checkProperty(key, shape, keyType, env);
  return applyUtility(name, shape, keys);
}
function partOf2(name, keys, outer) {
  if (name !== "Pick" && name !== "Omit") return outer;
  const has = (property) => keys.includes(property) === (name === "Pick") && outer?.has(property) !== false;
  const labels = /* @__PURE__ */ new Set([...outer?.label.split("\n") ?? [], `${name} ${keys.join()}`]);
  return { label: [...labels].sort().join("\n"), has };
}
function readFiltered(from, values, keepsListed, node, env) {
  const all = literalsOf(readSettled(from, from, withAllProperties(env)));
  const listed2 = literalsOf(readSettled(values, values, withAllProperties(env)));
  if (all === void 0 || listed2 === void 0)
    return unsupported(node, '"Extract" and "Exclude" only support literals. Write out the result', env);
  const rest = all.filter((value) => listed2.includes(value) === keepsListed);
  return rest.length === 0 ? unsupported(node, "no values are left", env) : literals(rest);
}

// src/compiler/module/named-operation.ts
var NAMING = /* @__PURE__ */ new Set(["OperationContext", "OperationResult"]);
function typedBySignature(node) {
  const [first] = node.params;
  const parameter = first !== void 0 && "typeAnnotation" in first ? first.typeAnnotation?.typeAnnotation : void 0;
  return [parameter, node.returnType?.typeAnnotation].flatMap((type) => type == null ? [] : typedByType(type));
}
function typedByCall(node) {
  return lastName(node.callee) === "defineOperation" ? nameIn(node.typeArguments) : [];
}
function typedByType(type) {
  if (type.type !== "TSTypeReference") return [];
  const name = lastName(type.typeName);
  if (name === "Promise") return (type.typeArguments?.params ?? []).flatMap(typedByType);
  return name !== void 0 && NAMING.has(name) ? nameIn(type.typeArguments) : [];
}
function lastName(node) {
  if (node.type === "Identifier") return node.name;
  if (node.type === "TSQualifiedName") return node.right.name;
  return node.type === "MemberExpression" ? lastName(node.property) : void 0;
}
function nameIn(given) {
  const [type] = given?.params ?? [];
  if (type?.type !== "TSLiteralType" || type.literal.type !== "Literal") return [];
  const { value } = type.literal;
  return typeof value === "string" ? [{ name: value, span: { start: type.start, end: type.end } }] : [];
}

// src/compiler/module/bindings.ts
function bindingsOf(program) {
  const table = /* @__PURE__ */ new Map();
  for (const statement of program.body) {
    const declaration = statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration" ? statement.declaration : statement;
    if (declaration !== null) declare(declaration, statement.start, table);
  }
  const bindings = {
    has: (name) => table.has(name),
    resolve(name, anchors) {
      const binding = table.get(name);
      if (binding === void 0) return { kind: "computed", anchors };
      if (binding.kind === "import") return { kind: "imported", name, anchors };
      if (binding.node === null) return { kind: "computed", name, anchors: [...binding.anchors, ...anchors] };
      table.delete(name);
      const value = classify(binding.node, bindings, [...binding.anchors, ...anchors]);
      table.set(name, binding);
      return { ...value, name: value.name ?? name };
    }
  };
  return bindings;
}
function declare(declaration, start, table) {
  switch (declaration.type) {
    case "ImportDeclaration":
      for (const { local } of declaration.specifiers)
        table.set(local.name, { node: null, kind: "import", anchors: [] });
      break;
    case "TSImportEqualsDeclaration":
      table.set(declaration.id.name, { node: null, kind: "import", anchors: [] });
      break;
    case "VariableDeclaration":
      for (const { id, init, start: own2 } of declaration.declarations) {
        if (id.type === "Identifier") table.set(id.name, { node: init, kind: "value", anchors: [own2, start] });
      }
      break;
    case "FunctionDeclaration":
    case "TSDeclareFunction":
    case "ClassDeclaration": {
      const name = declaration.id?.name;
      if (name !== void 0)
        table.set(name, { node: declaration, kind: "value", anchors: [start, ...table.get(name)?.anchors ?? []] });
      break;
    }
    default:
  }
}
function classify(expression, bindings, anchors) {
  const node = unwrap(expression);
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression": {
      const overloads = node.type === "FunctionDeclaration" && node.id !== null ? bindings.resolve(node.id.name, []).anchors : [];
      return {
        kind: "function",
        name: node.id?.name,
        isGenerator: node.generator,
        typedAs: typedBySignature(node),
        anchors: [.../* @__PURE__ */ new Set([node.start, ...overloads, ...anchors])]
      };
    }
    case "Identifier":
      return bindings.resolve(node.name, anchors);
    case "CallExpression": {
      const wrapped = node.arguments.map((argument) => classify(argument, bindings, [node.start, ...anchors]));
      const inner = wrapped.find((value) => value.kind === "function");
      return inner === void 0 ? { kind: "computed", anchors } : { ...inner, isGenerator: false, typedAs: [...typedByCall(node), ...inner.typedAs ?? []] };
    }
    case "AssignmentExpression":
      return classify(node.right, bindings, anchors);
    case "ArrayExpression":
      return { kind: "other", isList: true, anchors };
    case "MemberExpression":
    case "ChainExpression":
    case "TaggedTemplateExpression":
    case "SequenceExpression":
    case "ConditionalExpression":
    case "LogicalExpression":
    case "AwaitExpression":
      return { kind: "computed", anchors };
    default:
      return { kind: "other", anchors };
  }
}
function unwrap(node) {
  switch (node.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
    case "TSInstantiationExpression":
      return unwrap(node.expression);
    default:
      return node;
  }
}

// src/compiler/typescript/tuple.ts
function readTuple({ elementTypes }, env) {
  const elements = elementTypes.map(readElement);
  const rest = elements.findIndex(({ kind }) => kind === "rest");
  if (rest !== -1 && rest < elements.length - 1) {
    return unsupported(elementTypes[rest], "JSON Schema allows a rest element only at the end", env);
  }
  const prefix = elements.filter(({ kind }) => kind !== "rest").map(({ type }) => env.read(type, env));
  const items = rest === -1 ? false : itemsOf(env.read(elements[rest].type, env), elements[rest].type, env);
  return tupleOf(prefix, elements.filter(({ kind }) => kind === "required").length, items);
}
function tupleOf(prefix, minItems, items) {
  const least = minItems > 0 && { minItems };
  if (prefix.length === 0) return items === false ? { type: "array", maxItems: 0 } : { type: "array", items };
  const same = JSON.stringify(items);
  if (prefix.every((item) => JSON.stringify(item) === same)) return { type: "array", items, ...least };
  return { type: "array", prefixItems: prefix, items, ...least };
}
function readElement(element) {
  switch (element.type) {
    case "TSOptionalType":
      return { type: element.typeAnnotation, kind: "optional" };
    case "TSRestType": {
      const inner = element.typeAnnotation;
      return { type: inner.type === "TSNamedTupleMember" ? inner.elementType : inner, kind: "rest" };
    }
    case "TSNamedTupleMember":
      return { type: element.elementType, kind: element.optional ? "optional" : "required" };
    default:
      return { type: element, kind: "required" };
  }
}
function itemsOf(rest, type, env) {
  const { items } = rest;
  if (rest["type"] === "array" && typeof items === "object" && items !== null && !("prefixItems" in rest))
    return items;
  return unsupported(type, "a rest element must be an array", env);
}

// src/compiler/typescript/constant.ts
function readLiteral(node, env) {
  const value = valueOf(node.literal);
  return value === void 0 ? unsupported(node, "it has no JSON representation", env) : { const: value };
}
function valueOf(expression) {
  if (expression.type === "TemplateLiteral" && expression.expressions.length === 0)
    return expression.quasis[0]?.value.cooked ?? void 0;
  if (expression.type === "UnaryExpression") {
    const value2 = valueOf(expression.argument);
    return expression.operator === "-" && typeof value2 === "number" ? -value2 : void 0;
  }
  if (expression.type !== "Literal") return void 0;
  const { value } = expression;
  if (typeof value === "number") return Number.isFinite(value) ? value : void 0;
  return typeof value === "string" || typeof value === "boolean" ? value : void 0;
}
function readEnum(node, env) {
  const values = /* @__PURE__ */ new Map();
  let next = 0;
  for (const { id, initializer, start, end } of node.body.members) {
    const earlier = initializer?.type === "Identifier" ? values.get(initializer.name) : void 0;
    const value = initializer === null ? next : earlier ?? valueOf(initializer);
    const name = id.type === "Identifier" ? id.name : id.type === "Literal" ? id.value : id.quasis[0]?.value.cooked ?? "";
    if (value === void 0)
      unsupported({ start, end }, "the value of an enum member must be a string or number literal", env);
    else values.set(name, value);
    next = value === void 0 ? 0 : typeof value === "number" ? value + 1 : void 0;
  }
  return values;
}
function readConstant(node, env) {
  const init = node.exprName.type === "Identifier" ? env.module.constants.get(node.exprName.name) : void 0;
  const isFixed = init !== void 0 && isAsConst(init);
  const schema = init === void 0 ? void 0 : schemaOf(unwrap(init), isFixed, env);
  return schema ?? unsupported(
    node,
    '"typeof" needs a constant of this file that holds a literal, or an array or object of literals "as const"',
    env
  );
}
function isAsConst(expression) {
  if (expression.type === "TSSatisfiesExpression") return isAsConst(expression.expression);
  if (expression.type !== "TSAsExpression") return false;
  const { typeAnnotation: type } = expression;
  return type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "const";
}
function schemaOf(expression, isFixed, env) {
  return env.budget.read(expression, () => valueSchema(expression, isFixed, env));
}
function valueSchema(expression, isFixed, env) {
  const value = valueOf(expression);
  if (value !== void 0) return { const: value };
  if (expression.type === "Literal" && expression.raw === "null") return { type: "null" };
  if (!isFixed) return void 0;
  if (expression.type === "ArrayExpression") {
    const items = expression.elements.map(
      (item) => item === null || item.type === "SpreadElement" ? void 0 : schemaOf(unwrap(item), true, env)
    );
    return items.every((item) => item !== void 0) ? tupleOf(items, items.length, false) : void 0;
  }
  if (expression.type !== "ObjectExpression") return void 0;
  const properties = expression.properties.map((property) => {
    if (property.type !== "Property" || property.computed) return void 0;
    const { key } = property;
    const schema = schemaOf(unwrap(property.value), true, env);
    const name = key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : void 0;
    return name === void 0 || schema === void 0 ? void 0 : [name, schema];
  });
  if (!properties.every((property) => property !== void 0)) return void 0;
  return objectOf(
    properties,
    properties.map(([name]) => name)
  );
}

// src/compiler/typescript/reference.ts
function readReference(name, args, node, env) {
  const path = pathOf(name);
  const [head = "", member] = path;
  if (path.length === 1) return readName2(head, name, args, node, env);
  if (path.length === 2 && env.module.imports.get(head) === "*") return refer(member, lastOf(name), args, env);
  const declared = path.length === 2 ? env.module.types.get(head)?.pieces[0]?.node : void 0;
  if (declared?.type === "TSEnumDeclaration") return readMember(declared, member, name, env);
  return unsupported(
    node,
    "a definition has a single name. Export the type at the top level of a file, and use its own name",
    env
  );
}
function readMember(declared, member, name, env) {
  const values = readEnum(declared, env);
  if (values.has(member)) return { const: values.get(member) };
  env.report(unknownProperty(placeOf2(lastOf(name), env), member, [...values.keys()]));
  return {};
}
function pathOf(name) {
  if (name.type === "Identifier") return [name.name];
  if (name.type === "TSQualifiedName") return [...pathOf(name.left), name.right.name];
  if (name.type === "MemberExpression" && name.property.type === "Identifier" && !name.computed)
    return [...pathOf(name.object), name.property.name];
  return [];
}
function lastOf(name) {
  if (name.type === "TSQualifiedName") return name.right;
  return name.type === "MemberExpression" ? name.property : name;
}
function readName2(name, at, args, node, env) {
  const bound = env.bound.get(name);
  if (bound !== void 0) return env.budget.reuse(node, bound);
  const declaration = env.module.types.get(name);
  if (declaration !== void 0) return readDeclared(declaration, at, args, node, env);
  if (env.module.classes.has(name))
    return unsupported(node, "JSON cannot represent a class. Declare an interface of its properties", env);
  const imported = env.module.imports.get(name);
  if (imported !== void 0) return refer(imported, at, args, env);
  const builtIn = BUILT_INS.get(name);
  if (builtIn === void 0)
    return UNSUPPORTED.has(name) ? unsupported(node, UNSUPPORTED.get(name), env) : refer(name, at, args, env);
  if (args.length === builtIn.arity) return builtIn.read(args, node, env);
  env.report(typeArguments(placeOf2(at, env), name, builtIn.arity, args.length));
  return {};
}
function readDeclared(declaration, at, args, node, env) {
  const exported = env.module.exportedAs.get(declaration.name);
  if (exported !== void 0) return refer(exported, at, args, env, declaration);
  const given = args.map((arg) => env.read(arg, withAllProperties(env)));
  return writeOut(declaration, given, node, env);
}
function refer(name, at, args, env, declaration) {
  const given = args.map((arg) => env.read(arg, withAllProperties(env)));
  const values = declaration === void 0 ? given : [...bind(declaration, given, env).values()];
  env.references.push({ name, at: placeOf2(at, env), arity: values.length });
  return values.length === 0 ? referenceTo(name) : useGeneric(name, values);
}
function bind(declaration, given, env) {
  const bound = /* @__PURE__ */ new Map();
  parametersOf(declaration).forEach(({ name, default: byDefault }, i) => {
    const value = given[i] ?? (byDefault === null ? void 0 : env.read(byDefault, { ...withAllProperties(env), bound }));
    if (value !== void 0) bound.set(name.name, value);
  });
  given.slice(bound.size).forEach((value, i) => bound.set(`(${i})`, value));
  return bound;
}
function parametersOf({
  pieces
}) {
  const node = pieces[0]?.node;
  return node === void 0 || node.type === "TSEnumDeclaration" ? [] : node.typeParameters?.params ?? [];
}
function writeOut(declaration, given, node, env) {
  const { name } = declaration;
  const label = env.part === void 0 ? name : `${name} ${env.part.label}`;
  if (env.open.includes(label)) {
    env.report(recursiveType(placeOf2(node, env), name, env.module.exportedAs.has(name)));
    return {};
  }
  const bound = bind(declaration, given, env);
  const expected = parametersOf(declaration).length;
  if (bound.size !== expected) {
    env.report(typeArguments(placeOf2(node, env), name, expected, given.length));
    return {};
  }
  return readDeclaration(declaration, { ...env, bound, open: [...env.open, label] });
}
function readDeclaration({ pieces }, env) {
  const schema = readPieces(pieces, env);
  if (env.part !== void 0) return schema;
  return pieces.reduce((described, { start }) => describe3(described, start, env), schema);
}
function readPieces(pieces, env) {
  const node = pieces[0].node;
  if (node.type === "TSTypeAliasDeclaration") return env.read(node.typeAnnotation, env);
  if (node.type === "TSEnumDeclaration") {
    const values = new Set(readEnum(node, env).values());
    if (node.body.members.length === 0) return unsupported(node, "it has no values", env);
    return values.size === 0 ? {} : enumOf([...values]);
  }
  const interfaces = pieces.flatMap((piece) => piece.node.type === "TSInterfaceDeclaration" ? [piece.node] : []);
  const bases = interfaces.flatMap((each) => each.extends).map((base) => readReference(base.expression, base.typeArguments?.params ?? [], base, env));
  const own2 = readMembers(
    interfaces.flatMap((each) => each.body.body),
    env
  );
  return bases.length === 0 ? own2 : extend(bases, own2);
}
function resolveReference2(schema, node, env) {
  const name = isGenericUse(schema) ? schema.generic : referredName(schema);
  const exported = name === void 0 ? void 0 : env.module.exports.get(name);
  const declaration = exported === void 0 || exported.isForeign ? void 0 : env.module.types.get(exported.local);
  return declaration && writeOut(declaration, schema["arguments"] ?? [], node, env);
}

// src/compiler/typescript/template.ts
var ANY_TEXT = String.raw`[\s\S]*`;
var NUMBER2 = String.raw`-?\d+(?:\.\d+)?`;
function readTemplate2(node, env) {
  const holes = node.types.map((type) => patternOf(env.read(type, env)));
  const fault = holes.indexOf(void 0);
  if (fault !== -1)
    return unsupported(
      node.types[fault],
      "a template allows only strings, numbers, booleans and unions of literals of this file",
      env
    );
  const texts = node.quasis.map((quasi) => escape(quasi.value.cooked ?? ""));
  return { type: "string", pattern: `^${texts.map((text, i) => text + (holes[i] ?? "")).join("")}$` };
}
function patternOf(schema) {
  const values = literalsOf(schema);
  if (values !== void 0) return group(values.map((value) => escape(String(value))));
  if (Array.isArray(schema["anyOf"])) {
    const parts = schema["anyOf"].map(patternOf);
    return parts.every((part) => part !== void 0) ? group(parts) : void 0;
  }
  switch (schema["type"]) {
    case "string":
      return Object.keys(schema).every((keyword) => keyword === "type" || keyword === "description") ? ANY_TEXT : void 0;
    case "number":
    case "integer":
      return NUMBER2;
    case "boolean":
      return "(?:true|false)";
    default:
      return void 0;
  }
}
function group(alternatives3) {
  return alternatives3.length === 1 ? alternatives3[0] : `(?:${alternatives3.join("|")})`;
}
function escape(text) {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

// src/compiler/typescript/type.ts
var KEYWORDS2 = {
  TSAnyKeyword: {},
  TSUnknownKeyword: {},
  TSStringKeyword: { type: "string" },
  TSNumberKeyword: { type: "number" },
  TSBooleanKeyword: { type: "boolean" },
  TSNullKeyword: { type: "null" },
  TSObjectKeyword: { type: "object" }
};
var REASONS = {
  TSUndefinedKeyword: NO_UNDEFINED,
  TSVoidKeyword: NO_UNDEFINED,
  TSNeverKeyword: "no value has this type",
  TSBigIntKeyword: 'JSON has no bigint. Write "number" or "string"',
  TSSymbolKeyword: "it has no JSON representation",
  TSFunctionType: "JSON has no functions",
  TSConstructorType: "JSON has no classes",
  TSConditionalType: "only TypeScript can compute this type. Write out the result",
  TSMappedType: 'only TypeScript can compute this type. Write "Record", "Partial", "Pick" or the properties',
  TSThisType: "write the name of the type"
};
function readType(type, env) {
  return env.budget.read(type, () => readAny(type, env));
}
function readAny(type, env) {
  switch (type.type) {
    case "TSParenthesizedType":
      return readType(type.typeAnnotation, env);
    case "TSTypeLiteral":
      return readMembers(type.members, env);
    case "TSIntersectionType": {
      const schemas = type.types.map((part) => readType(part, env));
      return intersect(schemas) ?? unsupported(type, "no value can match all of these types", env);
    }
    case "TSTypeReference":
      return readReference(type.typeName, type.typeArguments?.params ?? [], type, env);
    case "TSImportType":
      return readImport(type, env);
    default:
      return readOther(type, withAllProperties(env));
  }
}
function readOther(type, env) {
  switch (type.type) {
    case "TSLiteralType":
      return readLiteral(type, env);
    case "TSTemplateLiteralType":
      return readTemplate2(type, env);
    case "TSArrayType":
      return { type: "array", items: readType(type.elementType, env) };
    case "TSTupleType":
      return readTuple(type, env);
    case "TSUnionType":
      return readUnion(type, env);
    case "TSIndexedAccessType":
      return readIndexed(type, env);
    case "TSTypeQuery":
      return readConstant(type, env);
    case "TSTypeOperator":
      if (type.operator === "keyof") return readKeyof(type, env);
      if (type.operator === "readonly") return readType(type.typeAnnotation, env);
      return unsupported(type, "it has no JSON representation", env);
    default:
      return KEYWORDS2[type.type] ?? unsupported(type, REASONS[type.type] ?? "JSON Schema cannot express it", env);
  }
}
function readImport(type, env) {
  const { qualifier } = type;
  if (qualifier?.type === "Identifier") return refer(qualifier.name, qualifier, type.typeArguments?.params ?? [], env);
  return unsupported(type, 'name one of its types: import("./pet.ts").Pet', env);
}

// src/compiler/typescript/index.ts
function readTypeScriptDefinitions(source, syntax, report) {
  const once2 = reportOnce(report);
  const module = readTypeModule(source, syntax.program, once2);
  if (module.exports.size === 0) return [];
  const docs2 = findDocs(source, syntax);
  const sampled = /* @__PURE__ */ new Set();
  return [...module.exports.values()].map((item) => {
    const definition = define(item, module, docs2, once2);
    const samples = definition.samples.filter(({ value, at }) => {
      const key = `${at.span.start} ${JSON.stringify(value.value)}`;
      return !sampled.has(key) && sampled.add(key);
    });
    return { ...definition, samples };
  });
}
function define({ name, local, at, isForeign }, module, docs2, report) {
  const references = [];
  const samples = [];
  const target = isForeign ? local : module.exportedAs.get(local);
  if (isForeign || target !== name) {
    return {
      name,
      typeParameters: [],
      schema: referenceTo(target),
      at,
      references: [{ name: target, at, arity: 0 }],
      samples
    };
  }
  const declaration = module.types.get(local);
  const typeParameters = parametersOf(declaration).map((parameter) => parameter.name.name);
  const env = {
    module,
    docs: docs2,
    report,
    read: readType,
    resolve: resolveReference2,
    bound: new Map(typeParameters.map((parameter) => [parameter, useParameter(parameter)])),
    open: [local],
    budget: new Budget(),
    part: void 0,
    references,
    samples
  };
  const schema = readWithin(declaration, env);
  const distinct2 = new Map(references.map((reference) => [`${reference.name} ${reference.at.span.start}`, reference]));
  return { name, typeParameters, schema, at, references: [...distinct2.values()], samples };
}
function readWithin(declaration, env) {
  try {
    return readDeclaration(declaration, env);
  } catch (error2) {
    if (!(error2 instanceof BudgetExceeded)) throw error2;
    env.report(
      error2.limit === "depth" ? nestingLimit(placeOf2(error2.span, env), MAX_NESTING) : expansionLimit(declaration.at, declaration.name, MAX_SIZE)
    );
    return {};
  }
}
function reportOnce(report) {
  const seen2 = /* @__PURE__ */ new Set();
  return (diagnostic) => {
    const key = `${diagnostic.code} ${diagnostic.at.span.start} ${diagnostic.at.span.end}`;
    if (seen2.has(key)) return;
    seen2.add(key);
    report(diagnostic);
  };
}

// src/compiler/language/property-tree.ts
var Node = class {
  constructor(own2) {
    this.own = own2;
  }
  own;
  properties = /* @__PURE__ */ new Map();
  items;
};
function assembleShape(base, parts, report) {
  const root = new Node(base);
  for (const part of parts) putAt(root, part, report);
  return toSchema2(root, report);
}
function putAt(root, part, report) {
  let node = root;
  const steps = part.value.name.split(/\.|(?=\[\])/);
  if (steps.length > MAX_NESTING) return report(nestingLimit(part.at, MAX_NESTING));
  for (const step of steps) {
    if (step === "[]") node = node.items ??= new Node();
    else {
      const child = node.properties.get(step) ?? new Node();
      node.properties.set(step, child);
      node = child;
    }
  }
  if (node.own === void 0) node.own = part;
  else report(declaredTwice(part.at, `property "${part.value.name}"`, node.own.at));
}
function toSchema2(node, report) {
  let schema = node.own?.value.schema ?? (node.items === void 0 ? { type: "object" } : { type: "array" });
  if (node.items !== void 0) schema = withItems(schema, node, report);
  if (node.properties.size > 0) schema = withProperties(schema, node, report);
  return annotate(schema, node.own?.value);
}
function withItems(schema, node, report) {
  const items = node.items;
  const { at } = firstPlace(items);
  if (!isOfType2(schema, "array")) {
    report(noContainer(at, "an array", node.own.at));
    return schema;
  }
  const own2 = schema["items"];
  if (own2 !== void 0 && Object.keys(own2).length > 0)
    items.own ??= { value: { name: "", required: true, schema: own2 }, at };
  return { ...schema, items: toSchema2(items, report) };
}
function withProperties(schema, node, report) {
  const properties = Object.fromEntries([...node.properties].map(([name, child]) => [name, toSchema2(child, report)]));
  const required = [...node.properties].filter(([, child]) => isRequired2(child)).map(([name]) => name);
  const added = { properties, ...required.length > 0 && { required } };
  if (referredName(schema) !== void 0 || isDraft(schema)) return { allOf: [schema, { type: "object", ...added }] };
  if (!isOfType2(schema, "object")) {
    report(noContainer(firstPlace([...node.properties.values()][0]).at, "an object", node.own.at));
    return schema;
  }
  const names2 = [...schema["required"] ?? [], ...required];
  return {
    ...schema,
    properties: { ...schema["properties"], ...properties },
    ...names2.length > 0 && { required: [...new Set(names2)] }
  };
}
function isOfType2({ type }, name) {
  return [type].flat().includes(name);
}
function isRequired2({ own: own2, properties }) {
  return own2?.value.required ?? [...properties.values()].some(isRequired2);
}
function firstPlace({ own: own2, properties, items }) {
  return own2 ?? (items && firstPlace(items)) ?? [...properties.values()].map(firstPlace).find((place) => place !== void 0);
}
function annotate(schema, part) {
  if (part === void 0 || part.name === "") return schema;
  return {
    ...schema,
    ...part.description !== void 0 && { description: part.description },
    ...part.deprecated === true && { deprecated: true },
    ...part.example !== void 0 && { examples: [part.example] }
  };
}

// src/compiler/definitions/comments.ts
var DEFINING = ["typedef", "param-define", "returns-define"];
var TYPEDEF = ["property", "template", "deprecated", "example"];
var IGNORED = ["prop", "summary", "see", "internal"];
function readCommentDefinitions(source, syntax, report) {
  const into = { schemas: [], parameters: [], responses: [], samples: [] };
  for (const { type, start, end } of syntax.comments) {
    if (type === "Block") readComment(parseComment(source, { start, end }), into, report);
  }
  return into;
}
function readComment(comment, into, report) {
  const starts = comment.directives.flatMap(({ name }, i) => DEFINING.includes(name) ? [i] : []);
  const isKnown = (name) => DEFINING.includes(name) || starts.length > 0 && (TYPEDEF.includes(name) || isKnownDirective(name));
  checkMisread(comment, isKnown, report);
  starts.forEach((start, i) => {
    const [directive, ...rest] = comment.directives.slice(start, starts[i + 1]);
    const description = i === 0 ? textOf(comment.description) : void 0;
    const before = i === 0 ? comment.directives.slice(0, start) : [];
    if (directive.name === "typedef") readTypedef(directive, [...before, ...rest], description, into, report);
    else readSet(directive, rest, into, report);
  });
}
function readTypedef(directive, rest, description, into, report) {
  const draft = new Draft();
  const hasType = directive.content.text.trimStart().startsWith("{");
  const [word] = readWords(directive.content);
  const typed = hasType ? readTypedName(directive.content, directive.at, "typedef", draft, report) : word && { name: word.text, nameAt: locate(word), schema: { type: "object" }, description: void 0 };
  if (typed === void 0) return hasType ? void 0 : report(missingName(directive.at, "typedef"));
  const typeParameters = rest.filter(({ name }) => name === "template").flatMap(
    ({ content }) => readWords(slicePassage(content, 0, /\s-(?:\s|$)|$/.exec(content.text).index)).map((name) => name.text)
  );
  const properties = rest.filter(({ name }) => name === "property" || name === "prop").flatMap(({ content, at }) => readTypedName(content, at, "property", draft, report) ?? []).map((property) => ({ value: property, at: property.nameAt }));
  const root = { value: { name: "", required: true, schema: typed.schema }, at: typed.nameAt };
  const schema = assembleShape(root, properties, report);
  const text = description ?? typed.description;
  const annotations = {
    ...text !== void 0 && { description: text },
    ...readAnnotations(rest, schema, draft, report)
  };
  into.samples.push(...draft.samples);
  into.schemas.push({
    name: typed.name,
    typeParameters,
    schema: bindParameters({ ...schema, ...annotations }, typeParameters),
    at: typed.nameAt,
    references: draft.references.filter(({ name }) => !typeParameters.includes(name))
  });
}
function readAnnotations(rest, schema, draft, report) {
  const examples = [];
  for (const { name, at, content } of rest) {
    if (name === "example") {
      const text = trimPassage(content);
      const read2 = text.text === "" ? report(emptyDirective(at, name)) : readSample(unfence(text), schema, report);
      if (read2 === void 0) continue;
      draft.samples.push({ value: { what: "example", schema, value: read2.value }, at: locate(text) });
      examples.push(read2.value);
    } else if (isDirectiveName(name)) report(misplacedDirective(at, name, "typedef", TYPEDEF));
    else if (!TYPEDEF.includes(name) && !IGNORED.includes(name) && !isPassedOver(name))
      report(unknownDirective(at, name, TYPEDEF));
  }
  return {
    ...rest.some(({ name }) => name === "deprecated") && { deprecated: true },
    ...examples.length > 0 && { examples }
  };
}
function readSet(directive, rest, into, report) {
  const content = trimPassage(directive.content);
  const [name] = readWords(content);
  if (name === void 0) return report(missingName(directive.at, directive.name));
  const isParameters = directive.name === "param-define";
  const declarations = isParameters ? readSomeDirectives(rest, ["param", "param-include", "example"], directive.name, report) : readSomeDirectives(rest, ["returns", "returns-include", "throws", "header", "example"], directive.name, report);
  const { references } = declarations;
  const common = { name: name.text, at: locate(name), references };
  into.samples.push(...declarations.samples);
  if (isParameters)
    into.parameters.push({ ...common, entries: declarations.parameters, includes: declarations.parameterIncludes });
  else
    into.responses.push({
      ...common,
      entries: withHeaders(declarations),
      includes: declarations.responseIncludes,
      untyped: declarations.untyped
    });
}
function withHeaders({ responses, headers }) {
  if (headers.length === 0) return responses;
  return responses.map(({ value, ...rest }) => ({
    ...rest,
    value: { ...value, headers: [...headers, ...value.headers] }
  }));
}
function bindParameters(schema, names2) {
  if (typeof schema === "boolean" || names2.length === 0) return schema;
  const name = referredName(schema);
  const { $ref: _, ...beside } = schema;
  const own2 = name !== void 0 && names2.includes(name) ? { ...useParameter(name), ...beside } : schema;
  return mapSubschemas(own2, (part) => bindParameters(part, names2));
}

// src/compiler/definitions/data-file.ts
import { visit } from "yaml";

// src/compiler/definitions/document.ts
import { isMap as isMap3, isScalar as isScalar3 } from "yaml";
var FIELDS2 = ["openapi", "info", "servers", "tags", "security", "components", "externalDocs"];
var TEXT2 = { type: "string" };
var listOf = (properties) => ({
  type: "array",
  items: { type: "object", properties, required: Object.keys(properties) }
});
var fieldsOf = (type, properties) => ({
  if: { properties: { type: { const: type } }, required: ["type"] },
  // eslint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties, required: Object.keys(properties) }
});
var SHAPE = {
  type: "object",
  properties: {
    info: { type: "object", properties: { title: TEXT2, version: TEXT2, description: TEXT2 } },
    servers: listOf({ url: TEXT2 }),
    tags: listOf({ name: TEXT2 }),
    security: { type: "array", items: { type: "object", additionalProperties: { type: "array", items: TEXT2 } } },
    components: {
      type: "object",
      properties: {
        securitySchemes: {
          type: "object",
          additionalProperties: {
            type: "object",
            properties: { type: { enum: ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"] } },
            required: ["type"],
            allOf: [
              fieldsOf("apiKey", { name: TEXT2, in: { enum: ["query", "header", "cookie"] } }),
              fieldsOf("http", { scheme: TEXT2 })
            ]
          }
        }
      }
    },
    externalDocs: { type: "object", properties: { url: TEXT2 }, required: ["url"] },
    "x-problem": {
      type: "object",
      properties: {
        mediaType: { type: "string", pattern: "^[\\w.+-]+/[\\w.+-]+$" },
        status: {
          type: "object",
          propertyNames: { pattern: "^[45][0-9][0-9]$" },
          additionalProperties: { type: "integer", minimum: 400, maximum: 599 }
        }
      },
      additionalProperties: false
    }
  }
};
function readBaseDocument(document, source, report) {
  const at = { source, span: { start: 0, end: 0 } };
  const { openapi: _, ...value } = document.toJS() ?? {};
  const faults = explain(SHAPE, document.toJS() ?? {});
  for (const { pointer, message } of faults)
    report(invalidDocument(placeOf(document, source, pointer), pointer, message));
  if (faults.length === 0) checkSecurity(document, value, source, report);
  checkFields(document.contents, FIELDS2, source, report);
  checkFields(document.get("components", true), ["securitySchemes"], source, report);
  return { value: faults.length > 0 ? {} : value, at };
}
function checkSecurity(document, value, source, report) {
  const known = Object.keys(value.components?.securitySchemes ?? {});
  for (const [i, requirement] of (value.security ?? []).entries()) {
    for (const scheme of Object.keys(requirement).filter((name) => !known.includes(name)))
      report(unknownScheme(placeOf(document, source, `/security/${i}/${scheme}`), scheme, known));
  }
}
function checkFields(node, allowed, source, report) {
  for (const { key } of isMap3(node) ? node.items : []) {
    const name = isScalar3(key) ? String(key.value) : "";
    if (!allowed.includes(name) && !name.startsWith("x-"))
      report(documentField(rangeOf2(key, source), name, allowed));
  }
}
function rangeOf2(node, source) {
  const range = node?.range;
  return { source, span: spanIn(source.text, range?.[0] ?? 0, range?.[1] ?? 0) };
}

// src/compiler/definitions/json.ts
var MAX_DEPTH3 = 500;
var TOO_DEEP = `it is nested more than ${MAX_DEPTH3} levels deep`;
function dataOf(value) {
  const keys = /* @__PURE__ */ new Set();
  let keyCount = 0;
  const visit2 = (item, levels) => {
    if (item === Infinity || item === -Infinity) keyCount = NaN;
    if (typeof item !== "object" || item === null) return true;
    if (levels === 0) return false;
    if (Array.isArray(item)) return item.every((part) => visit2(part, levels - 1));
    for (const key in item) {
      keyCount++;
      keys.add(key);
      if (!visit2(item[key], levels - 1)) return false;
    }
    return true;
  };
  return visit2(value, MAX_DEPTH3) ? { value, keys, keyCount } : void 0;
}
function parseJson(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return void 0;
  }
  const data = dataOf(value);
  if (data === void 0) return "tooDeep";
  return data.keyCount === text.split('":').length - 1 ? data : void 0;
}

// src/compiler/definitions/model.ts
var NO_DEFINITIONS = { schemas: [], parameters: [], responses: [], samples: [] };

// src/schema/resources.ts
var IDENTIFIERS = [
  "$schema",
  "$id",
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
  "$vocabulary"
];
function findResources(root, keys, uri) {
  const identifiers = /* @__PURE__ */ new Map([[uri, ""]]);
  const dynamic = /* @__PURE__ */ new Map();
  const bases = /* @__PURE__ */ new Map([["", uri]]);
  const repeated = [];
  let isIdentified = false;
  const add = (id, pointer, path) => {
    if (identifiers.has(id) && identifiers.get(id) !== pointer) repeated.push({ path, id });
    else identifiers.set(id, pointer);
  };
  const visit2 = (schema, path, outer) => {
    let base = outer;
    if (typeof schema === "object" && IDENTIFIERS.some((keyword) => keyword in schema)) {
      isIdentified = true;
      const { $id, $anchor, $dynamicAnchor } = schema;
      const pointer = pointerOf(path);
      const at = (key) => ({ key, parent: path });
      if (typeof $id === "string") {
        base = resolveUri($id, outer) ?? outer;
        bases.set(pointer, base);
        add(withoutFragment(base), pointer, at("$id"));
      }
      if (typeof $anchor === "string") add(`${base}#${$anchor}`, pointer, at("$anchor"));
      if (typeof $dynamicAnchor === "string") {
        add(`${base}#${$dynamicAnchor}`, pointer, at("$dynamicAnchor"));
        dynamic.set($dynamicAnchor, [...dynamic.get($dynamicAnchor) ?? [], pointer]);
      }
    }
    eachSubschema(schema, (part, at) => visit2(part, at, base), path);
  };
  if (IDENTIFIERS.some((keyword) => keys.has(keyword))) visit2(root, void 0, uri);
  const baseOf = (pointer) => {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
      const base = bases.get(pointer.slice(0, end));
      if (base !== void 0) return base;
    }
    return bases.get("");
  };
  return {
    identifiers,
    dynamicAnchors: new Set(dynamic.keys()),
    repeated,
    isIdentified,
    baseOf: (path) => bases.size === 1 ? bases.get("") : baseOf(pointerOf(path)),
    locate(reference, base, keyword) {
      const absolute = resolveUri(reference, base) ?? reference;
      const target = followUri(root, identifiers, absolute);
      if (target === void 0) {
        const isOwn = identifiers.has(withoutFragment(absolute));
        return { fault: isOwn ? "missing" : "elsewhere", uri: absolute };
      }
      const [anchor, pointers = []] = [...dynamic].find(([, all]) => all.includes(target)) ?? [];
      if (keyword === "$ref" || anchor === void 0 || !absolute.endsWith(`#${anchor}`)) return { pointer: target };
      const outermost = pointers.find((pointer) => baseOf(pointer) === bases.get("")) ?? target;
      if (outermost === target && pointers.length > 1 && baseOf(target) !== bases.get(""))
        return { fault: "dynamic", uri: absolute };
      return { pointer: outermost, dynamicAnchor: anchor };
    }
  };
}
function followUri(root, identifiers, uri) {
  const [, resource = "", fragment = ""] = /^([^#]*)#?(.*)$/s.exec(uri) ?? [];
  if (fragment !== "" && !fragment.startsWith("/")) return identifiers.get(uri);
  const start = identifiers.get(resource);
  return start === void 0 ? void 0 : follow2(root, start, fragment);
}
function follow2(root, start, fragment) {
  let keys = keysOf(start);
  const pending = keysOf(decodeFragment2(fragment));
  while (pending.length > 0) {
    const next = [2, 1].flatMap((length) => {
      const [keyword = "", ...rest] = pending.slice(0, length);
      const names2 = [keyword, ...Object.keys(FORMER_NAMES).filter((name) => FORMER_NAMES[name].includes(keyword))];
      const found = names2.map((name) => [...keys, name, ...rest]).find((each) => schemaAt(root, each) !== void 0);
      return found !== void 0 && pending.length >= length ? [{ found, length }] : [];
    })[0];
    if (next === void 0) return void 0;
    keys = next.found;
    pending.splice(0, next.length);
  }
  return keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
function decodeFragment2(fragment) {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
function resolveUri(reference, base) {
  if (reference.startsWith("#")) return `${withoutFragment(base)}${reference}`;
  return URL.canParse(reference, base) ? new URL(reference, base).href : URL.canParse(reference) ? new URL(reference).href : void 0;
}
function withoutFragment(uri) {
  return uri.replace(/#.*$/s, "");
}

// src/compiler/definitions/schema-file.ts
function linkReferences(name, root, keys, places, report) {
  if (typeof root === "boolean") return { schema: root ? {} : { not: {} }, references: [] };
  const uri = `file:///${name.replaceAll(/[^\w.-]/g, "_")}.json`;
  const resources = findResources(root, keys, uri);
  for (const { path, id } of resources.repeated) report(repeatedId(places(pointerOf(path)), id));
  const references = [];
  const dynamicReferences = [];
  const external = [];
  const schema = mapReferences(root, (text, path, keyword) => {
    const located2 = (value) => ({
      ...value,
      get at() {
        return places(pointerOf(path));
      }
    });
    const definition = keyword === "$ref" ? targetOf(text) : void 0;
    const base = resources.baseOf(schemaOf2(path));
    if (definition !== void 0 && (text.startsWith("#") || base === uri)) {
      references.push(located2({ ...definition, arity: 0 }));
      return referenceTo(definition.name, definition.pointer).$ref;
    }
    const target = resources.locate(text, base, keyword);
    if ("pointer" in target) {
      if (target.dynamicAnchor !== void 0) dynamicReferences.push(located2({ value: target.dynamicAnchor }));
      references.push(located2({ name, arity: 0 }));
      return referenceTo(name, encodePointer(target.pointer)).$ref;
    }
    if (keyword === "$ref" && target.fault === "elsewhere") {
      external.push(located2({ value: { uri: target.uri, text } }));
      return target.uri;
    }
    report(unresolvedReference(places(pointerOf(path)), text, target.fault));
    return referenceTo(name).$ref;
  });
  const { identifiers, dynamicAnchors, isIdentified } = resources;
  const identified = { identifiers, dynamicAnchors, dynamicReferences, external };
  return { schema: isIdentified ? withoutIdentifiers(schema) : schema, references, identified };
}
function schemaOf2(path) {
  return path.key === "$ref" || path.key === "$dynamicRef" ? path.parent : path.parent?.parent?.parent;
}
function withoutIdentifiers(schema) {
  if (typeof schema === "boolean") return schema;
  const { $dynamicRef, ...others } = schema;
  const plain2 = Object.fromEntries(Object.entries(others).filter(([keyword]) => !IDENTIFIERS.includes(keyword)));
  return mapSubschemas(typeof $dynamicRef === "string" ? withReference(plain2, $dynamicRef) : plain2, withoutIdentifiers);
}
function withReference(schema, $ref) {
  if (!("$ref" in schema)) return { $ref, ...schema };
  return { ...schema, allOf: [...schema["allOf"] ?? [], { $ref }] };
}
function encodePointer(pointer) {
  return keysOf(pointer).length === 0 ? "" : pointer.split("/").map(encodeURIComponent).join("/").replaceAll("%24", "$");
}

// src/compiler/definitions/data-file.ts
function readData(source, report) {
  const [, name, extension] = /([^/]+)\.(\w+)$/.exec(source.file);
  const json = name !== "openapi" && extension === "json" ? parseJson(source.text) : void 0;
  if (json !== void 0) return readSchema(name, json, lazyPlaces(source), source, report);
  const document = readDocument(source, extension, report);
  if (name === "openapi")
    return document === void 0 ? NO_DEFINITIONS : { ...NO_DEFINITIONS, document: readBaseDocument(document, source, report) };
  if (document === void 0) return { ...NO_DEFINITIONS, schemas: [emptyDefinition(name, source)] };
  const data = dataOf(document.toJS()) ?? "tooDeep";
  return readSchema(name, data, (pointer, part) => placeOf(document, source, pointer, part), source, report);
}
var MAX_SYNTAX_ERRORS = 10;
function readDocument(source, extension, report) {
  const invalid = extension === "json" ? invalidJson : invalidYaml;
  const fault = (start, end, reason) => report(invalid({ source, span: spanIn(source.text, start, end) }, reason));
  const document = parseYaml(source.text);
  for (const error2 of document.errors.slice(0, MAX_SYNTAX_ERRORS))
    fault(...error2.pos, error2.code === "DUPLICATE_KEY" ? "a key is repeated" : firstLine(error2.message));
  if (document.errors.length > 0) return void 0;
  const plain2 = plainValue(() => document.toJS());
  if ("value" in plain2) return document;
  fault(...rangeOfHugeNumber(document), plain2.fault);
  return void 0;
}
function rangeOfHugeNumber(document) {
  let found = [0, 0];
  visit(document, {
    Scalar(_, { value, range }) {
      if (typeof value !== "number" || Number.isFinite(value) || range == null) return void 0;
      found = [range[0], range[1]];
      return visit.BREAK;
    }
  });
  return found;
}
function lazyPlaces(source) {
  let document;
  return (pointer, part) => placeOf(document ??= parseYaml(source.text), source, pointer, part);
}
function emptyDefinition(name, source) {
  return { name, typeParameters: [], schema: {}, at: { source, span: { start: 0, end: 0 } }, references: [] };
}
function readSchema(name, data, places, source, report) {
  const empty = emptyDefinition(name, source);
  const invalid = { ...NO_DEFINITIONS, schemas: [empty] };
  if (data === "tooDeep") {
    report(invalidSchema(empty.at, "", TOO_DEEP));
    return invalid;
  }
  const translated = data.keys.has("$schema") ? translate(data, places, report) : data;
  if (translated === void 0 || !reportSchema(translated.value, places, report)) return invalid;
  const linked = linkReferences(name, translated.value, translated.keys, places, report);
  return {
    ...NO_DEFINITIONS,
    schemas: [{ ...empty, ...linked }],
    samples: SAMPLES.some((keyword) => translated.keys.has(keyword)) ? readSamples(linked.schema, places) : []
  };
}
function translate(data, places, report) {
  const schema = data.value;
  if (!isSchema(schema)) return data;
  let isKnown = true;
  const found = /* @__PURE__ */ new Set();
  eachSchema(schema, ({ $schema }, path) => {
    if (typeof $schema !== "string") return;
    const dialect = dialectOf($schema);
    if (dialect !== void 0) found.add(dialect);
    else report(unknownDialect(places(pointerOf({ key: "$schema", parent: path })), $schema, DIALECT_NAMES));
    isKnown &&= dialect !== void 0;
  });
  if (!isKnown) return void 0;
  const old = [...found].find((dialect) => !isLatest(dialect));
  if (old === void 0) return data;
  report(translatedSchema(places("/$schema"), old.name));
  return { value: translateSchema(schema), keys: new Set(KEYWORD_NAMES) };
}
var SAMPLES = ["default", "const", "example", "examples"];
function readSamples(root, places) {
  const samples = [];
  eachSchema(root, (part, parent) => {
    const { format: _, ...schema } = part;
    for (const keyword of Object.keys(part).filter((key) => SAMPLES.includes(key)))
      for (const [i, sample] of samplesOf(keyword, part[keyword], {}, schema).entries())
        samples.push({
          value: { ...sample, ...sample.what === "example" && { isWarning: true } },
          get at() {
            const path = { key: keyword, parent };
            return places(pointerOf(keyword === "examples" ? { key: i, parent: path } : path));
          }
        });
  });
  return samples;
}

// src/compiler/definitions/definition-file.ts
function isDefinitionFile(path) {
  return /\.(?:[cm]?[jt]s|json|ya?ml)$/.test(path) && !/(?:^|\/)[._]|\.(?:test|spec)\.[^/]*$/.test(path);
}
function parseDefinitionFile(file, directory) {
  const diagnostics = [];
  const report = (diagnostic) => diagnostics.push(diagnostic);
  const source = { file: `${directory}/${file.path}`, text: file.text };
  return { definitions: /[jt]s$/.test(file.path) ? readModule(source, report) : readData(source, report), diagnostics };
}
function readModule(source, report) {
  const syntax = parseSyntax(source, report);
  if (syntax === void 0) return NO_DEFINITIONS;
  const fromComments = readCommentDefinitions(source, syntax, report);
  const fromTypes = readTypeScriptDefinitions(source, syntax, report);
  return {
    ...fromComments,
    schemas: [...fromComments.schemas, ...fromTypes],
    samples: [...fromComments.samples, ...fromTypes.flatMap((type) => type.samples)]
  };
}

// src/import/write/interface-text.ts
var IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
var WORDS = new Set(
  "any as async await boolean break case catch class const constructor continue debugger declare default delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof let module namespace never new null number object of package private protected public readonly require return set static string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield bigint global".split(" ")
);
function interfaceFile(name, schema) {
  if (typeof schema === "boolean" || !IDENTIFIER.test(name) || WORDS.has(name)) return void 0;
  const uses = usedNames2(schema);
  if (uses === void 0) return void 0;
  const declaration = declare2(name, schema);
  if (declaration === void 0) return void 0;
  const imports = [...uses].filter((use) => use !== name).sort();
  const lines = imports.map((use) => `import type { ${use} } from './${use}.ts';`);
  const text = `${[...lines, ...lines.length > 0 ? [""] : [], declaration].join("\n")}
`;
  return isSound(name, text, schema) ? { text, uses: imports } : void 0;
}
function isSound(name, text, schema) {
  const { definitions: definitions2, diagnostics } = parseDefinitionFile({ path: `${name}.ts`, text }, "");
  const [read2, ...others] = definitions2.schemas;
  return diagnostics.length === 0 && others.length === 0 && read2?.name === name && isSameSchema(read2.schema, schema);
}
function usedNames2(schema) {
  const names2 = /* @__PURE__ */ new Set();
  let isSayable = true;
  eachSchema(schema, (part) => {
    if (!("$ref" in part)) return;
    const name = referredName(part);
    if (name === void 0 || !IDENTIFIER.test(name) || WORDS.has(name)) isSayable = false;
    else names2.add(name);
  });
  return isSayable ? names2 : void 0;
}
function declare2(name, schema) {
  const { type, properties, required, allOf: allOf2, ...others } = schema;
  const parts = allOf2;
  const bases = parts?.filter((part) => isKeywords(part) && "$ref" in part && Object.keys(part).length === 1);
  const shapes = parts?.filter((part) => !bases.includes(part));
  const isExtension = parts !== void 0 && bases.length > 0 && shapes.length <= 1 && type === void 0 && properties === void 0;
  const own2 = isExtension ? shapes[0] : schema;
  if (isExtension || type === "object" && properties !== void 0 && parts === void 0) {
    const shape = own2 ?? { type: "object" };
    const doc3 = docText(isExtension ? others : { ...others, type }, "");
    const members = shape["type"] === "object" ? memberLines(shape, "  ") : void 0;
    const isPlain = !isExtension || Object.keys(shape).every((keyword) => /^(?:type|properties|required)$/.test(keyword));
    if (doc3 === void 0 || members === void 0 || !isPlain) return void 0;
    const from = isExtension ? ` extends ${bases.map((base) => referredName(base)).join(", ")}` : "";
    return `${doc3}export interface ${name}${from} {${members.length === 0 ? "" : `
${members.join("\n")}
`}}`;
  }
  const { text, facets } = splitType(schema, "") ?? {};
  const doc2 = facets && docText(facets, "");
  return text === void 0 || doc2 === void 0 ? void 0 : `${doc2}export type ${name} = ${text};`;
}
function memberLines(schema, indent) {
  const properties = schema["properties"] ?? {};
  const required = schema["required"] ?? [];
  if (!required.every((name) => Object.hasOwn(properties, name))) return void 0;
  const lines = [];
  for (const [name, property] of Object.entries(properties)) {
    const { text, facets } = splitType(property, indent) ?? {};
    const doc2 = facets && docText(facets, indent);
    if (text === void 0 || doc2 === void 0) return void 0;
    const key = IDENTIFIER.test(name) ? name : JSON.stringify(name);
    lines.push(`${doc2}${indent}${key}${required.includes(name) ? "" : "?"}: ${text};`);
  }
  return lines;
}
function splitType(schema, indent) {
  if (typeof schema === "boolean") return schema ? { text: "unknown", facets: {} } : void 0;
  const { enum: values, ...others } = schema;
  const facets = {};
  const bare = {};
  for (const [keyword, value] of Object.entries(others)) {
    const isTag2 = isFacet(keyword) && !(keyword === "additionalProperties" && isKeywords(value)) || keyword.startsWith("x-");
    if (isTag2) facets[keyword] = value;
    else bare[keyword] = value;
  }
  const types = [bare["type"]].flat();
  if (values === void 0 && types.includes("integer")) facets["type"] = "integer";
  const text = typeScript(values === void 0 ? bare : { ...bare, enum: values }, indent);
  return text === void 0 ? void 0 : { text, facets };
}
var NAMES2 = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
  object: "object"
};
function typeScript(schema, indent) {
  if (typeof schema === "boolean") return schema ? "unknown" : void 0;
  const { type, enum: values, $ref, items, properties, required, additionalProperties, anyOf, ...others } = schema;
  if (Object.keys(others).length > 0) return void 0;
  if ($ref !== void 0) return Object.keys(schema).length === 1 ? referredName(schema) : void 0;
  if (Array.isArray(anyOf)) return Object.keys(schema).length === 1 ? unionText2(anyOf, indent) : void 0;
  if (Array.isArray(values)) return values.map((value) => typeof value === "string" ? quote2(value) : JSON.stringify(value)).join(" | ");
  if (type === void 0) return Object.keys(schema).length === 0 ? "unknown" : void 0;
  if (Array.isArray(type)) {
    const parts = type.filter((name) => name !== "null");
    if (parts.length !== 1) return void 0;
    const text = typeScript({ ...schema, type: parts[0] }, indent);
    return text === void 0 || parts.length === type.length ? text : `${text} | null`;
  }
  if (type === "array") return arrayText2(items, indent);
  if (type !== "object" || properties === void 0 && additionalProperties === void 0)
    return required === void 0 ? NAMES2[String(type)] : void 0;
  if (properties === void 0) {
    const value = typeScript(additionalProperties, indent);
    return value && `Record<string, ${value}>`;
  }
  const members = additionalProperties === void 0 ? memberLines(schema, `${indent}  `) : void 0;
  return members && `{
${members.join("\n")}
${indent}}`;
}
function arrayText2(items, indent) {
  const text = items === void 0 ? void 0 : typeScript(items, indent);
  if (text === void 0) return void 0;
  return /[|]/.test(text) && !text.startsWith("{") ? `(${text})[]` : `${text}[]`;
}
function unionText2(members, indent) {
  const texts = members.map((member) => typeScript(member, indent));
  return texts.includes(void 0) ? void 0 : texts.join(" | ");
}
function quote2(text) {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
}
function docText(facets, indent) {
  const { description, type, ...tags } = facets;
  const text = typeof description === "string" ? textLines(description) : [];
  if (description !== void 0 && text.length === 0) return void 0;
  const order = [...FACET_NAMES, ...Object.keys(tags).filter((name) => name.startsWith("x-")).sort()];
  const isText = [...typesOf(facets)].every((name) => name === "string" || name === "null");
  const named = order.filter((name) => name in tags);
  if (named.length < Object.keys(tags).length) return void 0;
  const lines = named.flatMap((name) => tagLines(name, tags[name], isText));
  const isInteger2 = type === "integer" && !/^int(?:32|64)$/.test(String(tags["format"]));
  const all = [...text, ...isInteger2 ? ["@type integer"] : [], ...lines];
  if (all.length === 0) return "";
  const comment = all.length === 1 ? `/** ${all[0]} */` : commentText(all);
  return `${comment.split("\n").map((line) => `${indent}${line}`).join("\n")}
`;
}
function tagLines(name, value, isText) {
  if (name === "deprecated" && value === true) return ["@deprecated"];
  if (name === "examples") return value.map((item) => `@example ${valueText(item, isText)}`);
  if (name === "default" || name === "example") return [`@${name} ${valueText(value, isText)}`];
  if (typeof value === "string" && !name.startsWith("x-")) return [`@${name} ${value}`];
  return [`@${name} ${yamlText(value)}`];
}
function valueText(value, isText) {
  return isText && typeof value === "string" && value.trim() === value && value !== "" ? value : JSON.stringify(value);
}

// src/import/write/response-lines.ts
import { isDeepStrictEqual as isDeepStrictEqual4 } from "node:util";
function responseLines(response, scope) {
  const { status, description, content, headers = [] } = response;
  const fields = headers.flatMap((header) => headerLines(header, { ...scope, owner: `${scope.owner} ${status}` }) ?? []);
  const bodies = [];
  for (const item of content) {
    const wanted = `${scope.owner} ${status}${bodies.length === 0 ? "" : ` ${bodies.length + 1}`}`;
    const lines = contentLines(status, item, bodies.length === 0 ? description : "", wanted, scope);
    if (lines !== void 0) bodies.push(lines);
  }
  const [first = bodilessLines(status, description), ...rest] = bodies;
  return [...first, ...rest.flat(), ...fields];
}
function directiveOf(status) {
  return /^[45]/.test(status) ? "throws" : "returns";
}
function bodilessLines(status, description) {
  const write = (text) => {
    const [start, ...rest] = describedAs(text);
    return [`@${directiveOf(status)} {void} ${status}${start}`, ...rest];
  };
  const isMeant = (text) => plainText(text ?? "") === plainText(description);
  return firstSound([write(description)], ({ responses }) => responses.length === 1 && isMeant(responses[0].value.description)) ?? write("");
}
function contentLines(status, { schema, mediaType, example }, description, wanted, scope) {
  const isExample = example !== void 0 && scope.allows(schema, example);
  const variants = [
    ...isExample ? [{ example, description }] : [],
    { example: void 0, description },
    { example: void 0, description: "" }
  ];
  const tryAll = (type, own2) => {
    for (const variant of variants) {
      const content = { schema: own2, mediaType, example: variant.example };
      const found2 = firstSound(spellResponse(status, type, content, variant.description), (declarations) => {
        const { value } = declarations.responses[0] ?? {};
        return value !== void 0 && declarations.responses.length === 1 && value.status === status && value.schema !== void 0 && isSameSchema(value.schema, own2) && plainText(value.description ?? "") === plainText(variant.description) && (value.mediaType ?? usualType(own2)) === mediaType && isDeepStrictEqual4(value.example, variant.example);
      });
      if (found2 !== void 0) return found2;
    }
    return void 0;
  };
  const inPlace2 = typeText(schema);
  const found = inPlace2 === void 0 ? void 0 : tryAll(inPlace2, schema);
  if (found !== void 0 || inPlace2 !== void 0 && "$ref" in schema) return found;
  const name = scope.define(schema, wanted);
  return tryAll(name, { $ref: `#/components/schemas/${name}` });
}
function* spellResponse(status, type, { schema, mediaType, example }, description) {
  const [text, ...rest] = describedAs(description);
  const shown = mediaType === usualType(schema) ? "" : ` ${mediaType}`;
  const isProblem = directiveOf(status) === "throws" && type === "Problem" && shown === "";
  for (const lines of exampleLines(example, schema))
    yield [`@${directiveOf(status)} ${isProblem ? "" : `{${type}} `}${status}${shown}${text}`, ...rest, ...lines];
}
function usualType(schema) {
  if (referredName(schema) === "Problem") return PROBLEM_TYPE;
  return schema["format"] === "binary" ? "application/octet-stream" : "application/json";
}

// src/import/write/definition-files.ts
var SHARED = 3;
function sharedSets(operations) {
  const names2 = /* @__PURE__ */ new Map();
  const collect2 = (parts, namesOf) => {
    const all = parts.map((part) => createPart(part, namesOf(part)));
    const counts = /* @__PURE__ */ new Map();
    for (const { key } of all) counts.set(key, (counts.get(key) ?? 0) + 1);
    const shared = shareParts(
      all.filter(({ key }) => counts.get(key) >= SHARED),
      ["paging"]
    );
    const sets = [...shared.values()].map(({ name, value }) => [name, value]);
    for (const [name, part] of sets) names2.set(stableText(part), name);
    return new Map(sets.sort(([a], [b]) => a < b ? -1 : 1));
  };
  const parameters = collect2(operations.flatMap((operation) => operation.parameters), ({ name, in: place }) => [name, `${name}_${place}`]);
  const responses = collect2(operations.flatMap((operation) => operation.responses), componentNames);
  return { parameters, responses, nameOf: (part) => names2.get(stableText(part)) };
}
var Pool = class {
  constructor(schemas, allows2) {
    this.allows = allows2;
    this.#schemas = new Map(schemas);
  }
  allows;
  #schemas;
  #named = /* @__PURE__ */ new Map();
  get schemas() {
    return this.#schemas;
  }
  /** The scope of lines that belong to an operation, or to a set. */
  scope(owner) {
    return { owner, allows: this.allows, define: (schema, wanted) => this.define(schema, wanted) };
  }
  define(schema, wanted) {
    const key = stableText(schema);
    const name = this.#named.get(key) ?? freeName(definitionName2(wanted), this.#schemas);
    this.#named.set(key, name);
    this.#schemas.set(name, schema);
    return name;
  }
};
function definitionName2(text) {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const name = words.map((word) => `${word[0].toUpperCase()}${word.slice(1)}`).join("");
  return /^[A-Za-z]/.test(name) ? name : `Schema${name}`;
}
function setFiles(sets, pool) {
  const parameters = [...sets.parameters].map(([name, parameter]) => [
    `@param-define ${name}`,
    ...parameterLines(parameter, `${parameter.in}.`, pool.scope(name)) ?? []
  ]);
  const responses = [...sets.responses].map(([name, response]) => [`@returns-define ${name}`, ...responseLines(response, pool.scope(name))]);
  const file = (path, comments) => comments.length === 0 ? [] : [{ path, text: `${comments.map((lines) => commentText(lines)).join("\n\n")}
` }];
  return [...file("parameters.js", parameters), ...file("responses.js", responses)];
}
function schemaFiles(schemas) {
  const counts = /* @__PURE__ */ new Map();
  const written = [...schemas].map(([name, schema]) => {
    const folded = name.toLowerCase();
    const count2 = (counts.get(folded) ?? 0) + 1;
    counts.set(folded, count2);
    return { name, schema, count: count2 };
  });
  const single = new Map(written.filter(({ name }) => counts.get(name.toLowerCase()) === 1).map(({ name, schema }) => [name, interfaceFile(name, schema)]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [name, file] of single) {
      if (file === void 0 || file.uses.every((use) => single.get(use) !== void 0)) continue;
      single.set(name, void 0);
      changed = true;
    }
  }
  return written.map(({ name, schema, count: count2 }) => {
    const directory = count2 === 1 ? "schemas" : `schemas/${count2}`;
    const text = single.get(name)?.text;
    return text === void 0 ? { path: `${directory}/${name}.json`, text: `${JSON.stringify(schema, null, 2)}
` } : { path: `${directory}/${name}.ts`, text };
  });
}
function baseFile(fields) {
  return { path: "openapi.yaml", text: stringify(fields, { lineWidth: 0, aliasDuplicateObjects: false }) };
}

// src/import/write/operation-text.ts
import { isDeepStrictEqual as isDeepStrictEqual6 } from "node:util";

// src/import/write/body-lines.ts
import { isDeepStrictEqual as isDeepStrictEqual5 } from "node:util";

// src/compiler/operations/envelope.ts
function readEnvelope(schema, resolve2, place, report) {
  const parts = certainParts(schema, resolve2);
  const tagged = tagsOf(parts);
  const nested = nestedTags(parts, tagged, resolve2);
  if (tagged.length + nested.length === 0) return void 0;
  for (const { tag, path } of nested) report(nestedTag(place, tag, path));
  for (const [tag, names3] of tagged) {
    if (names3.length > 1) report(repeatedTag(place, tag, names3));
    const [name = ""] = names3;
    const types = typesOf({ allOf: schemasOf(parts, name) }, resolve2);
    const expected = tag === "items" ? ["array"] : ["integer", "number"];
    if (!expected.some((type) => types.has(type)))
      report(tagType(place, tag, name, expected, [...types]));
  }
  const names2 = Object.fromEntries(tagged.map(([tag, [name]]) => [tag, name]));
  if (names2.items === void 0 && nested.length === 0) report(untaggedRows(place, tagged[0][0]));
  const required = new Set(parts.flatMap((part) => part["required"] ?? []));
  const filled = Object.values(names2);
  const others = [...required].filter((name) => !filled.includes(name));
  return {
    items: "",
    ...names2,
    ...names2.total !== void 0 && required.has(names2.total) && { countsAlways: true },
    ...others.length > 0 && { others }
  };
}
function tagsOf(parts) {
  return ENVELOPE_TAGS.map((tag) => [tag, taggedNames(parts, tag)]).filter(([, names2]) => names2.length > 0);
}
function nestedTags(parts, outer, resolve2) {
  const isList = (tagged) => tagged.some(([tag]) => tag === "items");
  return parts.flatMap(
    ({ properties = {} }) => Object.entries(properties).flatMap(([name, property]) => {
      const inner = tagsOf(certainParts(property, resolve2));
      if (isList(outer) && isList(inner)) return [];
      return inner.map(([tag, [first = ""]]) => ({ tag, path: [name, first] }));
    })
  );
}
function taggedNames(parts, tag) {
  const names2 = parts.flatMap(
    ({ properties = {} }) => Object.entries(properties).filter(([, property]) => hasTag(property, tag))
  );
  return [...new Set(names2.map(([name]) => name))];
}
function hasTag(schema, tag) {
  if (typeof schema !== "object") return false;
  const { allOf: allOf2 = [], [`x-${tag}`]: isTagged } = schema;
  return isTagged === true || allOf2.some((part) => hasTag(part, tag));
}
function schemasOf(parts, name) {
  return parts.flatMap(({ properties = {} }) => Object.hasOwn(properties, name) ? [properties[name]] : []);
}

// src/compiler/operations/list.ts
function isSuccess({ value }) {
  return value.status.startsWith("2");
}
function paginate({ parsed, responses, parameters, at }, definitions2, limits, report) {
  const success = responses.find(isSuccess);
  if (success === void 0 && !mayReturn(parsed, definitions2)) report(noList(at));
  const envelope = success && envelopeOf(success, definitions2.schemas, report);
  return { ...envelope !== void 0 && { envelope }, ...sizesOf(parameters, limits) };
}
function envelopeOf({ value, at }, schemas, report) {
  const { schema } = value;
  if (schema === void 0) return void report(noList(at));
  const { expand: expand2, resolve: resolve2 } = lookup(schemas);
  const names2 = certainParts(schema, () => void 0).flatMap(
    (part) => referredName(part) ?? (isGenericUse(part) ? part.generic : [])
  );
  const definition = schemas.get(names2[0] ?? "")?.at;
  const place = { at, ...definition?.source.file !== BUILT_IN && { definition } };
  const body = expand2(schema);
  const envelope = readEnvelope(body, resolve2, place, report);
  if (envelope === void 0 && !typesOf(body, resolve2).has("array")) report(noList(at));
  return envelope;
}
function mayReturn({ handler, declarations }, { responses }) {
  const { directives = [] } = handler.comment ?? {};
  return directives.some(({ name }) => /^returns?$/.test(name)) || declarations.responseIncludes.some(({ value }) => !responses.has(value));
}
function sizesOf(parameters, limits) {
  const size = parameters.find((parameter) => parameter.in === "query" && parameter.name === "page_size")?.schema;
  const sizeOr = (keyword, otherwise) => typeof size?.[keyword] === "number" ? size[keyword] : otherwise;
  const maxSize = sizeOr("maximum", limits.maxSize);
  return { defaultSize: Math.min(sizeOr("default", limits.defaultSize), maxSize), maxSize };
}
function adaptParameters(parameters, placed, { defaultSize, maxSize, envelope }) {
  const builtIn = placed.filter(({ at }) => at.source.file === BUILT_IN).map(({ value }) => value.name);
  return parameters.map((parameter) => {
    if (parameter.in !== "query" || !builtIn.includes(parameter.name)) return parameter;
    if (parameter.name === "total" && envelope?.countsAlways) return { ...parameter, ...ALWAYS_COUNTED };
    if (parameter.name !== "limit") return parameter;
    return { ...parameter, schema: { ...parameter.schema, maximum: maxSize, default: defaultSize } };
  });
}
function allowedTypes(schema, schemas) {
  const { expand: expand2, resolve: resolve2 } = lookup(schemas);
  return typesOf(expand2(schema), resolve2);
}
function lookup(schemas) {
  const find2 = (name) => schemas.get(name);
  const expand2 = (schema) => expandOr(schema, find2, () => {
  });
  const resolve2 = resolverOf({
    get(name) {
      const definition = find2(name);
      return definition && expand2(definition.schema);
    }
  });
  return { expand: expand2, resolve: resolve2 };
}

// src/compiler/operations/body.ts
var BODILESS = ["GET", "HEAD", "TRACE"];
var FORMS = ["multipart/form-data", "application/x-www-form-urlencoded"];
function isWholeBody({ name, in: place }) {
  return name === "body" && place === void 0;
}
function resolveBody(parts, consumes, method, schemas, report) {
  const [first] = parts;
  if (first === void 0) {
    if (consumes[0] !== void 0) report(nothingToConsume(consumes[0].at));
    return void 0;
  }
  if (BODILESS.includes(method)) report(bodyMethod(first.at, method));
  const base = parts.find((part) => isWholeBody(part.value));
  const properties = parts.filter((part) => part !== base);
  const schema = assembleShape(base && { ...base, value: { ...base.value, name: "" } }, properties, report);
  const mediaTypes = consumes.length > 0 ? consumes.map((type) => type.value) : [isBinary2(schema) ? "application/octet-stream" : "application/json"];
  checkMediaTypes(schema, mediaTypes, parts, consumes, report);
  for (const type of consumes) checkReadable(schema, type, schemas, report);
  const example = base?.value.example;
  return {
    // A required property inside an optional one does not make the body required.
    required: base?.value.required ?? schema["required"] !== void 0,
    ...base?.value.description !== void 0 && { description: base.value.description },
    ...properties.length > 0 && isBare(base?.value.schema) && { declaredOnly: true },
    content: mediaTypes.map((mediaType) => ({ mediaType, schema, ...example !== void 0 && { example } }))
  };
}
function isBare(schema = {}) {
  return Object.keys(schema).every((keyword) => keyword === "type");
}
function isBinary2(schema) {
  return schema["format"] === "binary";
}
function checkReadable(schema, { value, at }, schemas, report) {
  if (/[/+]json$|\/\*$/.test(value) || FORMS.includes(value)) return;
  if (!allowedTypes(schema, schemas).has("string")) report(unreadableBody(at, value));
}
function checkMediaTypes(schema, mediaTypes, parts, consumes, report) {
  const file = parts.find(
    (part) => !isWholeBody(part.value) && (isBinary2(part.value.schema) || isBinary2(part.value.schema["items"] ?? {}))
  );
  if (file !== void 0 && !mediaTypes.includes("multipart/form-data"))
    report(fileWithoutMultipart(file.at, file.value.name));
  for (const { value, at } of consumes) {
    const { type } = schema;
    if (FORMS.includes(value) && type !== void 0 && type !== "object") report(formShape(at, value));
  }
}

// src/import/write/body-lines.ts
function bodyLines(operation, body, scope, schemas) {
  const { schema } = body.content[0];
  const example = body.content[0].example;
  const hasExample = example !== void 0 && scope.allows(schema, example);
  const readable = body.content.filter(({ mediaType }) => isReadable(mediaType, schema, operation.method, schemas));
  const content = (readable.length === 0 ? body.content : readable).map(({ example: _, ...others }) => others);
  const meant = { ...body, content: hasExample ? content.map((item) => ({ ...item, example })) : content };
  const isMeant = (declarations, wanted2) => isSameBody(read(declarations, operation.method, schemas), wanted2);
  const whole = { name: "body", required: body.required, schema, description: body.description };
  for (const wanted2 of hasExample ? [meant, { ...meant, content }] : [meant]) {
    const input2 = { ...whole, example: wanted2.content[0].example };
    const consumes = consumesLine(wanted2);
    const found = firstSound(withConsumes(consumes, inPlace(input2, operation)), (declarations) => isMeant(declarations, wanted2)) ?? void 0;
    if (found !== void 0) return found;
  }
  const name = scope.define(schema, `${scope.owner} body`);
  const reference = { $ref: `#/components/schemas/${name}` };
  const wanted = { ...meant, content: meant.content.map((item) => ({ ...item, schema: reference })) };
  const input = { ...whole, schema: reference, example: wanted.content[0].example };
  const known = new Map([...schemas, [name, { ...[...schemas.values()][0], name, schema, typeParameters: [] }]]);
  return firstSound(
    withConsumes(consumesLine(wanted), spellings("param", input, { type: name, facets: {} })),
    (declarations) => isSameBody(read(declarations, operation.method, known), wanted)
  );
}
function* withConsumes(consumes, all) {
  for (const lines of all) yield [...consumes, ...lines];
}
function consumesLine({ content }) {
  const types = content.map(({ mediaType }) => mediaType === "*/*" ? "any" : mediaType);
  const usual = content[0].schema["format"] === "binary" ? "application/octet-stream" : "application/json";
  return types.length === 1 && types[0] === usual ? [] : [`@consumes ${types.join(", ")}`];
}
function isReadable(mediaType, schema, method, schemas) {
  const lines = [`@consumes ${mediaType === "*/*" ? "any" : mediaType}`, "@param {any} body"];
  const declarations = lines.length > 0 ? firstDeclarations(lines) : void 0;
  if (declarations === void 0) return false;
  const [body] = declarations.parameters;
  let isSound2 = true;
  resolveBody([{ ...body, value: { ...body.value, schema } }], declarations.consumes, method, schemas, ({ severity }) => {
    isSound2 &&= severity !== "error";
  });
  return isSound2;
}
function firstDeclarations(lines) {
  let found;
  firstSound([lines], (declarations) => {
    found = declarations;
    return true;
  });
  return found;
}
function read(declarations, method, schemas) {
  let isSound2 = true;
  const body = resolveBody(declarations.parameters, declarations.consumes, method, schemas, ({ severity }) => {
    isSound2 &&= severity !== "error";
  });
  return isSound2 ? body : void 0;
}
function isSameBody(found, wanted) {
  if (found === void 0) return false;
  return found.required === wanted.required && plainText(found.description ?? "") === plainText(wanted.description ?? "") && found.content.length === wanted.content.length && found.content.every(
    (item, i) => item.mediaType === wanted.content[i].mediaType && isSameSchema(item.schema, wanted.content[i].schema) && isDeepStrictEqual5(item.example, wanted.content[i].example)
  );
}
function* inPlace(input, operation) {
  const shape = typeText(input.schema) === void 0 || !("$ref" in input.schema) ? shapeLines(input, operation) : void 0;
  if (shape !== void 0) yield* shape;
  const said = typeWithFacets(input.schema);
  if (said !== void 0) yield* spellings("param", input, said);
}
function shapeLines(input, operation) {
  const plain2 = readPlain(input.schema);
  const properties = Object.entries(plain2?.properties ?? {});
  if (plain2 === void 0 || properties.length === 0 || !hasKnownRequired(plain2)) return void 0;
  const lines = properties.map(
    ([name, property]) => propertyLines(`${prefixOf(name, operation)}${name}`, plain2.required.includes(name), property)
  );
  if (lines.includes(void 0)) return void 0;
  const below = lines.flatMap((line) => line);
  const whole = [...spellings("param", { ...input, schema: {} }, { type: plain2.nullable ? "?object" : "object", facets: plain2.facets })];
  return [below, ...whole.map((line) => [...line, ...below])];
}
function prefixOf(name, { method, path }) {
  const isPlace = /^(?:body|path|query|header|cookie)$/.test(name);
  return !["POST", "PUT", "PATCH"].includes(method) || isPlace || path.includes(`{${name}}`) ? "body." : "";
}
function propertyLines(name, required, schema) {
  if (typeof schema === "boolean" || /[\s.=(){}[\]?]/.test(lastStep(name))) return void 0;
  const { description, deprecated, ...others } = schema;
  const input = {
    name,
    required,
    schema: others,
    ...typeof description === "string" && { description: plainText(description) },
    ...deprecated === true && { deprecated }
  };
  const plain2 = readPlain(others);
  const hasParts = plain2?.properties !== void 0 || plain2?.items !== void 0 && typeText(plain2.items) === void 0;
  if (!hasParts) {
    const said2 = typeWithFacets(others);
    return said2 && [...spellings("param", input, said2)][0];
  }
  if (plain2 === void 0 || !hasKnownRequired(plain2)) return void 0;
  const parts = plain2.items === void 0 ? Object.entries(plain2.properties).map(([key, value]) => propertyLines(`${name}.${key}`, plain2.required.includes(key), value)) : [propertyLines(`${name}[]`, true, plain2.items)];
  if (parts.length === 0 || parts.includes(void 0)) return void 0;
  const said = { type: `${plain2.nullable ? "?" : ""}${plain2.type}`, facets: plain2.facets };
  return [...[...spellings("param", input, said)][0], ...parts.flatMap((part) => part)];
}
function lastStep(name) {
  return name.replace(/^body\./, "").replace(/(?:\[\])+$/, "").split(/\.|\[\]\./).at(-1);
}
function hasKnownRequired({ required, properties }) {
  return required.every((name) => properties !== void 0 && Object.hasOwn(properties, name));
}

// src/import/write/operation-text.ts
function operationLines(operation, { functionName, needsMethod }, writing) {
  const { method, summary, description, operationId, tags, deprecated, see = [], security, extensions = {} } = operation;
  const owner = operationId ?? `${method} ${operation.path}`;
  const text = [summary, description].filter((part) => part !== void 0).join("\n");
  const directives = [
    ...needsMethod && method !== "GET" ? [`@${method}`] : [],
    ...operationId === void 0 || operationId === functionName ? [] : [`@operationId ${operationId}`],
    ...sound(tagLine(tags), (read2) => isDeepStrictEqual6(read2.tags.map(({ value }) => value), tags)),
    ...deprecated === void 0 ? [] : [["@deprecated", typeof deprecated === "string" ? deprecated : ""].join(" ").trim()],
    ...see.slice(0, 1).flatMap(
      ({ url, description: title = "" }) => sound([`@see ${url}${title === "" ? "" : ` ${title}`}`], (read2) => read2.see[0]?.value.url === url)
    ),
    ...securityLines(security),
    ...Object.entries(extensions).flatMap(
      ([name, value]) => sound([value === true ? `@${name}` : `@${name} ${yamlText(value)}`], (read2) => isDeepStrictEqual6(read2.extensions[0]?.value, [name, value]))
    ),
    ...inputLines(operation, owner, writing),
    ...outputLines(operation, owner, writing)
  ];
  return commentLines(text === "" ? [] : text.split("\n"), directives);
}
function tagLine(tags) {
  return tags === void 0 ? [] : [`@tags ${tags.join(", ")}`];
}
function sound(lines, isMeant) {
  const read2 = lines.length === 0 ? void 0 : readBack(lines);
  return read2 !== void 0 && isMeant(read2) ? lines : [];
}
function securityLines(security) {
  if (security === void 0) return [];
  if (security.length === 0) return ["@security none"];
  return security.map((requirement) => {
    const schemes = Object.entries(requirement).map(([scheme, scopes]) => [scheme, ...scopes].join(" "));
    return `@security ${schemes.length === 0 ? "none" : schemes.join(", ")}`;
  });
}
function inputLines(operation, owner, { pool, sets, schemas }) {
  const { parameters, body, path, method } = operation;
  const names2 = parameters.flatMap((parameter) => sets.nameOf(parameter) ?? []);
  const own2 = parameters.filter((parameter) => sets.nameOf(parameter) === void 0);
  const scope = pool.scope(owner);
  return [
    ...includeLines("param-include", names2),
    ...own2.flatMap((parameter) => parameterLines(parameter, prefixOf2(parameter, path, method), scope) ?? []),
    ...body === void 0 ? [] : bodyLines(operation, body, scope, schemas) ?? []
  ];
}
function prefixOf2({ name, in: place }, path, method) {
  if (place === "path" || place !== "query") return place === "path" ? "" : `${place}.`;
  const isMisread = path.includes(`{${name}}`) || name.includes(".") || name === "body";
  return isMisread || ["POST", "PUT", "PATCH"].includes(method) ? "query." : "";
}
function outputLines({ responses }, owner, { pool, sets }) {
  const names2 = responses.flatMap((response) => sets.nameOf(response) ?? []);
  const own2 = responses.filter((response) => sets.nameOf(response) === void 0);
  return [...own2.flatMap((response) => responseLines(response, pool.scope(owner))), ...includeLines("returns-include", names2)];
}
function includeLines(directive, names2) {
  return names2.length === 0 ? [] : [`@${directive} ${names2.join(", ")}`];
}

// src/import/write/tree.ts
function writeTree(description, located2) {
  const { notes } = description;
  const raw = new Map([...description.schemas].map(([name, schema]) => [name, asSchema(schema)]));
  const check = createValueCheck(raw, () => void 0);
  const schemas = new Map([...raw].map(([name, schema]) => [name, withoutInvalidSamples(schema, check, notes)]));
  const pool = new Pool(schemas, (schema, value) => check(schema, value) === void 0);
  const contracts = located2.map((operation) => withValidSamples(readContract(operation, description), check, notes));
  const writing = { pool, sets: sharedSets(contracts), schemas: lookUp(pool.schemas) };
  return {
    operations: contracts.map((contract) => ({ contract, lines: (naming) => operationLines(contract, naming, writing) })),
    definitions() {
      const sets = setFiles(writing.sets, pool);
      const used = usedNames(
        contracts.map((value) => ({ value })),
        pool.schemas
      );
      const made = [...pool.schemas.keys()].filter((name) => !description.schemas.has(name));
      for (const name of [...made, ...usedNames(made.map((each) => ({ value: pool.schemas.get(each) })), pool.schemas)]) used.add(name);
      const written = [...pool.schemas].filter(([name, schema]) => used.has(name) && !isBuiltIn(name, schema));
      const sorted2 = new Map(written.sort(([a], [b]) => a < b ? -1 : 1));
      return [...sets, ...schemaFiles(sorted2), baseFile(baseDocument(description, contracts))];
    },
    allows: pool.allows,
    schemaOf: (name) => pool.schemas.get(name)
  };
}
function isBuiltIn(name, schema) {
  return name === "Problem" && isDeepStrictEqual7(schema, PROBLEM);
}
function lookUp(schemas) {
  const at = { source: { file: "", text: "" }, span: { start: 0, end: 0 } };
  const entries2 = [...schemas].map(([name, schema]) => [name, { name, schema: asSchema(schema), typeParameters: [], references: [], at }]);
  return new Map(entries2);
}

// src/import/write/handler-text.ts
var WORDS2 = new Set(
  "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield async of get set".split(" ")
);
function functionNameOf({ operationId = "" }) {
  const name = operationId.replaceAll(/[^A-Za-z0-9_$]+(\w?)/g, (_, letter) => letter.toUpperCase()).replace(/^[^A-Za-z]+/, "");
  if (name === "") return "_";
  return WORDS2.has(name) || name === "ctx" ? `${name}Operation` : name;
}
function newFileText(operation, lines, allows2) {
  const name = functionNameOf(operation);
  const answer = answerOf(operation, allows2);
  const comment = lines.length === 0 ? commentText([`${operation.method} ${operation.path}`]) : commentText(lines);
  if (answer === void 0) {
    return `import type { OperationContext } from 'unplugin-operations/koa';

${comment}
export default function ${name}(ctx: OperationContext) {
  ctx.throw(501);
}
`;
  }
  const body = JSON.stringify(answer.value, null, 2).replaceAll("\n", "\n  ").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return `${comment}
export default function ${name}() {
  return ${body};
}
`;
}
function answerOf({ responses }, allows2) {
  const response = responses.find(({ status, content: content2 }) => /^2\d\d$/.test(status) && content2.length > 0);
  const [content] = response?.content ?? [];
  if (content === void 0) return void 0;
  const examples = examplesOf(content);
  const found = examples.findIndex((value) => allows2(content.schema, value));
  return found === -1 ? void 0 : { value: examples[found] };
}
function examplesOf({ mediaType, schema, example }) {
  const listed2 = Array.isArray(schema["examples"]) ? schema["examples"] : [];
  const all = example === void 0 ? listed2 : [example, ...listed2];
  return isJsonType(mediaType) ? all : all.filter((value) => typeof value === "string");
}

// src/compiler/definitions/reachable.ts
function reachable2(names2, find2, namesIn3) {
  const found = /* @__PURE__ */ new Map();
  const pending = [...names2];
  for (let name = pending.pop(); name !== void 0; name = pending.pop()) {
    const definition = found.has(name) ? void 0 : find2(name);
    if (definition === void 0) continue;
    found.set(name, definition);
    pending.push(...namesIn3(definition));
  }
  return found;
}
function reachableSets(names2, sets) {
  return reachable2(
    names2,
    (name) => sets.get(name),
    ({ includes }) => includes.map(({ value }) => value)
  );
}
function schemaNames({ references }) {
  return references.map(({ name }) => name);
}

// src/compiler/definitions/includes.ts
function checkIncludes(sets, report) {
  const done = /* @__PURE__ */ new Set();
  const visit2 = (set, chain) => {
    for (const include of set.includes) {
      const from = chain.findIndex((step) => step.value === include.value);
      const target = sets.get(include.value);
      if (target === void 0) report(unknownInclude(include.at, include.value, [...sets.keys()]));
      else if (from !== -1) report(includeCycle([...chain.slice(from + 1), include]));
      else if (!done.has(target.name)) visit2(target, [...chain, include]);
    }
    done.add(set.name);
  };
  for (const set of sets.values()) if (!done.has(set.name)) visit2(set, [{ value: set.name, at: set.at }]);
}
function includedEntries(includes, sets, keyOf3, open = []) {
  const entries2 = /* @__PURE__ */ new Map();
  for (const { value: name, at } of includes) {
    const set = sets.get(name);
    if (set === void 0 || open.includes(name)) continue;
    for (const entry of [...includedEntries(set.includes, sets, keyOf3, [...open, name]), ...set.entries]) {
      entries2.set(keyOf3(entry.value), { ...entry, via: [at, ...entry.via ?? []] });
    }
  }
  return [...entries2.values()];
}
function mergeIncluded(declared, included2, overrides, describe7, report) {
  const first = /* @__PURE__ */ new Map();
  for (const entry of declared) {
    const key = describe7(entry.value);
    const earlier = first.get(key);
    if (earlier === void 0) first.set(key, entry);
    else report(declaredTwice(entry.at, key, earlier.at));
  }
  const overridden = new Set([...first.values()].map((entry) => overrides(entry.value)));
  const all = [...included2.filter((entry) => !overridden.has(overrides(entry.value))), ...first.values()];
  return all.sort((a, b) => startOf2(a) - startOf2(b));
}
function startOf2({ at, via }) {
  return (via?.[0] ?? at).span.start;
}
function includesSet(include, sets, name) {
  return reachableSets([include.value], sets).has(name);
}

// src/compiler/definitions/consistency.ts
function checkDefinitions(definitions2, report) {
  checkIncludes(definitions2.parameters, report);
  checkIncludes(definitions2.responses, report);
  const find2 = (name) => definitions2.schemas.get(name);
  for (const { name, at, schema, typeParameters, references } of definitions2.schemas.values()) {
    checkReferences(references, definitions2, report);
    if (typeParameters.length > 0 && reachable2(genericsIn(schema), find2, (used) => genericsIn(used.schema)).has(name))
      report(recursiveGeneric(at, name));
  }
  for (const sets of [definitions2.parameters, definitions2.responses]) {
    for (const set of sets.values()) {
      checkReferences(set.references, definitions2, report);
      checkUntyped(set.untyped ?? [], definitions2, report);
    }
  }
}
function checkReferences(references, { schemas }, report) {
  for (const reference of references) {
    const { name, arity } = reference;
    const definition = schemas.get(name);
    if (definition === void 0) report(unknownType(reference.at, name, [...TYPE_NAMES, ...schemas.keys()]));
    else if (arity !== void 0 && arity !== definition.typeParameters.length) {
      report(typeArguments(reference.at, name, definition.typeParameters.length, arity));
    }
  }
}
function checkParts(references, schemas, report) {
  const resolve2 = resolverOf(schemas);
  for (const reference of references) {
    const { name, pointer } = reference;
    if (pointer === void 0 || pointer === "" || !schemas.has(name)) continue;
    if (resolve2(referenceTo(name, pointer).$ref) === void 0)
      report(missingPart(reference.at, name, pointer));
  }
}
function checkUntyped(untyped, { schemas }, report) {
  for (const { value, at } of untyped) {
    const [text, name] = /^([\w$][\w$.-]*)(?:<[^\s<>]+>)?(?:\[\])*(?=$|[\s:])/.exec(value) ?? [];
    const isType2 = name !== void 0 && (TYPE_NAMES.includes(name) || schemas.has(name));
    report(untypedResponse(at, isType2 ? text : void 0));
  }
}
function genericsIn(schema) {
  const names2 = [];
  eachSchema(schema, (part) => {
    if (isGenericUse(part)) names2.push(part.generic);
  });
  return names2;
}
function checkUnused(definitions2, names2, report) {
  const parameters = reachableSets(names2.parameters, definitions2.parameters);
  const responses = reachableSets(names2.responses, definitions2.responses);
  const schemas = reachable2(
    [...names2.schemas, ...[...parameters.values(), ...responses.values()].flatMap(schemaNames)],
    (name) => definitions2.schemas.get(name),
    schemaNames
  );
  for (const kind of ["schemas", "parameters", "responses"]) {
    const used = { schemas, parameters, responses }[kind];
    for (const { name, at } of definitions2[kind].values()) {
      if (used.has(name)) continue;
      if (kind === "schemas" && TYPE_NAMES.includes(name)) report(shadowedDefinition(at, name));
      else if (at.source.file !== BUILT_IN) report(unusedDefinition(at, name));
    }
  }
  return new Set(schemas.keys());
}

// src/compiler/definitions/identified.ts
function linkFiles(definitions2, report) {
  const linked = new Map(
    [...definitions2].map(([name, definition]) => [name, linkFile(definition, definitions2, report)])
  );
  for (const definition of linked.values()) checkDynamic(definition, linked, report);
  return linked;
}
function linkFile(definition, definitions2, report) {
  const { external = [] } = definition.identified ?? {};
  if (external.length === 0) return definition;
  const references = [...definition.references];
  const targets = /* @__PURE__ */ new Map();
  for (const each of external) {
    const { uri, text } = each.value;
    const target = find(uri, definitions2);
    if (target === void 0) report(unresolvedReference(each.at, text, "elsewhere"));
    else references.push({ ...target, arity: 0, at: each.at });
    targets.set(uri, referenceTo(target?.name ?? definition.name, target?.pointer).$ref);
  }
  const schema = mapReferences(definition.schema, (reference) => targets.get(reference) ?? reference);
  return { ...definition, schema, references };
}
function find(uri, definitions2) {
  const found = [...definitions2.values()].flatMap(({ name, schema, identified }) => {
    const pointer = identified && followUri(schema, identified.identifiers, uri);
    return pointer === void 0 ? [] : [{ name, pointer }];
  });
  return found.length === 1 ? found[0] : void 0;
}
function checkDynamic({ name, identified }, definitions2, report) {
  for (const { value, at } of identified?.dynamicReferences ?? []) {
    const others = [...definitions2.values()].filter(
      (other) => other.name !== name && other.identified?.dynamicAnchors.has(value) === true
    );
    const used = reachable2(others.flatMap(schemaNames), (other) => definitions2.get(other), schemaNames);
    if (used.has(name)) report(unresolvedReference(at, `#${value}`, "dynamic"));
  }
}

// src/compiler/definitions/collect.ts
var NO_DOCUMENT = {};
function collectDefinitions(builtIn, files2, report) {
  const documents = files2.flatMap((file) => file.document ?? []);
  for (const other of documents.slice(1))
    report(definedTwice(other.at, "document", "openapi", documents[0].at));
  const byName2 = (kind, select) => new Map([
    ...select(builtIn).map((item) => [item.name, item]),
    ...collectNamed(kind, files2.flatMap(select), report)
  ]);
  return {
    schemas: linkFiles(
      byName2("schema", (file) => file.schemas),
      report
    ),
    parameters: byName2("parameter set", (file) => file.parameters),
    responses: byName2("response set", (file) => file.responses),
    document: documents[0]?.value ?? NO_DOCUMENT
  };
}
function collectNamed(kind, items, report) {
  const collected = /* @__PURE__ */ new Map();
  for (const item of items) {
    const first = collected.get(item.name);
    if (!/^[\w.-]+$/.test(item.name)) report(definitionName(item.at, item.name));
    else if (first !== void 0) report(definedTwice(item.at, kind, item.name, first.at));
    else collected.set(item.name, item);
  }
  return collected;
}

// src/compiler/definitions/cycles.ts
var IN_PLACE = ["$ref", ...KEYWORD_NAMES.filter((name) => keywordRow(name)?.inPlace === true)];
function checkCycles(schemas, definitions2, report) {
  const resolve2 = resolverOf(schemas);
  const done = /* @__PURE__ */ new Set();
  const visit2 = (schema, open, chain) => {
    if (typeof schema === "boolean" || done.has(schema) || !IN_PLACE.some((keyword) => keyword in schema))
      return void 0;
    const from = open.indexOf(schema);
    if (from !== -1) return chain.slice(from);
    const next = [];
    const { $ref } = schema;
    const target = typeof $ref === "string" ? resolve2($ref) : void 0;
    if (target !== void 0) next.push([target, nameOf4($ref)]);
    eachSubschema(schema, (part, _, keyword) => {
      if (IN_PLACE.includes(keyword)) next.push([part, keyword]);
    });
    for (const [part, name] of next) {
      const cycle = visit2(part, [...open, schema], [...chain, name]);
      if (cycle !== void 0) return cycle;
    }
    done.add(schema);
    return void 0;
  };
  for (const { name, at } of circular([...definitions2.values()])) {
    eachSchema(schemas.get(name) ?? true, (part) => {
      if (!("$ref" in part)) return;
      const cycle = visit2(part, [], [])?.filter((step) => !Object.hasOwn(KEYWORDS, step));
      if (cycle === void 0) return;
      report(endlessSchema(at, [cycle.at(-1) ?? name, ...cycle]));
      for (const member of [name, ...cycle]) {
        const found = schemas.get(member);
        if (found !== void 0) eachSchema(found, (inner) => done.add(inner));
      }
    });
  }
}
function circular(definitions2) {
  const names2 = new Set(definitions2.map(({ name }) => name));
  const referring = definitions2.filter(({ references }) => references.some(({ name }) => names2.has(name)));
  return referring.length === definitions2.length ? referring : circular(referring);
}
function nameOf4(reference) {
  const { name = reference, keys = [] } = splitReference(reference) ?? {};
  return [name, ...keys].join("/");
}

// src/compiler/operations/clashes.ts
function checkOperations(operations, report) {
  checkRoutes(operations, report);
  checkCase(operations, report);
  checkOperationIds(operations, report);
}
function checkRoutes(operations, report) {
  const routes = /* @__PURE__ */ new Map();
  const templates = /* @__PURE__ */ new Map();
  for (const operation of operations) {
    const { method, path } = operation.contract;
    const key = operation.templateKey;
    const same = firstOf(routes, `${method} ${key}`, operation);
    const spelled2 = firstOf(templates, key, operation);
    if (same !== operation) report(duplicateRoute(operation.pathAt, method, path, same.pathAt));
    else if (spelled2.template.text !== operation.template.text) {
      report(templateNames(operation.pathAt, path, spelled2.pathAt, spelled2.contract.path));
    }
  }
}
function checkCase(operations, report) {
  const spellings2 = /* @__PURE__ */ new Map();
  const reported = /* @__PURE__ */ new Set();
  const sound2 = /* @__PURE__ */ new Set();
  for (const { template, templateKey: key, pathAt } of operations) {
    for (const [text, form] of prefixes(template.text, key, sound2)) {
      const firsts = [form, text].map((own2) => ({
        own: own2,
        first: firstOf(spellings2, own2.toLowerCase(), { form: own2, text, key, at: pathAt })
      }));
      const clash = firsts.find(({ own: own2, first }) => first.form !== own2 && first.key !== key);
      if (firsts.every(({ own: own2, first }) => first.form === own2)) sound2.add(text);
      if (clash === void 0) continue;
      if (!reported.has(text)) report(caseClash(pathAt, text, clash.first.at, clash.first.text));
      reported.add(text);
      break;
    }
  }
}
function prefixes(text, key, sound2) {
  if (sound2.has(text)) return [];
  if (sound2.has(text.slice(0, text.lastIndexOf("/")))) return [[text, key]];
  const [named, unnamed] = [text.split("/"), key.split("/")];
  const all = [];
  for (let depth = named.length; depth > 1; depth--) {
    const prefix = named.slice(0, depth).join("/");
    if (sound2.has(prefix)) break;
    all.push([prefix, unnamed.slice(0, depth).join("/")]);
  }
  return all.reverse();
}
function checkOperationIds(operations, report) {
  const ids = /* @__PURE__ */ new Map();
  for (const operation of operations) {
    const { operationId } = operation.contract;
    if (operationId === void 0) continue;
    const first = firstOf(ids, operationId, operation);
    if (first !== operation) report(duplicateOperationId(operation.idAt, operationId, first.idAt));
  }
}
function firstOf(map, key, value) {
  const first = map.get(key) ?? value;
  map.set(key, first);
  return first;
}

// src/compiler/operations/security.ts
function checkSecurity2(requirements, document, report) {
  const known = Object.keys(document.components?.securitySchemes ?? {});
  for (const { value, at } of requirements) {
    for (const scheme of Object.keys(value))
      if (!known.includes(scheme)) report(unknownScheme(schemeAt(at, scheme), scheme, known));
  }
}
function schemeAt(at, scheme) {
  const text = at.source.text.slice(at.span.start, at.span.end);
  const start = at.span.start + Math.max(0, text.indexOf(scheme));
  return { source: at.source, span: { start, end: start + scheme.length } };
}

// src/compiler/operations/parameters.ts
function resolveParameters(parsed, method, definitions2, report) {
  const { declarations, route } = parsed;
  const { names: names2 } = route.template;
  const put = (entry) => ({
    ...entry,
    value: { ...entry.value, place: entry.value.in ?? placeOf3(entry.value, names2, method) }
  });
  const included2 = includedEntries(
    declarations.parameterIncludes,
    definitions2.parameters,
    (value) => `${value.in ?? ""} ${value.name}`
  );
  const describe7 = (value) => isWholeBody(value) ? "body" : `${value.place} parameter "${spelled(value)}"`;
  const all = mergeIncluded(declarations.parameters.map(put), included2.map(put), describe7, describe7, report);
  checkPath(all, parsed, report);
  for (const { value, at } of all) {
    if ((value.place === "header" || value.place === "cookie") && !isHeaderName(value.name))
      report(headerName(at, value.name));
    if (value.explode === false && value.place !== "query") report(explodePlace(at, value.place));
  }
  return all;
}
function spelled({ name, place }) {
  return place === "header" ? name.toLowerCase() : name;
}
function placeOf3(parameter, pathNames, method) {
  if (pathNames.includes(parameter.name)) return "path";
  return method === "POST" || method === "PUT" || method === "PATCH" || isWholeBody(parameter) ? "body" : "query";
}
function checkPath(parameters, { route }, report) {
  for (const { value, at, via } of parameters) {
    if (value.place !== "path") continue;
    if (!route.template.names.includes(value.name)) report(notInPath(at, value.name, route.template, via));
    else if (!value.required) report(optionalPathParameter(at, value.name, via));
  }
}
function toContract(all, parsed, report) {
  const { route, handler } = parsed;
  const missing = route.template.names.filter(
    (name) => !all.some(({ value }) => value.place === "path" && value.name === name)
  );
  for (const name of handler.comment === void 0 ? [] : missing) {
    const meant = missing.length === 1 ? meantFor(name, all) : void 0;
    report(undeclaredPathParameter(parameterLocation(route.at, name), name, handler.comment.at, meant));
  }
  return [
    ...missing.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...all.flatMap(({ value }) => value.place === "body" ? [] : [toParameter(value, value.place)])
  ];
}
function meantFor(name, all) {
  const found = all.find(
    ({ value, via }) => value.in === void 0 && value.place !== "path" && via === void 0 && isMeantFor(value.name, name) && all.filter((other) => other.value.name === value.name).length === 1
  );
  return found && { name: found.value.name, at: found.at };
}
function isMeantFor(name, other) {
  const [a, b] = [name, other].map((text) => text.toLowerCase().replace(/[_-]/g, ""));
  if (a === void 0 || b === void 0) return false;
  const isOfOther = [a, b].some((text) => text === "id") && [a, b].every((text) => text.endsWith("id"));
  return a === "id" || isOfOther || a === `${b}id` || b === `${a}id` || isNear(a, b);
}
function toParameter({ name, required, schema, description, deprecated, example, explode }, place) {
  return {
    name,
    in: place,
    required,
    schema,
    ...description !== void 0 && { description },
    ...deprecated === true && { deprecated },
    ...example !== void 0 && { example },
    ...explode === false && { explode }
  };
}
function parameterLocation({ source, span }, name) {
  const tokens = source.text.slice(span.start).matchAll(/\{([^{}]*)\}/g);
  const token = [...tokens].find((match) => match[1].normalize("NFC") === name);
  if (token === void 0) return { source, span };
  const start = span.start + token.index;
  return { source, span: { start, end: start + token[0].length } };
}

// src/compiler/operations/responses.ts
function resolveResponses(declarations, definitions2, report) {
  const included2 = includedEntries(declarations.responseIncludes, definitions2.responses, describe4);
  return mergeIncluded(declarations.responses, included2, (response) => response.status, describe4, report);
}
function describe4({ status, mediaType }) {
  return `response ${status}${mediaType === void 0 ? "" : ` ${mediaType}`}`;
}
function toContract2(responses, declarations, { document }) {
  const produces = declarations.produces.map((type) => type.value);
  const problemType = document["x-problem"]?.mediaType ?? PROBLEM_TYPE;
  const byStatus = /* @__PURE__ */ new Map();
  for (const { value } of responses) byStatus.set(value.status, [...byStatus.get(value.status) ?? [], value]);
  return [...byStatus].map(([status, declared]) => {
    const headers = headersOf([...declarations.headers, ...declared.flatMap((response) => response.headers)]);
    return {
      status,
      description: declared.find((response) => response.description !== void 0)?.description ?? "",
      content: declared.flatMap((response) => contentOf(response, produces, problemType)),
      ...headers.length > 0 && { headers }
    };
  });
}
function contentOf({ schema, mediaType, example }, produces, problemType) {
  if (schema === void 0) return [];
  const isProblem = referredName(schema) === "Problem";
  const otherwise = isProblem ? [problemType] : schema["format"] === "binary" ? ["application/octet-stream"] : ["application/json"];
  const mediaTypes = mediaType !== void 0 ? [mediaType] : produces.length > 0 && !isProblem ? produces : otherwise;
  return mediaTypes.map((type) => ({ mediaType: type, schema, ...example !== void 0 && { example } }));
}
function headersOf(declared) {
  const headers = declared.map(({ value: { name, required, schema, description } }) => ({
    name,
    required,
    schema,
    ...description !== void 0 && { description }
  }));
  return [...new Map(headers.map((header) => [header.name.toLowerCase(), header])).values()];
}

// src/compiler/operations/resolve.ts
function resolveOperation(parsed, definitions2, limits, report) {
  const { route, handler, declarations } = parsed;
  const method = resolveMethod(parsed, report);
  const placed = resolveParameters(parsed, method, definitions2, report);
  const inBody = placed.filter(({ value }) => value.place === "body");
  const declared = resolveResponses(declarations, definitions2, report);
  const all = toContract(placed, parsed, report);
  const body = resolveBody(inBody, declarations.consumes, method, definitions2.schemas, report);
  for (const each of declarations.parameterIncludes) checkInclude(each, definitions2.parameters, report);
  for (const each of declarations.responseIncludes) checkInclude(each, definitions2.responses, report);
  checkReferences(declarations.references, definitions2, report);
  checkUntyped(declarations.untyped, definitions2, report);
  checkSecurity2(declarations.security, definitions2.document, report);
  const include = declarations.parameterIncludes.find((one) => includesSet(one, definitions2.parameters, "paging"));
  const paging = include && paginate({ parsed, responses: declared, parameters: all, at: include.at }, definitions2, limits, report);
  const operationId = declarations.operationId[0];
  const contract = {
    id: parsed.path,
    method,
    path: route.template.text,
    ...defined({ operationId: operationId?.value ?? handler.name }),
    ...describe5(declarations),
    ...metadata(declarations),
    parameters: paging === void 0 ? all : adaptParameters(all, placed, paging),
    ...defined({ body }),
    responses: toContract2(declared, declarations, definitions2),
    ...declarations.security.length > 0 && { security: alternatives2(declarations) },
    ...defined({ paging })
  };
  for (const name of handler.typedAs) checkName(name, contract, report);
  const expand2 = (schema) => expandOr(
    schema,
    (name) => definitions2.schemas.get(name),
    () => report(expandedTooFar(route.at, contract.operationId ?? contract.path))
  );
  return {
    contract: mapSchemas(contract, expand2),
    template: route.template,
    templateKey: templateKey(route.template),
    handler,
    declarations,
    pathAt: route.at,
    idAt: operationId?.at ?? handler.at
  };
}
function mapSchemas(contract, replace) {
  const each = (parts) => parts.map((part) => {
    const schema = replace(part.schema);
    return schema === part.schema ? part : { ...part, schema };
  });
  const { parameters: all, body, responses: declared } = contract;
  return {
    ...contract,
    parameters: each(all),
    ...body !== void 0 && { body: { ...body, content: each(body.content) } },
    responses: declared.map((response) => ({
      ...response,
      content: each(response.content),
      ...response.headers !== void 0 && { headers: each(response.headers) }
    }))
  };
}
function checkName({ value, at }, { operationId, method, path }, report) {
  const key = `${method} ${path}`;
  if (value !== operationId && value !== key) report(otherOperation(at, value, operationId, key));
}
function defined(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== void 0));
}
function checkInclude({ value, at }, known, report) {
  if (!known.has(value)) report(unknownInclude(at, value, [...known.keys()]));
}
function resolveMethod({ route, declarations }, report) {
  const [declared, ...others] = declarations.methods;
  for (const other of others) report(repeatedMethod(other.at, declared.at));
  if (route.method === void 0) return declared?.value ?? "GET";
  if (declared !== void 0 && declared.value !== route.method.value) {
    report(methodConflict(declared.at, declared.value, route.method.at, route.method.value));
  }
  return route.method.value;
}
function describe5({ summary, description }) {
  if (summary[0] !== void 0) return { summary: summary[0].value, ...defined({ description }) };
  if (description === void 0) return {};
  const [first, ...rest] = description.split("\n");
  return { summary: first, ...rest.length > 0 && { description: rest.join("\n") } };
}
function metadata({ tags, deprecated, see, internal, extensions }) {
  return {
    ...tags.length > 0 && { tags: [...new Set(tags.map((tag) => tag.value))] },
    ...defined({ deprecated: deprecated[0]?.value }),
    ...see.length > 0 && { see: see.map((entry) => entry.value) },
    ...internal.length > 0 && { internal: true },
    ...extensions.length > 0 && { extensions: Object.fromEntries(extensions.map((extension) => extension.value)) }
  };
}
function alternatives2({ security }) {
  const requirements = security.map((requirement) => requirement.value);
  return requirements.length === 1 && Object.keys(requirements[0]).length === 0 ? [] : requirements;
}

// src/compiler/link.ts
var KINDS = ["schemas", "parameters", "responses"];
function linkDefinitions(files2, builtIn, limits, expanded) {
  return collectDiagnostics((report) => {
    const definitions2 = collectDefinitions(builtIn, files2, report);
    checkDefinitions(definitions2, report);
    const schemas = expandSchemas(definitions2.schemas, report, expanded(definitions2));
    checkCycles(schemas, definitions2.schemas, report);
    for (const kind of KINDS)
      for (const { references } of definitions2[kind].values()) checkParts(references, schemas, report);
    const checkValue = createValueCheck(schemas, (name) => definitions2.schemas.get(name));
    for (const { samples } of files2) checkSamples(samples, checkValue, report);
    return { definitions: definitions2, limits, schemas, checkValue };
  });
}
function linkOperation(parsed, linked) {
  const { definitions: definitions2, limits, schemas, checkValue } = linked;
  return collectDiagnostics((report) => {
    const operation = resolveOperation(parsed, definitions2, limits, report);
    checkParts(parsed.declarations.references, schemas, report);
    checkSamples(parsed.declarations.samples, checkValue, report);
    return { operation };
  });
}
function findClashes(operations) {
  return collectDiagnostics((report) => {
    checkOperations(operations, report);
    return {};
  }).diagnostics;
}
function findUse(operations, { definitions: definitions2 }, isComplete) {
  return collectDiagnostics((report) => ({
    schemas: checkUnused(definitions2, usedNames3(operations), (diagnostic) => isComplete && report(diagnostic))
  }));
}
function namesIn2({ references, parameterIncludes, responseIncludes }) {
  return {
    schemas: references.map(({ name }) => name),
    parameters: parameterIncludes.map(({ value }) => value),
    responses: responseIncludes.map(({ value }) => value)
  };
}
function usedNames3(operations) {
  const used = { schemas: /* @__PURE__ */ new Set(["Problem"]), parameters: /* @__PURE__ */ new Set(), responses: /* @__PURE__ */ new Set() };
  for (const { declarations } of operations) {
    const names2 = namesIn2(declarations);
    for (const kind of KINDS) for (const name of names2[kind]) used[kind].add(name);
  }
  return used;
}
function expandSchemas(definitions2, report, expanded) {
  const find2 = (name) => definitions2.get(name);
  const concrete = [...definitions2.values()].filter((definition) => definition.typeParameters.length === 0);
  return new Map(
    concrete.map(({ name, schema, at, identified }) => {
      if (identified !== void 0) return [name, schema];
      const known = expanded(name);
      if (known !== void 0 && !isAny(known)) return [name, known];
      return [name, expandOr(schema, find2, () => report(expandedTooFar(at, name)))];
    })
  );
}
function collectDiagnostics(work) {
  const diagnostics = [];
  return { ...work((diagnostic) => diagnostics.push(diagnostic)), diagnostics };
}

// src/compiler/cache.ts
function createCache() {
  return {
    operations: /* @__PURE__ */ new Map(),
    middleware: /* @__PURE__ */ new Map(),
    definitions: /* @__PURE__ */ new Map(),
    linked: void 0,
    resolved: void 0,
    tree: void 0
  };
}
function recall2(results, { path, text }) {
  const cached = results.get(path);
  return cached?.text === text ? cached.result : void 0;
}
function remember(results, file, parse4) {
  const recalled = recall2(results, file);
  if (recalled !== void 0) return recalled;
  const result = parse4();
  results.set(file.path, { text: file.text, result });
  return result;
}
function linkDefinitionsOnce(cache, files2, limits) {
  const last = cache.linked !== void 0 && isSameLimits(cache.linked.linked.limits, limits) ? cache.linked : void 0;
  if (last !== void 0 && isSameList(last.files, files2)) return last.linked;
  const builtIn = last?.builtIn ?? builtInDefinitions(limits);
  const linked = linkDefinitions(files2, builtIn, limits, (definitions2) => {
    const changes = last && findChanges(last.linked.definitions, definitions2);
    return (name) => changes?.schemas.has(name) === false ? last?.linked.schemas.get(name) : void 0;
  });
  cache.linked = { files: files2, builtIn, linked };
  return linked;
}
function linkOperationsOnce(cache, operations, linked) {
  const isReusable = reuseRule(cache.resolved?.linked, linked);
  const results = operations.map((parsed) => {
    const last = cache.resolved?.results.get(parsed);
    return last !== void 0 && isReusable(parsed, last) ? last : linkOperation(parsed, linked);
  });
  cache.resolved = { linked, results: new Map(operations.map((parsed, i) => [parsed, results[i]])) };
  return results;
}
function reuseRule(before, after) {
  if (before === after) return () => true;
  const isSameDocument = before?.definitions.document === after.definitions.document;
  if (before === void 0 || !isSameDocument || !isSameLimits(before.limits, after.limits)) return () => false;
  const changes = findChanges(before.definitions, after.definitions);
  return ({ declarations }, { diagnostics }) => {
    const names2 = namesIn2(declarations);
    return diagnostics.length === 0 && !KINDS.some((kind) => names2[kind].some((name) => changes[kind].has(name)));
  };
}
function checkTreeOnce(cache, operations, linked, isComplete) {
  const last = cache.tree !== void 0 && areAlike(operations, cache.tree.operations) ? cache.tree : void 0;
  const clashes = last?.clashes.length === 0 ? last.clashes : findClashes(operations);
  const isSameUse = last?.linked === linked && last.isComplete === isComplete;
  const use = isSameUse ? last.use : findUse(operations, linked, isComplete);
  cache.tree = { operations, linked, isComplete, clashes, use };
  return cache.tree;
}
function areAlike(operations, others) {
  return operations.length === others.length && operations.every((operation, i) => isAlike(operation, others[i]));
}
function isAlike(a, b) {
  if (a === b) return true;
  return a.contract.id === b.contract.id && a.contract.method === b.contract.method && a.contract.operationId === b.contract.operationId && JSON.stringify(namesIn2(a.declarations)) === JSON.stringify(namesIn2(b.declarations));
}
function findChanges(before, after) {
  const changed = { schemas: /* @__PURE__ */ new Set(), parameters: /* @__PURE__ */ new Set(), responses: /* @__PURE__ */ new Set() };
  for (const kind of KINDS) {
    for (const name of /* @__PURE__ */ new Set([...before[kind].keys(), ...after[kind].keys()]))
      if (before[kind].get(name) !== after[kind].get(name)) changed[kind].add(name);
  }
  const all = KINDS.flatMap((kind) => [...after[kind].values()].map((item) => ({ kind, item })));
  const isAffected = ({ kind, item }) => item.references.some(({ name }) => changed.schemas.has(name)) || "includes" in item && item.includes.some(({ value }) => changed[kind].has(value));
  for (let rest = all, found = all; found.length > 0; ) {
    found = rest.filter(isAffected);
    for (const { kind, item } of found) changed[kind].add(item.name);
    rest = rest.filter((each) => !changed[each.kind].has(each.item.name));
  }
  return changed;
}
function isSameList(a, b) {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
function isSameLimits(a, b) {
  return a.defaultSize === b.defaultSize && a.maxSize === b.maxSize;
}

// src/compiler/module/commonjs.ts
import { MagicString } from "magic-string";

// src/compiler/module/requires.ts
import { Visitor } from "oxc-parser";
function findRequires(program) {
  if (bindingsOf(program).has("require")) return [];
  const found = [];
  const functions = [];
  const shadowing = /* @__PURE__ */ new Set();
  const defaults = new Defaults();
  const enter = (node) => {
    functions.push(node);
    if (node.params.some((param) => isNamed(param, "require"))) shadowing.add(node);
  };
  const exit = () => functions.pop();
  new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": exit,
    FunctionExpression: enter,
    "FunctionExpression:exit": exit,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": exit,
    VariableDeclarator({ id, init }) {
      if (isNamed(id, "require") && functions.length > 0) shadowing.add(functions.at(-1));
      if (init !== null) defaults.bind(id, init);
    },
    MemberExpression: (node) => defaults.take(node),
    CallExpression(call) {
      if (isNamed(call.callee, "require")) found.push({ call, argument: call.arguments[0], within: [...functions] });
    },
    TSImportEqualsDeclaration({ importKind, moduleReference: call }) {
      if (importKind !== "type" && call.type === "TSExternalModuleReference")
        found.push({ call, argument: call.expression, within: [] });
    }
  }).visit(program);
  return found.filter(({ within }) => !within.some((node) => shadowing.has(node))).map(({ call, argument }) => ({
    span: { start: call.start, end: call.end },
    name: argument && plainText2(argument),
    takesDefault: defaults.has(call)
  }));
}
var Defaults = class {
  #expressions = /* @__PURE__ */ new Set();
  #names = /* @__PURE__ */ new Set();
  #variables = /* @__PURE__ */ new Map();
  bind(id, init) {
    if (id.type === "Identifier") this.#variables.set(init, id.name);
    if (id.type !== "ObjectPattern") return;
    const takes = id.properties.some((property) => property.type === "Property" && isNamed(property.key, "default"));
    if (takes) this.#expressions.add(init);
  }
  take({ object, property }) {
    if (!isNamed(property, "default")) return;
    this.#expressions.add(object);
    if (object.type === "Identifier") this.#names.add(object.name);
  }
  has(expression) {
    return this.#expressions.has(expression) || this.#names.has(this.#variables.get(expression) ?? "");
  }
};
function isNamed(node, name) {
  return node.type === "Identifier" && node.name === name;
}
function plainText2(node) {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : void 0;
  if (node.type !== "TemplateLiteral" || node.expressions.length > 0) return void 0;
  return node.quasis[0]?.value.cooked ?? void 0;
}

// src/compiler/module/commonjs.ts
var INTEROP = 'const __value = (space, byDefault) => { const value = space.default; if (value === undefined || (byDefault && !("default" in Object(value)))) return space; for (const key of Object.keys(space)) if (!/^(default|__esModule|module.exports)$/.test(key) && value?.[key] !== space[key]) return space; return value; };';
function planRewriting(source, { program }, handlerName, report) {
  const requires = source.text.includes("require") ? findRequires(program) : [];
  for (const { span, name } of requires) if (name === void 0) report(dynamicRequire({ source, span }));
  const start = program.hashbang === null ? 0 : program.hashbang.end;
  return {
    edits: program.body.flatMap((statement) => editOf(statement, source.text)),
    start,
    prologue: `${start > 0 ? "\n" : ""}${prologue(program, requires)}
`,
    epilogue: epilogue(handlerName)
  };
}
function editOf(statement, text) {
  const { start, end } = statement;
  if (statement.type === "TSExportAssignment")
    return [{ span: { start, end: text.indexOf("=", start) + 1 }, text: "module.exports =" }];
  if (statement.type !== "TSImportEqualsDeclaration" || statement.importKind === "type") return [];
  const { id, moduleReference } = statement;
  if (moduleReference.type !== "TSExternalModuleReference") return [];
  const name = text.slice(moduleReference.expression.start, moduleReference.expression.end);
  return [{ span: { start, end }, text: `const ${id.name} = require(${name});` }];
}
function prologue(program, requires) {
  const bindings = bindingsOf(program);
  const required = [...new Set(requires.flatMap(({ name }) => name ?? []))];
  const imports = required.map((name, i) => `import * as __required${i} from ${JSON.stringify(name)};`);
  const table = required.map((name, i) => {
    const byDefault = requires.some((call) => call.name === name && call.takesDefault);
    return `${JSON.stringify(name)}: () => __value(__required${i}, ${byDefault})`;
  });
  const variables = [
    "const module = { exports: {} };",
    "let exports = module.exports;",
    table.length > 0 && `${INTEROP} const require = (name) => ({ ${table.join(", ")} })[name]();`
  ];
  const names2 = ["module", "exports", "require"];
  return [...imports, ...variables.filter((line, i) => line && !bindings.has(names2[i]))].join(" ");
}
function epilogue(handlerName) {
  const handler = handlerName === "default" ? 'typeof module.exports === "function" || Array.isArray(module.exports) ? module.exports : module.exports.default' : `module.exports[${JSON.stringify(handlerName)}]`;
  return `
export default ${handler};
`;
}

// src/compiler/module/exports.ts
function findExports({ program, isModule }) {
  const bindings = bindingsOf(program);
  const exports = program.body.flatMap((statement) => esmExports(statement, bindings));
  const assigned = program.body.flatMap((statement) => commonJsExports(statement, bindings));
  const usesAssignment = program.body.some((statement) => statement.type === "TSExportAssignment");
  const isCommonJs = usesAssignment || assigned.length > 0 && !isModule();
  return { isCommonJs, exports: isCommonJs ? lastOfEach([...exports, ...assigned]) : exports };
}
function esmExports(statement, bindings) {
  const span = { start: statement.start, end: statement.end };
  switch (statement.type) {
    case "ExportDefaultDeclaration":
      return [{ name: "default", value: classify(statement.declaration, bindings, [statement.start]), span }];
    case "TSExportAssignment":
      return [{ name: "default", value: classify(statement.expression, bindings, [statement.start]), span }];
    case "ExportNamedDeclaration":
      if (statement.exportKind === "type") return [];
      if (statement.declaration !== null) {
        return declaredNames(statement.declaration).map((name) => ({
          name,
          value: bindings.resolve(name, [statement.start]),
          span
        }));
      }
      return statement.specifiers.filter((specifier) => specifier.exportKind !== "type").map(({ local, exported, start, end }) => ({
        name: nameOf5(exported),
        value: statement.source === null ? bindings.resolve(nameOf5(local), [statement.start]) : { kind: "imported", anchors: [statement.start] },
        span: { start, end }
      }));
    default:
      return [];
  }
}
function nameOf5(node) {
  return node.name ?? String(node.value);
}
function declaredNames(declaration) {
  if (declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration")
    return declaration.id === null ? [] : [declaration.id.name];
  if (declaration.type !== "VariableDeclaration" || declaration.declare === true) return [];
  return declaration.declarations.flatMap(({ id }) => id.type === "Identifier" ? [id.name] : []);
}
function commonJsExports(statement, bindings) {
  if (statement.type !== "ExpressionStatement") return [];
  const span = { start: statement.start, end: statement.end };
  const names2 = [];
  let value = unwrap(statement.expression);
  while (value.type === "AssignmentExpression" && value.operator === "=") {
    const name = exportedName(value.left);
    if (name !== void 0) names2.push(name);
    value = unwrap(value.right);
  }
  if (names2.length === 0) return [];
  if (names2.includes("default") && value.type === "ObjectExpression")
    return propertyExports(value, bindings, statement.start);
  return names2.map((name) => ({ name, value: withName(classify(value, bindings, [statement.start]), name), span }));
}
function withName(value, name) {
  return value.name === void 0 && name !== "default" ? { ...value, name } : value;
}
function exportedName(node) {
  if (node.type !== "MemberExpression") return void 0;
  const property = node.computed ? node.property.type === "Literal" ? String(node.property.value) : void 0 : nameOf5(node.property);
  if (node.object.type === "Identifier" && node.object.name === "module")
    return property === "exports" ? "default" : void 0;
  if (node.object.type === "Identifier" && node.object.name === "exports") return property;
  return exportedName(node.object) === "default" ? property : void 0;
}
function propertyExports(object, bindings, start) {
  return object.properties.flatMap((property) => {
    if (property.type !== "Property" || property.computed || property.kind !== "init") return [];
    const name = nameOf5(property.key);
    const value = withName(classify(property.value, bindings, [property.start, start]), name);
    return [{ name, value, span: { start: property.start, end: property.end } }];
  });
}
function lastOfEach(exports) {
  return [...new Map(exports.map((item) => [item.name, item])).values()];
}

// src/compiler/operations/middleware.ts
var NAME2 = /^((?:.*\/)?)_middleware\.[cm]?[jt]s$/;
var HIDDEN = /(?:^|\/)[._][^/]*\//;
var MISSPELT = /(?:^|\/)_middleware(?:@[^/.]*)?\.(?:[cm]?[jt]s|[jt]sx)$/i;
function isMiddlewareFile(path) {
  return NAME2.test(path) && !HIDDEN.test(path);
}
function checkMiddlewareName(path, directory, report) {
  if (MISSPELT.test(path) && !NAME2.test(path) && !HIDDEN.test(path))
    report(middlewareName(nameIn2(path, directory)));
}
function parseMiddleware({ path, text }, directory) {
  const diagnostics = [];
  const report = (diagnostic) => diagnostics.push(diagnostic);
  const source = { file: `${directory}/${path}`, text };
  const syntax = parseSyntax(source, report);
  if (syntax === void 0) return { middleware: void 0, diagnostics };
  const { isCommonJs, exports } = findExports(syntax);
  const exported = exports.find(({ name }) => name === "default");
  if (exported === void 0 || !mayBeMiddleware(exported)) {
    const located2 = exports.map(({ name, span }) => ({ name, at: { source, span } }));
    report(noMiddleware(source, located2));
    return { middleware: void 0, diagnostics };
  }
  const rewriting = isCommonJs ? planRewriting(source, syntax, "default", report) : void 0;
  const at = nameIn2(path, directory);
  return { middleware: { path, directory: NAME2.exec(path)[1], rewriting, at }, diagnostics };
}
function checkMiddleware(files2, report) {
  const firsts = /* @__PURE__ */ new Map();
  for (const file of files2) {
    const first = firsts.get(file.directory);
    if (first === void 0) firsts.set(file.directory, file);
    else report(duplicateMiddleware(file.at, first.at));
  }
}
function mayBeMiddleware({ value }) {
  if (value.isGenerator === true) return false;
  return value.kind !== "other" || value.isList === true;
}
function nameIn2(path, directory) {
  const shown = `${directory}/${path}`;
  const source = { file: shown, text: shown, isPath: true };
  return { source, span: { start: shown.lastIndexOf("/") + 1, end: shown.length } };
}

// src/compiler/operations/handler.ts
var PRAGMA2 = /^\s*(?:!|[#@]__|@vite-ignore|@ts-|eslint|oxlint|prettier|biome|istanbul|c8 |v8 )/;
function findHandler(source, syntax, report) {
  const { isCommonJs, exports } = findExports(syntax);
  const chosen = chooseExport(source, exports, report);
  if (chosen === void 0) return void 0;
  const at = { source, span: chosen.span };
  if (chosen.value.isGenerator === true) {
    report(generatorHandler(at));
    return void 0;
  }
  const { name } = chosen.value;
  return {
    exportName: chosen.name,
    isCommonJs,
    name: name === void 0 || name.startsWith("_") ? void 0 : name,
    at,
    typedAs: (chosen.value.typedAs ?? []).map(({ name: value, span }) => ({ value, at: { source, span } })),
    comment: findContract(source, syntax, chosen.value.anchors)
  };
}
function chooseExport(source, exports, report) {
  const byDefault = exports.find((item) => item.name === "default" && item.value.kind !== "other");
  if (byDefault !== void 0) return byDefault;
  const functions = exports.filter((item) => item.value.kind === "function");
  const candidates = functions.length > 0 ? functions : exports.filter((item) => item.value.kind === "imported");
  if (candidates.length === 1) return candidates[0];
  const located2 = (items) => items.map((item) => ({ name: item.name, at: { source, span: item.span } }));
  report(
    candidates.length === 0 ? noHandler(source, located2(exports)) : severalHandlers(located2(candidates))
  );
  return void 0;
}
function findContract(source, syntax, anchors) {
  const blocks = syntax.comments.filter((comment) => comment.type === "Block" && !PRAGMA2.test(comment.value));
  const read2 = (comment) => parseComment(source, comment);
  const preceding = anchors.flatMap((anchor) => precedingComments(source, syntax, anchor));
  const attached = preceding.flatMap((start) => blocks.filter((comment) => comment.start === start)).map(read2);
  return attached.find(hasDirective) ?? attached.find(hasDescription) ?? blocks.map(read2).find(hasDirective) ?? attached[0];
}
function precedingComments(source, syntax, offset) {
  const starts = [];
  let from = offset;
  for (const comment of syntax.comments.toReversed()) {
    if (comment.end > from) continue;
    if (source.text.slice(comment.end, from).trim() !== "") break;
    starts.push(comment.start);
    from = comment.start;
  }
  return starts;
}
function hasDescription(comment) {
  return comment.description.text.trim() !== "";
}
function hasDirective(comment) {
  return comment.directives.some((directive) => isDirectiveName(directive.name));
}

// src/compiler/operations/parse.ts
function parseOperation(file, directory, base) {
  const diagnostics = [];
  const report = (diagnostic) => diagnostics.push(diagnostic);
  const shown = `${directory}/${file.path}`;
  const source = { file: shown, text: file.text };
  const route = locateOperation(file.path, { file: shown, text: shown, isPath: true }, base, report);
  const syntax = parseSyntax(source, report);
  const handler = syntax && findHandler(source, syntax, report);
  if (syntax === void 0 || handler === void 0) return { operation: void 0, diagnostics };
  const rewriting = handler.isCommonJs ? planRewriting(source, syntax, handler.exportName, report) : void 0;
  if (handler.comment === void 0) report(missingContract(handler.at));
  const { comment } = handler;
  if (comment !== void 0) checkMisread(comment, isKnownDirective, report);
  const declarations = comment === void 0 ? new Draft() : readDirectives(comment.directives, textOf(comment.description), report);
  return { operation: route && { path: file.path, route, handler, rewriting, declarations }, diagnostics };
}

// src/compiler/compile.ts
function compileOperations(input) {
  const { directory = "app/operations", definitionsDirectory = "app/definitions", base = "/" } = input;
  const { cache = createCache() } = input;
  const limits = { defaultSize: 20, maxSize: 100, ...input.paging };
  const diagnostics = [];
  const report = (diagnostic) => diagnostics.push(diagnostic);
  const files2 = sorted(input.files);
  const operationFiles = files2.filter(({ path }) => isOperationFile(path));
  const middlewareFiles = files2.filter(({ path }) => isMiddlewareFile(path));
  const definitionFiles = sorted(input.definitions ?? []).filter(({ path }) => isDefinitionFile(path));
  for (const { path } of files2) {
    if (isJsxFile(path)) report(jsxFile(`${directory}/${path}`));
    checkMiddlewareName(path, directory, report);
  }
  const parsed = operationFiles.map(
    (file) => remember(cache.operations, file, () => parseOperation(file, directory, base))
  );
  const wrapping = middlewareFiles.map(
    (file) => remember(cache.middleware, file, () => parseMiddleware(file, directory))
  );
  const defined2 = definitionFiles.map(
    (file) => remember(cache.definitions, file, () => parseDefinitionFile(file, definitionsDirectory))
  );
  diagnostics.push(...[...parsed, ...wrapping, ...defined2].flatMap((result) => result.diagnostics));
  const definitions2 = defined2.map((result) => result.definitions);
  const linked = linkDefinitionsOnce(cache, definitions2, limits);
  diagnostics.push(...linked.diagnostics);
  const found = parsed.flatMap((result) => result.operation ?? []);
  const resolved = linkOperationsOnce(cache, found, linked);
  const operations = resolved.map((result) => result.operation);
  diagnostics.push(...resolved.flatMap((result) => result.diagnostics));
  const middleware = wrapping.flatMap((result) => result.middleware ?? []);
  checkMiddleware(middleware, report);
  const { clashes, use } = checkTreeOnce(cache, operations, linked, found.length === parsed.length);
  diagnostics.push(...clashes, ...use.diagnostics);
  return {
    operations,
    middleware,
    schemas: new Map([...linked.schemas].filter(([name]) => use.schemas.has(name))),
    document: linked.definitions.document,
    diagnostics: sortDiagnostics(diagnostics),
    watchFiles: [
      ...[...operationFiles, ...middlewareFiles].map(({ path }) => `${directory}/${path}`),
      ...definitionFiles.map(({ path }) => `${definitionsDirectory}/${path}`)
    ]
  };
}
function contractsOf(compilation) {
  return compilation.operations.map((operation) => operation.contract);
}
function sorted(files2) {
  return [...files2].sort((a, b) => compare(a.path, b.path));
}

// src/codegen/openapi/components.ts
function usedComponents(components, users) {
  const used = /* @__PURE__ */ new Set();
  collectReferences(users, components, used);
  const selected = Object.entries(components).map(([kind, entries2]) => {
    const names2 = Object.keys(entries2).filter((name) => used.has(`${kind}/${name}`));
    return [kind, Object.fromEntries(names2.sort().map((name) => [name, entries2[name]]))];
  });
  return Object.fromEntries(selected.filter(([, entries2]) => Object.keys(entries2).length > 0));
}
function collectReferences(value, components, found) {
  if (typeof value === "object" && value !== null) {
    for (const item of Object.values(value)) collectReferences(item, components, found);
    return;
  }
  const reference = typeof value === "string" ? /^#\/components\/([^/]+)\/([^/]+)/.exec(value) : null;
  if (reference === null) return;
  const [, kind, name] = reference;
  if (found.has(`${kind}/${name}`)) return;
  found.add(`${kind}/${name}`);
  collectReferences(components[kind]?.[name], components, found);
}

// src/codegen/openapi/operation.ts
function draftOperation(operation, resolve2) {
  return {
    operation,
    parameters: operation.parameters.map((parameter) => parameterPart(parameter, resolve2)),
    responses: operation.responses.map((response) => [response.status, responsePart(response, operation)])
  };
}
function operationObject({ operation, parameters, responses }, shared, document) {
  const { tags, summary, see, operationId, body, deprecated } = operation;
  const description = describe6(operation);
  const declared = responses.map(
    ([status, part]) => [status, orReference(part, shared.responses, "responses")]
  );
  const fallback = declared.length === 0 && { default: { description: "Not described" } };
  return {
    ...tags !== void 0 && { tags },
    ...summary !== void 0 && { summary },
    ...description !== "" && { description },
    ...see?.[0] !== void 0 && { externalDocs: externalDocs(see[0]) },
    ...operationId !== void 0 && { operationId },
    ...parameters.length > 0 && {
      parameters: parameters.map((part) => orReference(part, shared.parameters, "parameters"))
    },
    ...body !== void 0 && { requestBody: requestBodyObject(body) },
    responses: { ...Object.fromEntries(declared), ...problemResponses(operation, document), ...fallback },
    ...deprecated !== void 0 && { deprecated: true },
    ...operation.security !== void 0 && { security: operation.security },
    ...operation.extensions
  };
}
function externalDocs({ url, description }) {
  return { ...description !== void 0 && { description }, url };
}
function describe6({ description, deprecated, see = [] }) {
  const links = see.slice(1).map((link) => `See [${link.description ?? link.url}](${link.url}).`);
  const parts = [description, typeof deprecated === "string" ? `Deprecated: ${deprecated}` : void 0, ...links];
  return parts.filter((part) => part !== void 0).join("\n\n");
}
function orReference(part, shared, kind) {
  const component = shared.get(part.key);
  return component === void 0 ? part.value : { $ref: `#/components/${kind}/${component.name}` };
}

// src/codegen/openapi/path.ts
function encodePath(path) {
  return printSegments(
    parsePathTemplate(path).template.segments,
    (text) => text.replace(/[^\w.~!$&'()*+,;=:@-]/gu, encodeURIComponent)
  );
}

// src/codegen/openapi/index.ts
var DOCUMENT_FIELDS = "openapi info servers paths components security tags externalDocs".split(" ");
var METHOD_FIELDS = METHODS.map((method) => method.toLowerCase());
var INFO_FIELDS = "title summary description termsOfService contact license version".split(" ");
function generateOpenApi({ operations, schemas, document, info }) {
  const { "x-problem": format, ...base } = document;
  const { security = [], tags = [] } = base;
  const problems = problemComponents(format);
  const resolve2 = resolverOf(schemas);
  const documented = operations.filter((operation) => operation.internal === void 0);
  const drafts = documented.map((operation) => draftOperation(operation, resolve2));
  const shared = {
    parameters: shareParts(drafts.flatMap((draft) => draft.parameters)),
    responses: shareParts(
      drafts.flatMap((draft) => draft.responses.map(([, part]) => part)),
      Object.keys(problems)
    )
  };
  const paths = pathItems(drafts, (draft) => operationObject(draft, shared, { security, format }));
  const candidates = {
    schemas: Object.fromEntries(schemas),
    responses: { ...problems, ...byName(shared.responses) },
    parameters: byName(shared.parameters),
    headers: PAGING_HEADERS
  };
  const components = { ...usedComponents(candidates, paths), ...base.components };
  const fields = {
    // Tools expect explicit `servers` and `security`, even if they have the default values.
    servers: [{ url: "/" }],
    ...base,
    openapi: "3.1.1",
    info: inOrder({ ...info, ...base.info }, INFO_FIELDS),
    paths,
    components: Object.keys(components).length === 0 ? void 0 : components,
    security,
    tags: documentTags(drafts, tags)
  };
  return inOrder(fields, DOCUMENT_FIELDS);
}
function byName(shared) {
  return Object.fromEntries([...shared.values()].map(({ name, value }) => [name, value]));
}
function pathItems(drafts, write) {
  const paths = /* @__PURE__ */ new Map();
  for (const draft of drafts) {
    const path = encodePath(draft.operation.path);
    paths.set(path, [...paths.get(path) ?? [], draft]);
  }
  return Object.fromEntries(
    [...paths].map(([path, items]) => {
      const item = items.map((draft) => [draft.operation.method.toLowerCase(), write(draft)]);
      return [path, inOrder(Object.fromEntries(item), METHOD_FIELDS)];
    })
  );
}
function documentTags(drafts, declared) {
  const used = new Set(drafts.flatMap(({ operation }) => operation.tags ?? []));
  for (const { name } of declared) used.delete(name);
  const tags = [...declared, ...[...used].sort().map((name) => ({ name }))];
  return tags.length === 0 ? void 0 : tags;
}
function inOrder(object, names2) {
  const fields = Object.entries(object).filter(([, value]) => value !== void 0);
  const rank = (name) => names2.includes(name) ? names2.indexOf(name) : names2.length;
  return Object.fromEntries(fields.sort(([a], [b]) => rank(a) - rank(b)));
}

// src/import/compare/comparison.ts
function compareFacts(original, emitted) {
  const [before, after] = [new Set(original.map(printFact)), new Set(emitted.map(printFact))];
  return {
    kept: original.filter((fact) => after.has(printFact(fact))),
    lost: original.filter((fact) => !after.has(printFact(fact))),
    added: emitted.filter((fact) => !before.has(printFact(fact)))
  };
}
function printFact({ kind, where, value }) {
  return `${kind} \xB7 ${where} \xB7 ${value}`;
}
function countKinds(facts) {
  const counts = {};
  for (const { kind } of facts) counts[kind] = (counts[kind] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => a < b ? -1 : 1));
}

// ../../try.ts
var t0 = Date.now();
var docs = await readDocuments(process.argv[2]);
var d = describeDocuments(docs);
var { located, unsafe } = locateOperations(d);
var tree = writeTree(d, located);
var files = tree.operations.map(({ contract, lines }) => {
  const f = functionNameOf(contract);
  return { path: contract.id, text: newFileText(contract, lines({ functionName: f.startsWith("_") ? void 0 : f, needsMethod: false }), tree.allows) };
});
var definitions = tree.definitions();
var t1 = Date.now();
var c = compileOperations({ files, definitions });
var doc = generateOpenApi({ operations: contractsOf(c), schemas: c.schemas, document: c.document, info: { title: "x", version: "0" } });
var names = /* @__PURE__ */ new Set([...d.schemas.keys(), "Problem"]);
var e = describeDocuments(documentOf(JSON.parse(JSON.stringify(doc))));
var cmp = compareFacts(factsOf(d, names), factsOf(e, names));
console.log(d.operations.length, located.length, "ts", definitions.filter((x) => x.path.endsWith(".ts")).length, "json", definitions.filter((x) => x.path.endsWith(".json")).length, "ms", t1 - t0, Date.now() - t1);
var dc = {};
for (const x of c.diagnostics) dc[x.severity + " " + x.code] = (dc[x.severity + " " + x.code] ?? 0) + 1;
console.log(dc);
console.log("kept", cmp.kept.length, "lost", countKinds(cmp.lost), "added", countKinds(cmp.added));
var show = Number(process.argv[3] ?? 2);
for (const s of ["lost", "added"]) {
  const seen2 = {};
  for (const f of cmp[s]) {
    seen2[f.kind] = (seen2[f.kind] ?? 0) + 1;
    if (seen2[f.kind] <= show) console.log(s, printFact(f).slice(0, 300), "|", d.notes.find(f.at)?.reason ?? "");
  }
}
var seen = {};
for (const x of c.diagnostics) {
  seen[x.code] = (seen[x.code] ?? 0) + 1;
  if (seen[x.code] <= show) console.log(formatDiagnostic(x).slice(0, 600));
}
if (process.argv[4]) {
  const { mkdirSync, writeFileSync } = await import("node:fs");
  const { dirname } = await import("node:path");
  for (const [k, l] of [["operations", files], ["definitions", definitions]]) for (const f of l) {
    const p = process.argv[4] + "/app/" + k + "/" + f.path;
    mkdirSync(dirname(p), { recursive: true });
    writeFileSync(p, f.text);
  }
  writeFileSync(process.argv[4] + "/openapi.json", JSON.stringify(doc));
}
