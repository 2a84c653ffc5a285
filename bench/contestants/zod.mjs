import { z } from 'zod';
import { ticketSchema } from './api.ts';

/** The body of the POST; Zod makes the same types of it as of a schema that is written by hand. */
export const ticket = z.fromJSONSchema(ticketSchema);

/** The query of the list. */
export const paging = z.object({
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(20),
});
