import { isKeywords } from '../../../shared/schema/json-types.ts';
import { WEBHOOK_FIELD, webhookName, webhookPath } from '../../../shared/contract/webhooks.ts';
import { isSecurityKey } from '../../../build/compiler/definitions/document.ts';
import { encodePath } from '../../../build/openapi/write/path.ts';
import { asComponent, isComponentName } from '../../../shared/contract/component-name.ts';
import { REST_FIELD } from '../../../shared/contract/rest-parameter.ts';
import { stableText } from '../../../shared/validation/values.ts';
import type { Documents } from './documents.ts';
import type { Notes } from './notes.ts';
import type { At, DescriptionFile } from './origins.ts';
import type { NamedSchemas } from './schemas.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import { withoutEmptyValue } from './empty-values.ts';
import { withoutSharedNames } from './spread-objects.ts';
import { createLift } from './lifted-texts.ts';
import type { WebhookUse } from './sent-events.ts';
import { asEvent, receivedName } from './sent-events.ts';
import type { Fields } from './document-fields.ts';
import { entries, list } from './document-fields.ts';

/** An operation of a description, without references to anything but schemas. */
export interface DescribedOperation {
  /** That of a webhook is the one at which a server without options receives it. */
  readonly path: string;
  /** The name of a webhook. */
  readonly webhook?: string;
  /** The name of an event that the tree sends. Its payload is the response. */
  readonly event?: string;
  /** In capitals. */
  readonly method: string;
  /** With the parameters of its path. */
  readonly value: Fields;
  /** The fields of its path that are not operations. */
  readonly item: Fields;
  readonly at: At;
}

/** A field near `security` in a place that has none, so that it protects nothing. Those of operations are among their fields. */
export interface LostSecurity {
  readonly owner: string;
  readonly name: string;
  readonly at: At;
}

/** The fields of a Path Item Object with operations. `x-query` is that of QUERY in a document of OpenAPI 3.1. */
const METHODS = 'get put post delete options head patch trace query x-query'.split(' ');

/** Reads operations, with all references resolved but those to schemas. */
export class Reader {
  /** The components that something refers to. */
  readonly used = new Set<string>();
  readonly lostSecurity: LostSecurity[] = [];
  /** It runs before schemas are read, and after that: their plain form can have the text of a part. */
  readonly lift: (part: Fields) => Fields;

  constructor(
    readonly documents: Documents,
    readonly notes: Notes,
    readonly named: NamedSchemas,
    readonly use: WebhookUse,
  ) {
    this.lift = createLift(documents.origins);
  }

  /** The operations of a path, webhooks that the API receives among them. */
  served(path: string, raw: unknown): DescribedOperation[] {
    return this.path(path, raw).map((operation) => {
      const name = receivedName(operation);
      if (name === undefined) return operation;
      const { [WEBHOOK_FIELD]: _, ...fields } = operation.value;
      const value = this.documents.origins.copy(operation.value, fields);
      return { ...operation, path: encodePath(webhookPath(name)), webhook: name, value };
    });
  }

  path(path: string, raw: unknown): DescribedOperation[] {
    if (path.startsWith('x-')) return [];
    const { value: item, file } = this.resolve(raw, this.documents.root);
    this.noteSiblings('path', raw);
    const methods = METHODS.filter((method) => isKeywords(item[method]));
    const { parameters, additionalOperations, security: ofPath, ...others } = item;
    const inherited = siblingSecurity(raw) ?? requiring(ofPath);
    if (inherited !== undefined)
      this.notes.mend(
        { of: siblingSecurity(raw) === undefined ? item : (raw as object), key: 'security' },
        'OpenAPI has no "security" of a path, so it is read as that of each operation without its own',
      );
    const rest = Object.fromEntries(Object.entries(others).filter(([field]) => !METHODS.includes(field)));
    const operation = (method: string, of: unknown, at: At): DescribedOperation => {
      // Some descriptions have each operation in a separate file.
      const target = this.resolve(of, file);
      this.noteSiblings('operation', of);
      const shared = list(parameters).map((parameter) => this.parameter(parameter, file));
      const security = siblingSecurity(of) ?? target.value['security'] ?? inherited;
      const raised = this.documents.origins.copy(target.value, {
        ...target.value,
        ...(security !== undefined && { security }),
      });
      const value = this.operation(raised, shared, target.file);
      return { path: markedPath(path, value), method, value, item: this.documents.origins.copy(item, rest), at };
    };
    return [
      ...methods.map((method) =>
        operation(method.replace(/^x-/, '').toUpperCase(), item[method], { of: item, key: method }),
      ),
      ...entries(additionalOperations).map(([method, value]) =>
        operation(method, value, { of: additionalOperations as object, key: method }),
      ),
    ];
  }

  /** Notes misspelled security next to a reference, which nothing else reads. */
  noteSiblings(owner: string, raw: unknown): void {
    if (!isKeywords(raw) || typeof raw['$ref'] !== 'string') return;
    for (const name of Object.keys(raw).filter(isSecurityKey))
      if (name !== 'security') this.lostSecurity.push({ owner, name, at: { of: raw, key: name } });
  }

  webhook(key: string, item: unknown, webhooks: object): DescribedOperation[] {
    const name = webhookName(key);
    const operations = this.path(encodePath(webhookPath(name)), item);
    if (name !== key && operations.length > 0)
      this.notes.mend({ of: webhooks, key }, 'the name of a webhook is the name of a file, without "/" at its ends');
    const reading = { use: this.use, resolve: resolverOf(this.named.schemas), notes: this.notes };
    return operations.map((operation) => asEvent(operation, name, reading) ?? { ...operation, webhook: name });
  }

  operation(raw: Fields, inherited: readonly Fields[], file: DescriptionFile): Fields {
    const own = list(raw['parameters']).map((parameter) => this.parameter(parameter, file));
    const keys = new Set(own.map(parameterKey));
    const parameters = [...inherited.filter((parameter) => !keys.has(parameterKey(parameter))), ...own];
    const distinct = new Map(parameters.map((parameter) => [parameterKey(parameter), parameter]));
    const separate = withoutSharedNames([...distinct.values()], resolverOf(this.named.schemas), this.notes);
    return this.documents.origins.copy(raw, {
      ...raw,
      // An object without some of its properties is no longer a definition, which would keep its text.
      parameters: separate.map((parameter) => this.lift(parameter)),
      ...(isKeywords(raw['requestBody']) && { requestBody: this.body(raw['requestBody'], file) }),
      responses: this.map(raw['responses'], (response) => this.response(response, file)),
    });
  }

  parameter(raw: unknown, from: DescriptionFile): Fields {
    const { value, file } = this.resolve(raw, from);
    const lifted = this.lift(value);
    const read = this.lift({
      ...lifted,
      ...('schema' in lifted && { schema: this.named.convert(lifted['schema'], file) }),
      ...('content' in lifted && { content: this.content(lifted['content'], file) }),
      ...('examples' in value && { examples: this.examples(value['examples'], file) }),
    });
    const plain = withoutEmptyValue(read, value, this.notes);
    return this.documents.origins.copy(value, asComponent(plain, this.componentOf(raw, 'parameters')));
  }

  /** A header, with its examples in its schema: a comment has no others for it. */
  header(raw: unknown, from: DescriptionFile): Fields {
    const value = this.parameter(raw, from);
    const { example, examples, schema, ...others } = value;
    const values = entries(examples).flatMap(([, item]) =>
      isKeywords(item) && 'value' in item ? [item['value']] : [],
    );
    const beside = example === undefined ? values : [example, ...values];
    const haveValues = values.length === entries(examples).length;
    if (beside.length === 0 || !haveValues || !isKeywords(schema)) return value;
    const distinct = new Map([...list(schema['examples']), ...beside].map((one) => [stableText(one), one]));
    const { origins } = this.documents;
    const own = origins.copy(schema, { ...schema, examples: [...distinct.values()] });
    return origins.copy(value, { ...others, schema: own });
  }

  body(raw: unknown, from: DescriptionFile): Fields {
    const { value, file } = this.resolve(raw, from);
    const lifted = this.lift(value);
    const read = this.lift({ ...lifted, content: this.content(lifted['content'], file) });
    return this.documents.origins.copy(value, read);
  }

  response(raw: unknown, from: DescriptionFile): Fields {
    const { value, file } = this.resolve(raw, from);
    return this.documents.origins.copy(value, {
      ...asComponent(value, this.componentOf(raw, 'responses')),
      ...('content' in value && { content: this.content(value['content'], file) }),
      ...('headers' in value && { headers: this.map(value['headers'], (header) => this.header(header, file)) }),
    });
  }

  content(raw: unknown, from: DescriptionFile): Fields {
    return this.map(raw, (media) => {
      const { value, file } = this.resolve(media, from);
      return this.documents.origins.copy(value, {
        ...value,
        schema: this.named.convert(value['schema'] ?? {}, file),
        ...('examples' in value && { examples: this.examples(value['examples'], file) }),
      });
    });
  }

  examples(raw: unknown, file: DescriptionFile): Fields {
    return this.map(raw, (example) => this.resolve(example, file).value);
  }

  map(raw: unknown, replace: (value: unknown) => unknown): Fields {
    const items = entries(raw).map(([key, value]) => [key, replace(value)] as const);
    return this.documents.origins.copy((raw ?? {}) as object, Object.fromEntries(items));
  }

  /** The title and the version are texts: YAML reads `1.0` as a number, and some generators write no version. */
  info(raw: unknown): unknown {
    if (!isKeywords(raw)) return raw;
    const { origins, root, withTexts } = this.documents;
    const info = withTexts(raw, root);
    if (info['version'] === undefined)
      this.notes.mend({ of: raw }, 'the description has no "version": the document has 0.0.0');
    const numbers = Object.entries(info).filter(([, value]) => typeof value === 'number');
    if (numbers.length === 0) return info;
    return origins.copy(raw, {
      ...info,
      ...Object.fromEntries(numbers.map(([field, value]) => [field, String(value)])),
    });
  }

  /** The fields of the document, with the texts that they refer to. */
  texts(fields: Fields): Fields {
    const { root, withTexts } = this.documents;
    const each = (value: unknown): unknown => (isKeywords(value) ? withTexts(value, root) : value);
    const { info, tags, externalDocs } = fields;
    return {
      ...fields,
      ...(info !== undefined && { info: this.info(info) }),
      ...(Array.isArray(tags) && { tags: this.documents.origins.copy(tags, tags.map(each)) }),
      ...(externalDocs !== undefined && { externalDocs: each(externalDocs) }),
    };
  }

  /** The name of the component that a reference leads to. */
  componentOf(raw: unknown, kind: 'parameters' | 'responses'): string | undefined {
    const reference = isKeywords(raw) ? String(raw['$ref']) : '';
    const start = `#/components/${kind}/`;
    const name = reference.startsWith(start) ? reference.slice(start.length) : '';
    return isComponentName(name) ? name : undefined;
  }

  /** Follows references to an object. The texts next to a reference take precedence: OpenAPI 3.1, Reference Object. */
  resolve(raw: unknown, from: DescriptionFile): { value: Fields; file: DescriptionFile } {
    let [value, file] = [raw, from];
    for (let hops = 0; hops < 50 && isKeywords(value) && typeof value['$ref'] === 'string'; hops++) {
      const { $ref, summary: _, ...texts }: Fields & { $ref?: unknown } = value;
      const target = this.documents.find(String($ref), file);
      if (target === undefined) {
        this.notes.add({ of: value }, `"${String($ref)}" does not exist`);
        return { value: this.documents.origins.copy(value, {}), file };
      }
      this.used.add(target.pointer);
      file = target.file;
      const found: unknown = target.value;
      value =
        isKeywords(found) && 'description' in texts
          ? this.documents.origins.copy(found, { ...found, description: texts['description'] })
          : found;
    }
    return { value: isKeywords(value) ? this.documents.withTexts(value, file) : {}, file };
  }
}

/** The security next to a reference. Without it, what the reference leads to could be open. */
function siblingSecurity(raw: unknown): unknown {
  return isKeywords(raw) && typeof raw['$ref'] === 'string' ? requiring(raw['security']) : undefined;
}

const isOpen = (each: unknown): boolean => isKeywords(each) && Object.keys(each).length === 0;

/** Security in a place where OpenAPI has none, unless it would open what the document protects. */
function requiring(security: unknown): unknown {
  return Array.isArray(security) && (security.length === 0 || security.some(isOpen))
    ? undefined
    : (security ?? undefined);
}

/** The path of an operation, whose rest has a mark among its parameters: `/files/{path...}`. */
function markedPath(path: string, { parameters }: Fields): string {
  const marked = list(parameters).find((one) => isKeywords(one) && one['in'] === 'path' && one[REST_FIELD] === true);
  const end = isKeywords(marked) ? `/{${String(marked['name'])}}` : undefined;
  return end !== undefined && path.endsWith(end) ? path.replace(/\}$/, '...}') : path;
}

/** Header names are case-insensitive: RFC 9110, 5.1. */
function parameterKey({ name, in: location }: Fields): string {
  return `${String(location)} ${location === 'header' ? String(name).toLowerCase() : String(name)}`;
}
