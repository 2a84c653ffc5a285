// Prepares a document for Swagger UI. It is sent to browsers before page.js, in one script.

/** The media types of streams. */
// oxlint-disable-next-line no-unused-vars -- streams.js and sent-call.js use it
const STREAM_TYPE = /^(?:text\/event-stream|application\/(?:jsonl|json-seq))\b/i;

/** The schema of an item as readers think of it: the data of an event is the content of its text. */
function shownItem(schema) {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: schema.anyOf.map(shownItem) };
  const { data } = schema.properties ?? {};
  if (data?.contentSchema === undefined) return schema;
  return { ...schema, properties: { ...schema.properties, data: data.contentSchema } };
}

function mapValues(object, map) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}

function withItemSchema({ itemSchema, ...media }) {
  return itemSchema === undefined ? media : { ...media, schema: shownItem(itemSchema) };
}

/** Gives each stream of a document the schema of its items as `schema`, because Swagger UI does not show `itemSchema`. */
function withStreamItems(api) {
  const response = (value) =>
    value.content === undefined ? value : { ...value, content: mapValues(value.content, withItemSchema) };
  const operation = (value) =>
    value?.responses === undefined ? value : { ...value, responses: mapValues(value.responses, response) };
  const { paths = {}, components = {} } = api;
  return {
    ...api,
    paths: mapValues(paths, (item) => mapValues(item, operation)),
    ...(components.responses !== undefined && {
      components: { ...components, responses: mapValues(components.responses, response) },
    }),
  };
}

function shownValue(value) {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** The values that Swagger UI would send although the user hasn't chosen them, as text for readers. */
function chosenByNobody({ example, examples, schema = {} }) {
  const samples = [
    example,
    ...Object.values(examples ?? {}).map(({ value }) => value),
    schema.example,
    ...(schema.examples ?? []),
  ];
  const distinct = [...new Set(samples.filter((value) => value !== undefined).map(shownValue))];
  return [
    ...(schema.default === undefined ? [] : [`Default: ${shownValue(schema.default)}.`]),
    ...(distinct.length === 0 ? [] : [`Example: ${distinct.join(', ')}.`]),
  ];
}

/** An optional parameter without values that a request would have although the user hasn't chosen them. */
function withoutDefaults(parameter) {
  if (parameter.required === true || parameter.schema === undefined) return parameter;
  const { example: _, examples: __, ...others } = parameter;
  const { default: ___, example: ____, examples: _____, ...schema } = parameter.schema;
  const description = [parameter.description, ...chosenByNobody(parameter)].filter(Boolean).join('\n\n');
  // Swagger UI makes up an object only for parameters without examples.
  const isObject = [schema.type].flat().includes('object') || schema.$ref !== undefined;
  return { ...others, schema, ...(description !== '' && { description }), ...(isObject && { examples: {} }) };
}

/** Swagger UI's name for the group of operations without tags: "default". */
function withGroups(api) {
  const operations = Object.values(api.paths ?? {}).flatMap((item) => Object.values(item));
  const name = operations.some(({ tags = [] }) => tags.length > 0) ? 'Other operations' : 'Operations';
  const operation = (value) =>
    value?.responses === undefined || value.tags?.length > 0 ? value : { ...value, tags: [name] };
  return { ...api, paths: mapValues(api.paths ?? {}, (item) => mapValues(item, operation)) };
}

/** The document as Swagger UI gets it. */
// oxlint-disable-next-line no-unused-vars -- page.js uses it
function shownDocument(api) {
  const parameters = (list) => list.map((each) => (each.$ref === undefined ? withoutDefaults(each) : each));
  const operation = (value) =>
    value?.parameters === undefined ? value : { ...value, parameters: parameters(value.parameters) };
  const shown = withGroups(withStreamItems(api));
  const { paths, components = {} } = shown;
  return {
    ...shown,
    paths: mapValues(paths, (item) => mapValues(item, operation)),
    ...(components.parameters !== undefined && {
      components: { ...components, parameters: mapValues(components.parameters, withoutDefaults) },
    }),
  };
}
