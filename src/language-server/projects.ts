import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toPosix } from '../project/files.ts';
import type { ResolvedOptions } from '../project/options.ts';
import { locateSources } from '../project/sources.ts';
import type { Project } from './project.ts';
import { openProject } from './project.ts';

/** Reads the options of the project in a directory. */
export type ReadOptions = (directory: string) => Promise<{ readonly options: ResolvedOptions; readonly root: string }>;

/** The projects of an editor's folders, each opened when its first file is. */
export class Projects {
  private readonly opened = new Map<string, Promise<Project | undefined>>();
  private readonly found = new Map<string, Project>();

  constructor(private readonly readOptions: ReadOptions) {}

  all(): Iterable<Project> {
    return this.found.values();
  }

  /** The project that owns a file, if it is open. */
  ownerOf(file: string): Project | undefined {
    return [...this.found.values()].find((project) => project.owns(file));
  }

  /** Opens the project of a directory if it has operations. */
  async open(directory: string): Promise<Project | undefined> {
    const known = this.opened.get(directory) ?? this.read(directory);
    this.opened.set(directory, known);
    return known;
  }

  /** Opens the nearest project around a file. */
  async openAround(file: string): Promise<Project | undefined> {
    for (let directory = dirname(file); ; directory = dirname(directory)) {
      const owner = this.ownerOf(file);
      if (owner !== undefined) return owner;
      if (existsSync(join(directory, 'package.json')) || existsSync(join(directory, 'app'))) await this.open(directory);
      if (directory === dirname(directory)) return this.ownerOf(file);
    }
  }

  /** Reads the options of a project again. */
  async reload(file: string): Promise<void> {
    const directory = dirname(file);
    const before = await this.opened.get(directory);
    if (before !== undefined) this.found.delete(toPosix(before.root));
    this.opened.delete(directory);
    await this.open(directory);
  }

  private async read(directory: string): Promise<Project | undefined> {
    const { options, root } = await this.readOptions(directory);
    const { directory: operations, webhooks = operations } = locateSources(options, root);
    if (!existsSync(operations) && !existsSync(webhooks)) return undefined;
    const project = this.found.get(toPosix(root)) ?? openProject(options, toPosix(root));
    this.found.set(toPosix(root), project);
    return project;
  }
}
