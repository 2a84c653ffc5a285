import type { DirectiveDefinition } from 'unplugin-operations/directive';

/** Finds the permissions of the caller. */
export interface PermissionOption {
  readonly permissionsOf: (ctx: {
    readonly auth: unknown;
    get(name: string): string;
  }) => readonly string[] | Promise<readonly string[]>;
}

export declare const permission: DirectiveDefinition<string>;
