// AWS Lambda.
export * from './lambda/index.ts';
