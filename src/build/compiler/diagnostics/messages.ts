// Every diagnostic has its constructor in this folder.
export * from './comment-messages.ts';
export * from './type-messages.ts';
export * from './definition-messages.ts';
export * from './facet-messages.ts';
export * from './file-messages.ts';
export * from './guard-messages.ts';
export * from './handler-messages.ts';
export * from './list-include-messages.ts';
export * from './list-messages.ts';
export * from './middleware-messages.ts';
export * from './misread-messages.ts';
export * from './operation-messages.ts';
export * from './response-messages.ts';
export * from './stream-messages.ts';
export * from './tool-messages.ts';
export * from './tree-messages.ts';
export * from './typescript-messages.ts';
