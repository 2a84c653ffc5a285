// One constructor for each code: all wording is in this folder, and nowhere else.
export * from './comment.ts';
export * from './definition.ts';
export * from './facet.ts';
export * from './file.ts';
export * from './handler.ts';
export * from './middleware.ts';
export * from './operation.ts';
export * from './tree.ts';
export * from './typescript.ts';
