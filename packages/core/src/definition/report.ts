import type { Fields } from './field.ts';
import type { Roles } from './resource.ts';
import type { Words } from './words.ts';

/** Read-only figures: a call with typed parameters, drawn by each face in its own way. */
export interface ReportDefinition {
  readonly name: string;
  /** Path of the call under `/api/v1/admin`, kept to the letter of the contract. */
  readonly call: string;
  readonly label: Words;
  readonly roles: Roles;
  readonly input: Fields;
}

export function defineReport<const R extends ReportDefinition>(report: R): R {
  return report;
}
