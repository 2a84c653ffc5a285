// The interface of custom directives, which packages define. It is experimental: see docs/guides/custom-directives.md.
export {
  type CheckContext,
  type CheckedLines,
  type CheckSeverity,
  type CustomLine,
  defineDirective,
  type DirectiveDefinition,
  type DirectiveOperation,
  type DocumentedOperation,
  type SentHeader,
  type SentParameter,
  type SentParts,
  type SentResponse,
} from './directives/custom/define-directive.ts';
export type { DirectiveForm, LinePart } from './directives/directive-description.ts';
