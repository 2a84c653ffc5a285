import cors from 'cors';
import express from 'express';
import helmet from 'helmet';
import responseTime from 'response-time';
import { routes } from 'virtual:routes';
import { checkPaging, checkTicket } from './ajv.mjs';
import { announce, createTicket, listRows, port, stack, toColons } from './api.ts';

const handlers = {
  plain: (answer) => (request, response) => response.json(answer(request.params)),
  list: () => (request, response) => {
    const query = { ...request.query };
    if (!checkPaging(query)) return response.status(400).json(checkPaging.errors);
    response.json(listRows(query.page_size, (query.page - 1) * query.page_size));
  },
  create: () => (request, response) => {
    if (!checkTicket(request.body)) return response.status(400).json(checkTicket.errors);
    response.status(201).json(createTicket(request.body));
  },
};

const app = express();
if (stack === 'one') app.use((request, response, next) => next());
if (stack === 'real') app.use(responseTime(), cors(), helmet());
app.use(express.json());
for (const { method, path, kind, answer } of routes) app[method.toLowerCase()](toColons(path), handlers[kind](answer));
app.listen(port, announce);
