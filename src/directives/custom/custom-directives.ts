import type { CustomRow } from './custom-row.ts';

/** The custom directives that a project can use. */
export interface CustomDirectives {
  readonly rows: ReadonlyMap<string, CustomRow>;
  /** Whether the project names packages of directives. An unknown directive is then an error: it could be one that guards. */
  readonly isStrict: boolean;
  /** The installed package whose guard has this name, although the project does not name the package. */
  readonly unnamed: (name: string) => string | undefined;
}

/** A text whose comments can have custom directives. */
export interface WithCustom {
  readonly custom?: CustomDirectives | undefined;
}

/** Those of a project without custom directives. */
export const NO_CUSTOM: CustomDirectives = { rows: new Map(), isStrict: false, unnamed: () => undefined };
