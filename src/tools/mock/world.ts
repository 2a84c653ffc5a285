import type { Method, Operation } from '../../shared/contract/operation.ts';
import { isObject } from '../../shared/validation/values.ts';
import type { Answers } from './answers.ts';
import { idName } from './ids.ts';
import type { ListView } from './lists.ts';
import { listViewOf } from './lists.ts';
import type { ItemKey, RestResource, PlaceTemplates } from './places.ts';
import { itemPath, placeKey, pathFor, templatesOf } from './places.ts';
import type { Resource, Resources } from './written-resources.ts';
import type { View } from './views.ts';
import { viewOf } from './views.ts';

/** The operations of a path. */
type Methods = ReadonlyMap<Method, Operation>;

/** The items of a collection: the parameter that names them, and the operations of their path. */
export interface Items {
  readonly key: ItemKey;
  readonly methods: Methods;
}

/** The mocked operations, and how their resources belong together. */
export class World {
  readonly answers: Answers;
  readonly resources: Resources;
  readonly #templates = new Map<string, PlaceTemplates>();
  readonly #byKey = new Map<string, Map<Method, Operation>>();
  readonly #itemKeys = new Map<string, { readonly key: ItemKey; readonly path: string }>();
  readonly #views = new Map<string, View | undefined>();
  readonly #lists = new Map<string, ListView | undefined>();

  constructor(operations: readonly Operation[], answers: Answers, resources: Resources) {
    this.answers = answers;
    this.resources = resources;
    for (const operation of operations) {
      const templates = templatesOf(operation);
      const path = placeKey(templates.own);
      this.#templates.set(operation.id, templates);
      const methods = this.#byKey.get(path) ?? new Map<Method, Operation>();
      this.#byKey.set(path, methods.set(operation.method, operation));
      const { key, collection } = templates;
      if (collection !== undefined) this.#itemKeys.set(placeKey(collection), { key: key!, path });
    }
  }

  placeOf({ id }: Operation, params: Readonly<Record<string, string>>): RestResource {
    const { own, collection } = this.#templates.get(id)!;
    return { path: pathFor(own, params), collection: collection && pathFor(collection, params) };
  }

  /** The operations of the same path. */
  methodsOf({ id }: Operation): Methods {
    return this.#byKey.get(placeKey(this.#templates.get(id)!.own))!;
  }

  /** The parameter by which the path of an operation names an item. */
  keyOf({ id }: Operation): ItemKey | undefined {
    return this.#templates.get(id)!.key;
  }

  /** The items of the collection that an operation is about. */
  itemsOf({ id }: Operation): Items | undefined {
    const found = this.#itemKeys.get(placeKey(this.#templates.get(id)!.own));
    return found && { key: found.key, methods: this.#byKey.get(found.path)! };
  }

  /** The operation that lists the collection of an item. */
  listOperation({ id }: Operation): Operation | undefined {
    const { collection } = this.#templates.get(id)!;
    return collection && this.#byKey.get(placeKey(collection))?.get('GET');
  }

  /** How the response of an operation has a resource; undefined if it has none, or a list. */
  viewOf(operation: Operation | undefined): View | undefined {
    if (operation === undefined) return undefined;
    const { id } = operation;
    if (!this.#views.has(id)) {
      const content = this.answers.of(id)?.content;
      const example = content && content.stream === undefined ? this.answers.valueOf(content) : undefined;
      const allows = this.answers.allows.bind(this.answers);
      this.#views.set(id, content && viewOf(content.schema, example, this.answers.resolve, allows));
    }
    return this.#views.get(id);
  }

  /** How the response of a GET, or of another list with paging, has a list of resources; undefined if it has none. */
  listOf(operation: Operation | undefined): ListView | undefined {
    if (operation === undefined || (operation.method !== 'GET' && operation.paging === undefined)) return undefined;
    const { id } = operation;
    if (!this.#lists.has(id)) {
      const content = this.answers.of(id)?.content;
      const isList = content !== undefined && content.stream === undefined;
      this.#lists.set(id, isList ? listViewOf(content, this.answers.valueOf(content), this.answers) : undefined);
    }
    return this.#lists.get(id);
  }

  /** Fills a collection with the rows of the example of its list. */
  begin(collection: string, list: Operation | undefined): void {
    const view = this.listOf(list);
    if (view === undefined || list === undefined) return;
    const items = this.itemsOf(list);
    const name = items && idName(view.row, items.key.name);
    this.resources.begin(collection, () =>
      view.rows.map((row, i): readonly [string, Resource] => {
        const id = name === undefined ? undefined : row[name];
        const isNamed = items !== undefined && id !== undefined && !isObject(id);
        return [isNamed ? itemPath(collection, items.key, id) : `${collection}#${i}`, row];
      }),
    );
  }
}
