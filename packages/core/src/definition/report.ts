import type { CallDefinition } from './call.ts';
import type { Fields } from './field.ts';
import type { Roles } from './resource.ts';
import type { LocalizedText } from './words.ts';

/** Read-only figures: a call with typed parameters, drawn by each face in its own way. */
export interface ReportDefinition {
  readonly name: string;
  /** Path of the call under `/api/v1/admin`, kept to the letter of the contract. */
  readonly call: string;
  readonly label: LocalizedText;
  readonly help?: LocalizedText;
  /** The route on which it is a tab, before the resources; none when it is a part of another page. */
  readonly path?: string;
  readonly roles: Roles;
  /** The menu area that its figures are of; without one they are everyone's. */
  readonly area?: string;
  readonly input: Fields;
}

export function defineReport<const R extends ReportDefinition>(report: R): R {
  return report;
}

/** The call that answers a report. */
export function reportCall({ call, label, roles, area, input }: ReportDefinition): CallDefinition {
  return { path: call, label, roles, ...(area === undefined ? {} : { area }), input, reads: true };
}
