import type { AssignmentExpression, CallExpression, Node, ObjectExpression } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { lastName, literalText, propertyName } from '../module/nodes.ts';
import type { LocalValues } from './local-values.ts';
import { partsIn } from './object-parts.ts';
import type { UnsetValues } from './unset-values.ts';

/** The names of variables that are secrets, wherever code reads them. */
const IS_SECRET =
  /(?:SECRET|PASSWORD|PASSWD|TOKEN|(?:API|ADMIN|JWT|SIGN(?:ING)?|PRIVATE|COOKIE|SESSION|ACCESS|AUTH|WEBHOOK)_?KEY)S?$/;

/** A value, and the one that takes its place if it is missing. */
interface ValueDefault {
  readonly node: Node;
  /** The value, or the name of a variable. */
  readonly value: Node | string;
  readonly fallback: Node;
}

/** The defaults of a file, among which a secret is one that everyone knows who reads the code: `process.env.JWT_SECRET ?? 'dev'`. */
export class SecretDefaults {
  readonly #found: ValueDefault[] = [];
  /** Objects whose properties an environment can replace, and that environment. */
  readonly #replaced: { readonly object: ObjectExpression; readonly by: Node }[] = [];

  visitor(): object {
    const add = (node: Node, value: Node | string | undefined, fallback: Node | undefined): void => {
      if (value !== undefined && fallback !== undefined) this.#found.push({ node, value, fallback });
    };
    return {
      AssignmentPattern: (node: Node & { type: 'AssignmentPattern' }) => add(node, node.left, node.right),
      AssignmentExpression: (node: AssignmentExpression) => {
        // `process.env.KEY = 'dev'` is the default of the condition that it is in.
        if (/^(?:\?\?|\|\|)?=$/.test(node.operator)) add(node, node.left, node.right);
      },
      LogicalExpression: (node: Node & { type: 'LogicalExpression' }) => {
        if (node.operator !== '&&') add(node, node.left, node.right);
      },
      ConditionalExpression: (node: Node & { type: 'ConditionalExpression' }) => {
        add(node, node.consequent, node.alternate);
        add(node, node.alternate, node.consequent);
      },
      // Schemas of the environment: `JWT_SECRET: z.string().default('dev')`.
      Property: (node: Node & { type: 'Property' }) =>
        add(node, propertyName(node.key, node.computed), defaultIn(node.value)),
      ObjectExpression: (object: ObjectExpression) => {
        const parts = partsIn(object);
        const variable = parts.get('env');
        add(object, variable && literalText(variable), parts.get('default'));
        const spread = object.properties.findLast((each) => each.type === 'SpreadElement');
        if (spread !== undefined) this.#replaced.push({ object, by: spread.argument });
      },
      CallExpression: ({ callee, arguments: [object, ...others] }: CallExpression) => {
        if (lastName(callee) !== 'assign' || object?.type !== 'ObjectExpression') return;
        for (const by of others) this.#replaced.push({ object, by });
      },
    };
  }

  /** The secrets that have a default, by their names. */
  among(values: LocalValues, unset: UnsetValues): { readonly node: Node; readonly name: string }[] {
    const replaced = this.#replaced.flatMap(({ object, by }) =>
      unset.isEnvironment(by) ? object.properties.flatMap((each) => replacedIn(each, by)) : [],
    );
    return [...this.#found, ...replaced].flatMap(({ node, value, fallback }) => {
      if (!literalText(values.originOf(fallback))) return [];
      const name = typeof value === 'string' ? value : nameOf(value, node, values, unset);
      return name !== undefined && IS_SECRET.test(name) ? [{ node, name }] : [];
    });
  }
}

/** The name of the variable that a value has. */
function nameOf(value: Node, by: Node, values: LocalValues, unset: UnsetValues): string | undefined {
  const { node: source, path = [] } = (by.type === 'AssignmentPattern' && values.sourceOf(value)) || {};
  const isVariable = source !== undefined && path.length === 1 && unset.isEnvironment(source);
  return isVariable ? path[0] : unset.of(value)?.names[0];
}

/** The default of a schema, as Zod, Joi, Yup and envalid write it, also with methods behind it: `z.string().default('dev').describe('...')`. */
function defaultIn(schema: Node): Node | undefined {
  let found: Node | undefined;
  // A chain can be very long.
  for (let node = bareExpression(schema); node.type === 'CallExpression';) {
    const { callee, arguments: args } = node;
    const [given] = args;
    if (/^(?:default|catch|prefault)$/.test(lastName(callee))) return given;
    if (given?.type === 'ObjectExpression') found ??= partsIn(given).get('default');
    if (callee.type !== 'MemberExpression') break;
    node = bareExpression(callee.object);
  }
  return found;
}

/** A property in front of the environment that replaces it. */
function replacedIn(property: ObjectExpression['properties'][number], by: Node): ValueDefault[] {
  if (property.type !== 'Property' || property.start > by.start) return [];
  const value = propertyName(property.key, property.computed);
  return value === undefined ? [] : [{ node: property, value, fallback: property.value }];
}
