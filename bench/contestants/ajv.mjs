import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { pagingSchema, ticketSchema } from './api.ts';

const ajv = new Ajv({ allErrors: true });
formats.default(ajv);
export const checkTicket = ajv.compile(ticketSchema);

const converting = new Ajv({ coerceTypes: true, useDefaults: true });
export const checkPaging = converting.compile(pagingSchema);
