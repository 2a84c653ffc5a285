import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toPosix } from '../../build/project/files.ts';
import type { Project } from '../../build/project/project.ts';
import { locateProject, treesOf } from '../../build/project/project.ts';
import type { OpenProject } from './open-project.ts';
import { openProject } from './open-project.ts';

/** Finds the project in a directory, with its options. */
export type FindProject = (directory: string) => Promise<Project>;

/** The projects of an editor's folders, each opened when its first file is. */
export class Projects {
  private readonly settings = new Map<string, Promise<Project | undefined>>();
  private readonly found = new Map<string, OpenProject>();

  /**
   * @param report Receives the options of a directory that are invalid, once; its files are then outside of a project until {@link reload}.
   */
  constructor(
    private readonly find: FindProject,
    private readonly report: (error: unknown) => void,
  ) {}

  all(): Iterable<OpenProject> {
    return this.found.values();
  }

  /** The project that owns a file, if it is open. */
  ownerOf(file: string): OpenProject | undefined {
    return [...this.found.values()].find((project) => project.owns(file));
  }

  /** Opens the project of a directory if it has operations; a directory without them can get them later. */
  async open(directory: string): Promise<void> {
    const reading =
      this.settings.get(directory) ?? this.find(directory).catch((error: unknown) => void this.report(error));
    this.settings.set(directory, reading);
    const project = await reading;
    if (project === undefined) return;
    const root = toPosix(project.root);
    if (this.found.has(root) || !treesOf(project).some((tree) => existsSync(tree))) return;
    this.found.set(root, openProject(locateProject(project.options, root)));
  }

  /** Opens the projects whose operations have appeared since. */
  async openNew(): Promise<void> {
    for (const directory of this.settings.keys()) await this.open(directory);
  }

  /** Opens the nearest project around a file. */
  async openAround(file: string): Promise<OpenProject | undefined> {
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
    const before = await this.settings.get(directory);
    if (before !== undefined) this.found.delete(toPosix(before.root));
    this.settings.delete(directory);
    await this.open(directory);
  }
}
