import type { Operation } from '../../shared/contract/operation.ts';
import type { PathTemplate, Segment } from '../../shared/contract/path-template.ts';
import { parsePathTemplate, templateKey } from '../../shared/contract/path-template.ts';

/** The path parameter that names an item of a collection, and the text after it: `{id}.json`. */
export interface ItemKey {
  readonly name: string;
  readonly suffix: string;
}

/** The resource that a request is about. */
export interface RestResource {
  /** The path of the request. */
  readonly path: string;
  /** The path of its collection, if it is an item of one. */
  readonly collection: string | undefined;
}

/** The templates of an operation: its own, and that of its collection if it is about an item. */
export interface PlaceTemplates {
  readonly own: PathTemplate;
  readonly key: ItemKey | undefined;
  readonly collection: PathTemplate | undefined;
}

/** Finds the collection of an operation's path: `/pets` for `/pets/{id}`, and `/pets.json` for `/pets/{id}.json`. */
export function templatesOf({ path }: Pick<Operation, 'path'>): PlaceTemplates {
  const { template: own } = parsePathTemplate(path);
  const [first, suffix = '', ...others] = own.segments.at(-1) ?? [];
  if (typeof first !== 'object' || typeof suffix === 'object' || others.length > 0)
    return { own, key: undefined, collection: undefined };
  const segments = withSuffix(own.segments.slice(0, -1), suffix);
  return { own, key: { name: first.name, suffix }, collection: { ...own, segments } };
}

function withSuffix(segments: readonly Segment[], suffix: string): readonly Segment[] {
  const last = segments.at(-1);
  return suffix === '' || last === undefined ? segments : [...segments.slice(0, -1), [...last, suffix]];
}

/** A key that is equal for templates that match the same requests. */
export function placeKey(template: PathTemplate): string {
  const segments = template.segments.map((segment) => mergeTexts(segment));
  return templateKey({ ...template, segments });
}

function mergeTexts(segment: Segment): Segment {
  return segment.every((piece) => typeof piece === 'string') ? [segment.join('')] : segment;
}

/** Fills in the parameters of a template. */
export function pathFor({ segments }: PathTemplate, params: Readonly<Record<string, string>>): string {
  const texts = segments.map((segment) =>
    segment.map((piece) => (typeof piece === 'string' ? piece : encodeURIComponent(params[piece.name] ?? ''))).join(''),
  );
  return `/${texts.join('/')}`;
}

/** The path of an item: `/pets` and 7 are `/pets/7`. */
export function itemPath(collection: string, { suffix }: Pick<ItemKey, 'suffix'>, id: unknown): string {
  const parent = collection.slice(0, collection.length - suffix.length).replace(/\/$/, '');
  return `${parent}/${encodeURIComponent(String(id))}${suffix}`;
}
