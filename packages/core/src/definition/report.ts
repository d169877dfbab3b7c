import type { Fields } from './field.ts';
import type { Roles } from './resource.ts';
import type { LocalizedText } from './words.ts';

/** A read-only report: a call with typed parameters whose response each client draws in its own way. */
export interface ReportDefinition {
  readonly name: string;
  /** Path of the call below `/api/v1/admin`. */
  readonly call: string;
  readonly label: LocalizedText;
  readonly help?: LocalizedText;
  /** The route that shows the report as a tab before its resources. Undefined when the report is part of another page. */
  readonly path?: string;
  readonly roles: Roles;
  /** The menu area of the report, which access depends on. Reports without an area are open to every admin. */
  readonly area?: string;
  readonly input: Fields;
}

export function defineReport<const R extends ReportDefinition>(report: R): R {
  return report;
}

/** Returns the call that a report is read by. */
export function toReportCall({ call, label, roles, area, input }: ReportDefinition): CallDefinition {
  return { path: call, label, roles, ...(area === undefined ? {} : { area }), input, reads: true };
}

/** A call that belongs to no resource. The server accepts only the calls that are defined this way. */
export interface CallDefinition {
  /** Path below `/api/v1/admin`. */
  readonly path: string;
  readonly label: LocalizedText;
  /** `public` calls need no session; other calls need one of the roles. */
  readonly roles: Roles | 'public';
  /**
   * The menu area of the call, or several of which any one is enough. A call without an area is open to every admin, or checks
   * access to the records in its arguments itself.
   */
  readonly area?: string | readonly string[];
  /** The request body. Unknown keys are rejected; a call without fields takes `{}`. */
  readonly input: Fields;
  /** Requires an identity confirmation (password or one-time code) within the last five minutes. */
  readonly stepUp?: boolean;
  /** The call changes nothing, so read-only tokens may use it. */
  readonly reads?: boolean;
  /** The call only affects the account of the caller, so read-only admins may use it. */
  readonly ownAccount?: boolean;
  /** A successful response is a file in one of the export formats. Errors use the envelope, as in every call. */
  readonly answersFile?: boolean;
  /** A successful response is the content of a stored file. Errors use the envelope. */
  readonly answersBytes?: boolean;
  /** Server timeout in seconds. Default: 15. */
  readonly seconds?: number;
}

export function defineCalls<const C extends Readonly<Record<string, CallDefinition>>>(calls: C): C {
  return calls;
}
