import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const WITHOUT_EFFECTS = '{ "sideEffects": false }';

function found(head: string, packageText = WITHOUT_EFFECTS): string[] {
  const files = {
    'one.ts': '/** Some. */\nexport default () => {};',
    '_middleware.ts': `${head}\nexport default (ctx: any, next: any) => next();`,
  };
  return compile(files, { appTexts: () => [packageText] })
    .diagnostics.filter(({ code }) => code === 'dropped-import')
    .map((each) => brief(each)[1]!);
}

describe('An import that only runs a module', () => {
  it.each(["'../policies.ts'", "'./policies'", "'#policies'", "'../policies/index.js'"])(
    'It is found in a project without side effects: %s',
    (module) => {
      expect(found(`import ${module};`)).toEqual([module]);
      expect(found(`import ${module};`, '{ "sideEffects": [] }')).toEqual([module]);
      expect(found(`import ${module};`, '{ "sideEffects": ["*.css", "**/*.scss"] }')).toEqual([module]);
    },
  );

  it.each(['{}', '{ "sideEffects": true }', '{ "sideEffects": ["*.css", "./app/policies.ts"] }'])(
    'It is right in a project with %s',
    (packageText) => {
      expect(found("import '../policies.ts';", packageText)).toEqual([]);
    },
  );

  it.each([
    "import 'dotenv/config';",
    "import '../site.css';",
    "import { guard } from '../policies.ts';",
    "import * as policies from '../policies.ts';",
    "import type {} from '../policies.ts';",
  ])('It is right if bundlers keep the module, or nothing runs it: %s', (head) => {
    expect(found(head)).toEqual([]);
  });
});
