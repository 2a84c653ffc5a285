// The compiler as a library: text in, data out.
export type { OpenApiDocument, OpenApiInput } from './openapi/write/index.ts';
export { generateOpenApi } from './openapi/write/index.ts';
export type { Compilation, CompilationInput, CompiledOperation } from './compiler/compile.ts';
export { compileOperations, contractsOf } from './compiler/compile.ts';
export type { CompiledMiddleware } from './compiler/operations/middleware.ts';
export type { Diagnostic, Note } from './compiler/diagnostics/diagnostic.ts';
export { formatDiagnostic } from './compiler/diagnostics/diagnostic.ts';
export type { DiagnosticCode } from './compiler/diagnostics/codes.ts';
export type { OperationFile } from './compiler/operations/parse.ts';
export type { Location, Position, SourceText, Span } from './compiler/diagnostics/source.ts';
export { codeFrame, positionOf } from './compiler/diagnostics/source.ts';
export type { Place } from './contract/enforcement.ts';
export type { Envelope, Method, Operation, PagingLimits, Parameter, Response, Schema } from './contract/operation.ts';
export type { Manifest, OperationEntry } from './contract/manifest.ts';
