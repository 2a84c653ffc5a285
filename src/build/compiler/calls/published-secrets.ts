import type { Node } from 'oxc-parser';
import { literalText } from '../module/nodes.ts';
import type { LocalValues } from './local-values.ts';
import type { ValueDefault } from './secret-tests.ts';
import type { UnsetValues } from './unset-values.ts';

/** The names of variables that are secrets, wherever code reads them. */
const IS_SECRET =
  /(?:SECRET|PASSWORD|PASSWD|TOKEN|(?:API|ADMIN|JWT|SIGN(?:ING)?|PRIVATE|COOKIE|SESSION|ACCESS|AUTH|WEBHOOK)_?KEY)$/;

/** The secrets whose default is a text in the code, which everyone knows who reads it: `process.env.JWT_SECRET ?? 'dev'`. */
export function publishedSecrets(
  defaults: readonly ValueDefault[],
  values: LocalValues,
  unset: UnsetValues,
): { readonly node: Node; readonly name: string }[] {
  return defaults.flatMap(({ node, value, fallback }) => {
    if (!literalText(values.originOf(fallback))) return [];
    const { node: source, path = [] } = (node.type === 'AssignmentPattern' && values.sourceOf(value)) || {};
    const isVariable = source !== undefined && path.length === 1 && unset.isEnvironment(source);
    const name = isVariable ? path[0] : unset.of(value)?.names[0];
    return name !== undefined && IS_SECRET.test(name) ? [{ node, name }] : [];
  });
}
