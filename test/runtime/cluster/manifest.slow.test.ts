import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readBlocks, readPage } from '../../docs/examples.ts';
import { compilePlayground } from '../../docs/playground.ts';

// What an orchestrator is told of the bookshop is so.

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const resources = parseAllDocuments(read('playground/k8s.yaml')).map((document) => document.toJS() as any);
const [deployment, service, budget] = resources;
const [container] = deployment.spec.template.spec.containers;
const dockerfile = read('playground/Dockerfile');

/** The first argument of an instruction, each time it comes in the last stage. */
function instructions(name: string): string[] {
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  return [...stage.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map((match) => match[1]!);
}

/** An environment variable of the container. */
function variable(name: string): string {
  return container.env.find((entry: { name: string }) => entry.name === name).value;
}

it('the manifest has no mistake in its YAML', () => {
  expect(parseAllDocuments(read('playground/k8s.yaml')).flatMap((document) => document.errors)).toEqual([]);
  expect(resources.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget']);
});

it('probes operations that there are', () => {
  const { document } = compilePlayground();
  for (const name of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    const { path, port } = container[name].httpGet;
    expect([name, Object.keys(document.paths[path] ?? {})]).toEqual([name, ['get']]);
    expect(port).toBe(container.ports[0].name);
  }
  expect(container.livenessProbe.httpGet.path).toBe('/healthz');
  expect(container.readinessProbe.httpGet.path).toBe('/readyz');
});

it('listens where it is looked for', () => {
  const port = String(container.ports[0].containerPort);
  expect(instructions('EXPOSE')).toEqual([port]);
  expect(instructions('ENV')).toEqual([expect.stringMatching(new RegExp(`PORT=${port}$`))]);
  expect(variable('PORT')).toBe(port);
  expect(service.spec.ports[0].targetPort).toBe(container.ports[0].name);
});

it('selects the copies that there are', () => {
  const { labels } = deployment.spec.template.metadata;
  expect(deployment.spec.selector.matchLabels).toEqual(labels);
  expect(service.spec.selector).toEqual(labels);
  expect(budget.spec.selector.matchLabels).toEqual(labels);
  expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas);
});

it('the manifest gives a process the time that it takes to end', () => {
  const deadline = Number(/DEADLINE = ([\d_]+)/.exec(read('playground/stop.ts'))![1]!.replace('_', '')) / 1_000;
  const attempt = Number(/TIMEOUT = ([\d_]+)/.exec(read('playground/events.ts'))![1]!.replace('_', '')) / 1_000;
  const drain = Number(variable('DRAIN')) / 1_000;
  const { terminationGracePeriodSeconds: grace } = deployment.spec.template.spec;
  expect(grace).toBeGreaterThan(drain + deadline + attempt);
  const { periodSeconds, failureThreshold } = container.readinessProbe;
  expect(drain).toBeGreaterThan(periodSeconds * failureThreshold);
});

it('the image is made of the file that a build writes', () => {
  const copies = instructions('COPY').map((text) => text.replace('--from=build /build/', '').split(' '));
  expect(copies.map(([from]) => from)).toEqual([
    'playground/dist/server.js',
    'playground/cluster.js',
    'playground/dist/shop',
  ]);
  expect(existsSync(new URL(copies[1]![0]!, root))).toBe(true);
  expect(instructions('CMD')).toEqual([JSON.stringify(['node', copies[0]![1]!]).replace(',', ', ')]);
});

it('deploy/scaling.md shows a manifest whose parts fit together and the operations that its probes request', () => {
  const page = readPage('scaling.md');
  const [{ spec }, { spec: target }] = parseAllDocuments(
    readBlocks(page).find(({ title }) => title === 'k8s.yaml')!.text,
  ).map((document) => document.toJS() as any) as [any, any];
  const { metadata, spec: pod } = spec.template;
  expect(spec.selector.matchLabels).toEqual(metadata.labels);
  expect(target.selector).toEqual(metadata.labels);
  const [shown] = pod.containers;
  const operations = readBlocks(readPage('shutdown-and-health.md')).map(({ title }) => title);
  for (const probe of [shown.livenessProbe, shown.readinessProbe])
    expect(operations).toContain(`app/operations${probe.httpGet.path}.ts`);
  const [{ name, containerPort }] = shown.ports;
  expect([shown.readinessProbe.httpGet.port, shown.livenessProbe.httpGet.port]).toEqual([name, name]);
  expect(target.ports[0].targetPort).toBe(name);
  const dockerfiles = readBlocks(readPage('docker.md')).filter(({ text }) => text.includes('\nEXPOSE '));
  const exposed = dockerfiles.map(({ text }) => /^EXPOSE (.*)$/m.exec(text)![1]);
  expect(exposed).toEqual(Array.from({ length: 3 }, () => `${containerPort}`));
  const deadline = Number(
    /default: ([\d,]+)\)\. After that/.exec(readPage('shutdown-and-health.md'))![1]!.replace(',', ''),
  );
  const [{ value: drain }] = shown.env;
  expect(pod.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(Number(drain) + deadline);
});
