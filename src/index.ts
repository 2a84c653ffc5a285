// The compiler as a library: text in, data out.
export type { OpenApiDocument, OpenApiInput } from './codegen/openapi.ts';
export { generateOpenApi } from './codegen/openapi.ts';
export type { Compilation, CompilationInput, CompiledOperation } from './compiler/compile.ts';
export { compileOperations, contractsOf } from './compiler/compile.ts';
export type { CompiledMiddleware } from './compiler/middleware.ts';
export type { Diagnostic, Note } from './compiler/diagnostic.ts';
export { formatDiagnostic } from './compiler/diagnostic.ts';
export type { DiagnosticCode } from './compiler/messages/codes.ts';
export type { OperationFile } from './compiler/parse.ts';
export type { Location, Position, SourceText, Span } from './compiler/source.ts';
export { codeFrame, positionOf } from './compiler/source.ts';
export type {
  Manifest,
  Method,
  Operation,
  OperationEntry,
  PageShape,
  PagingLimits,
  Parameter,
  Place,
  Response,
  Schema,
} from './contract/operation.ts';
