import { createServer } from 'node:http';
import { routes } from 'virtual:routes';
import { announce, createTicket, listRows, port } from './api.ts';
import { findRoutes, nameParams } from './tree.mjs';

const ISSUES = /^\/repos\/([^/]+)\/([^/]+)\/issues(?:\/(\d+))?$/;
const ISSUE = routes.find(({ path, method }) => path.endsWith('/issues/{issue_number}') && method === 'GET');
const META = routes.find(({ path }) => path === '/meta');

function answerOther(request, response, path) {
  const found = findRoutes(path);
  if (found === undefined) return send(response, 404, { status: 404 });
  const route = found.methods[request.method];
  if (route === undefined) return send(response, 405, { status: 405 }, Object.keys(found.methods).join(', '));
  send(response, 200, route.answer(nameParams(route, found.values)));
}

function answerList(response, query) {
  const page = Number(/(?:^|&)page=(\d+)/.exec(query)?.[1] ?? 1);
  const size = Number(/(?:^|&)page_size=(\d+)/.exec(query)?.[1] ?? 20);
  if (page < 1 || size < 1 || size > 100) return send(response, 400, { status: 400 });
  send(response, 200, listRows(size, (page - 1) * size));
}

function answerPost(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const ticket = JSON.parse(chunks.length === 1 ? chunks[0].toString() : Buffer.concat(chunks).toString());
    const errors = findMistakes(ticket);
    if (errors.length > 0) return send(response, 400, { status: 400, errors });
    send(response, 201, createTicket(ticket));
  });
}

const isText = (value, most = Infinity, least = 0) =>
  typeof value === 'string' && value.length >= least && value.length <= most;
const isOptional = (value, check) => value === undefined || check;
const isInteger = (value, least, most = Infinity) => Number.isInteger(value) && value >= least && value <= most;
const matches = (value, pattern) => typeof value === 'string' && pattern.test(value);
const isOneOf = (value, ...values) => values.includes(value);

function findMistakes(t) {
  const errors = [];
  if (!isText(t.title, 200, 1)) errors.push('title');
  if (!isOptional(t.description, isText(t.description, 2000))) errors.push('description');
  if (!isOneOf(t.state, 'open', 'closed', 'waiting')) errors.push('state');
  if (!isInteger(t.priority, 1, 5)) errors.push('priority');
  if (!isOptional(t.weight, typeof t.weight === 'number' && t.weight >= 0)) errors.push('weight');
  if (!isOptional(t.locked, typeof t.locked === 'boolean')) errors.push('locked');
  if (!matches(t.assignee, /^[^@\s]+@[^@\s]+\.[a-z]+$/i)) errors.push('assignee');
  if (!isOptional(t.reporter, matches(t.reporter, /^[a-z][a-z0-9-]*$/))) errors.push('reporter');
  if (!Array.isArray(t.labels) || t.labels.length > 20 || !t.labels.every((label) => isText(label, 50)))
    errors.push('labels');
  if (!isOptional(t.watchers, Array.isArray(t.watchers) && t.watchers.every((name) => isText(name))))
    errors.push('watchers');
  if (!matches(t.due, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/)) errors.push('due');
  if (!isOptional(t.repository, isText(t.repository, 100))) errors.push('repository');
  if (!isOptional(t.branch, isText(t.branch, 100))) errors.push('branch');
  if (!isOptional(t.commit, matches(t.commit, /^[0-9a-f]{40}$/))) errors.push('commit');
  if (!isOptional(t.estimate, isInteger(t.estimate, 0))) errors.push('estimate');
  if (!isOptional(t.version, matches(t.version, /^\d+\.\d+\.\d+$/))) errors.push('version');
  if (!isOptional(t.environment, isOneOf(t.environment, 'production', 'staging', 'development')))
    errors.push('environment');
  if (!isOptional(t.milestone, isInteger(t.milestone, 1))) errors.push('milestone');
  if (!isText(t.customer?.name) || !isText(t.customer.country, 2, 2)) errors.push('customer');
  if (!isOptional(t.notes, isText(t.notes, 2000))) errors.push('notes');
  return errors;
}

function send(response, status, value, allow) {
  const body = JSON.stringify(value);
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) };
  if (allow !== undefined) headers.Allow = allow;
  response.writeHead(status, headers).end(body);
}

createServer((request, response) => {
  const [path, query = ''] = request.url.split('?', 2);
  if (request.method === 'GET' && path === '/meta') return send(response, 200, META.answer({}));
  const [, owner, repo, number] = ISSUES.exec(path) ?? [];
  if (owner === undefined) return answerOther(request, response, path);
  if (number === undefined && request.method === 'GET') return answerList(response, query);
  if (number === undefined && request.method === 'POST') return answerPost(request, response);
  if (request.method !== 'GET') return answerOther(request, response, path);
  const params = { owner: decodeURIComponent(owner), repo: decodeURIComponent(repo), issue_number: number };
  send(response, 200, ISSUE.answer(params));
}).listen(port, announce);
