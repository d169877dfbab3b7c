import type { Fields } from './field.ts';
import type { Roles } from './resource.ts';
import type { LocalizedText } from './words.ts';

/** Read-only figures: a call with typed parameters, drawn by each face in its own way. */
export interface ReportDefinition {
  readonly name: string;
  /** Path of the call under `/api/v1/admin`, exactly as the contract spells it. */
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

/** A call that belongs to no resource. It exists only while this table says who may make it. */
export interface CallDefinition {
  /** Under `/api/v1/admin`. */
  readonly path: string;
  readonly label: LocalizedText;
  /** `public` before sign-in, else roles. */
  readonly roles: Roles | 'public';
  /**
   * The menu area that it is part of, or those of which each opens it. Without one it is everyone's own, or it judges by what it is
   * asked about.
   */
  readonly area?: string | readonly string[];
  /** Strict body; a call without fields takes `{}`. */
  readonly input: Fields;
  /** Needs the password (or a one-time code) given in the last five minutes. */
  readonly stepUp?: boolean;
  /** Changes nothing, so that a read-only token may make it. */
  readonly reads?: boolean;
  /** Concerns nothing but the caller's own account, so that a read-only admin may make it too. */
  readonly ownAccount?: boolean;
  /** Answers a file in one of the forms of an export; a rejection is the envelope, as of any call. */
  readonly answersFile?: boolean;
  /** Answers the bytes of a stored file; a rejection is the envelope. */
  readonly answersBytes?: boolean;
  /** Seconds after which the server ends the call; 15 when not given. */
  readonly seconds?: number;
}

export function defineCalls<const C extends Readonly<Record<string, CallDefinition>>>(calls: C): C {
  return calls;
}
