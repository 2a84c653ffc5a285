import type {
  ArrowFunctionExpression,
  BindingPattern,
  CallExpression,
  Function,
  Node,
  TSType,
  TSTypeParameterInstantiation,
} from 'oxc-parser';
import type { Span } from '../diagnostics/source.ts';

/** The names in the types of a handler or a guard, and their locations. */
export interface TypedAs {
  /** An operationId, or a method and a path: `GET /pets/{id}`; of a guard also the path of a directory. */
  readonly name: string;
  readonly span: Span;
}

/** The types of a handler or a guard that take the name of its operation. */
const NAMING: ReadonlySet<string> = new Set(['OperationContext', 'OperationResult', 'Authorize', 'AuthorizeContext']);

/** The operations that a function's signature names: `(ctx: OperationContext<'getPet'>): OperationResult<'getPet'>`. */
export function typedBySignature(node: ArrowFunctionExpression | Function): TypedAs[] {
  const [first] = node.params;
  const parameter = first !== undefined && 'typeAnnotation' in first ? first.typeAnnotation?.typeAnnotation : undefined;
  return [parameter, node.returnType?.typeAnnotation].flatMap((type) => (type == null ? [] : typedByType(type)));
}

/** The operations that a type around an expression names: `guard satisfies Authorize<'getPet'>`. */
export function typedByAssertion(node: Node): TypedAs[] {
  return node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' || node.type === 'TSTypeAssertion'
    ? [...typedByType(node.typeAnnotation), ...typedByAssertion(node.expression)]
    : [];
}

/** The operations that the type of a variable names: `const authorize: Authorize<'getPet'> = ...`. */
export function typedByVariable(id: BindingPattern): TypedAs[] {
  return id.typeAnnotation == null ? [] : typedByType(id.typeAnnotation.typeAnnotation);
}

/** The type that a function's signature returns, without `Promise`: `Book` in `(): Promise<Book>`. */
export function resultType({ returnType }: ArrowFunctionExpression | Function): Span | undefined {
  const type = returnType?.typeAnnotation;
  const isPromise = type?.type === 'TSTypeReference' && lastName(type.typeName) === 'Promise';
  const result = isPromise ? type.typeArguments?.params[0] : type;
  return result == null ? undefined : { start: result.start, end: result.end };
}

/** The operation that a call names: `defineOperation<'getPet'>(...)`. */
export function typedByCall(node: CallExpression): TypedAs[] {
  return lastName(node.callee) === 'defineOperation' ? nameIn(node.typeArguments) : [];
}

function typedByType(type: TSType): TypedAs[] {
  if (type.type !== 'TSTypeReference') return [];
  const name = lastName(type.typeName);
  if (name === 'Promise') return (type.typeArguments?.params ?? []).flatMap(typedByType);
  return name !== undefined && NAMING.has(name) ? nameIn(type.typeArguments) : [];
}

/** `b` of `b` and of `a.b`. */
function lastName(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'TSQualifiedName') return node.right.name;
  return node.type === 'MemberExpression' ? lastName(node.property) : undefined;
}

function nameIn(given: TSTypeParameterInstantiation | null | undefined): TypedAs[] {
  const [type] = given?.params ?? [];
  if (type?.type !== 'TSLiteralType' || type.literal.type !== 'Literal') return [];
  const { value } = type.literal;
  return typeof value === 'string' ? [{ name: value, span: { start: type.start, end: type.end } }] : [];
}
