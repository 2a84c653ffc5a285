import type { Schema } from '../contract/operation.ts';

/** RFC 9457, with the violations of the input. */
export const PROBLEM: Schema = {
  type: 'object',
  description: 'A problem (RFC 9457).',
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'A URI that identifies the problem type.' },
    title: { type: 'string', description: 'A short summary of the problem type.' },
    status: { type: 'integer', minimum: 100, maximum: 599, description: 'The HTTP status code.' },
    detail: { type: 'string', description: 'An explanation of this occurrence of the problem.' },
    instance: { type: 'string', format: 'uri-reference', description: 'A URI that identifies this occurrence.' },
    errors: {
      type: 'array',
      description: 'Every violation of the input.',
      items: {
        type: 'object',
        properties: {
          in: { type: 'string', enum: ['path', 'query', 'header', 'cookie', 'body'] },
          name: { type: 'string' },
          pointer: { type: 'string', description: 'The location in the value, as a JSON Pointer (RFC 6901).' },
          message: { type: 'string' },
          keyword: { type: 'string', description: 'The violated keyword, such as `minLength`.' },
          params: {
            type: 'object',
            description: 'The values of the keyword, such as `limit`.',
            additionalProperties: true,
          },
        },
        required: ['in', 'name', 'pointer', 'message', 'keyword', 'params'],
        additionalProperties: true,
      },
    },
  },
  required: ['type', 'title', 'status'],
  additionalProperties: true,
};
