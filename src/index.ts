// The compiler as a library: text in, data out.
export type { OpenApiDocument, OpenApiInput } from './build/openapi/write/index.ts';
export { generateOpenApi } from './build/openapi/write/index.ts';
export type { Compilation, CompilationInput, CompiledEvent, CompiledOperation } from './build/compiler/compile.ts';
export { compileOperations, contractsOf, eventsOf } from './build/compiler/compile.ts';
export type { CompilationCache } from './build/compiler/cache.ts';
export { createCache } from './build/compiler/cache.ts';
export type { Comment, Directive, Passage } from './build/compiler/comment/comment.ts';
export type { Part, Role } from './build/compiler/language/line-parts.ts';
export { readParts } from './build/compiler/language/line-parts.ts';
export type { TypeNode } from './build/compiler/language/type-nodes.ts';
export type { CompiledMiddleware } from './build/compiler/operations/middleware.ts';
export type { Diagnostic, Note } from './build/compiler/diagnostics/diagnostic.ts';
export { formatDiagnostic } from './build/compiler/diagnostics/diagnostic.ts';
export type { DiagnosticCode } from './build/compiler/diagnostics/codes.ts';
export type { OperationFile } from './build/compiler/operations/parse.ts';
export type { Location, Position, SourceText, Span } from './build/compiler/diagnostics/source.ts';
export { codeFrame, positionOf } from './build/compiler/diagnostics/source.ts';
export type { Place } from './shared/contract/enforcement.ts';
export type {
  Envelope,
  Method,
  Operation,
  PagingLimits,
  Parameter,
  Response,
  Schema,
} from './shared/contract/operation.ts';
export type { EventEntry } from './shared/contract/event.ts';
export type { Manifest, OperationEntry } from './shared/contract/manifest.ts';
