import type { Method } from '../../contract/operation.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { error } from './report.ts';

// What the whole tree shows: spec B7.

export const duplicateRoute = (at: Location, method: Method, path: string, first: Location): Diagnostic =>
  error('duplicate-route', at, `${method} ${path} is served by another file already. Remove one of the two.`, {
    message: 'the other file',
    at: first,
  });

export const templateNames = (at: Location, path: string, first: Location, other: string): Diagnostic =>
  error(
    'template-names',
    at,
    `${path} and ${other} are one path with two sets of parameter names. Use the same names in both.`,
    {
      message: 'the other spelling',
      at: first,
    },
  );

export const caseClash = (at: Location, text: string, first: Location, other: string): Diagnostic =>
  error(
    'case-clash',
    at,
    `"${text}" and "${other}" differ in letter case only; some disks keep just one of them. Rename one.`,
    {
      message: 'the other spelling',
      at: first,
    },
  );

export const duplicateOperationId = (at: Location, id: string, first: Location): Diagnostic =>
  error(
    'duplicate-operation-id',
    at,
    `The operationId "${id}" is used twice. Rename one of the functions, or give it a name that begins with "_".`,
    {
      message: 'used here first',
      at: first,
    },
  );
