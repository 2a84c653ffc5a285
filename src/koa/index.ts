export type {
  Manifest,
  Method,
  Operation,
  OperationEntry,
  PageShape,
  PagingLimits,
  Parameter,
  Response,
  Schema,
} from '../contract/operation.ts';
export type { Paging } from '../contract/paging.ts';
export type { InputError, Problem } from '../contract/problem.ts';
export type { Upload } from './body/upload.ts';
export { type AppOptions, createApp } from './app.ts';
export { answerClientErrors } from './client-error.ts';
export {
  defineOperation,
  type Handler,
  type Input,
  type Middleware,
  type MiddlewareContext,
  type OperationContext,
  type OperationFields,
} from './context.ts';
export type { FormOptions, RuntimeOptions } from './options.ts';
export { type Page, page } from './paging.ts';
export { createRouter, type RouterOptions } from './router.ts';
export type { BasicCredentials, Credentials, Verifier, Verifiers } from './security/index.ts';
