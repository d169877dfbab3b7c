import type { Field, Fields, StateField, ValueOf } from './field.ts';
import type { LocalizedText, Name } from './words.ts';

export const roles = ['admin', 'user'] as const;
export type Role = (typeof roles)[number];
/** Who is allowed: role names, or `*` for every signed-in admin. */
export type Roles = readonly (Role | '*')[];
export const everyone: Roles = ['*'];
export const admins: Roles = ['admin'];

export const verbs = ['list', 'get', 'create', 'update', 'delete', 'batch', 'import', 'export'] as const;
export type Verb = (typeof verbs)[number];
/** Verbs that change nothing. */
export const readingVerbs: readonly Verb[] = ['list', 'get', 'export'];

/** Fields of an action's form. A string refers to a field of the record, and the action writes that column. */
export type ActionInput = Readonly<Record<string, Field | string>>;

/**
 * A condition on one field of a record: it has one of the values, is set or empty, is in the past or not (an empty time is not),
 * refers to the requester or to another admin, or is below another field. List responses contain the field, so clients decide as
 * the server does.
 */
export interface FieldRule {
  readonly field: string;
  readonly holds:
    | { readonly in: readonly (string | number | boolean)[] }
    | { readonly below: string }
    | 'set'
    | 'empty'
    | 'past'
    | 'notPast'
    | 'requester'
    | 'otherAdmin';
  /** The message when the rule does not hold. */
  readonly why: LocalizedText;
}

/** When an action is allowed on a record: the state is one of `from`, and every rule of `when` holds. */
export interface Precondition {
  readonly from?: readonly string[];
  readonly when?: readonly FieldRule[];
}

/** A part of a response: a value, a record of a resource, or a list of its records. */
export type AnswerPart = Field | { readonly record: string } | { readonly records: string };

/** The response of an action without `output`: a record of the resource, lists of texts by name, or named parts. */
export type ActionAnswer = 'record' | 'lists' | Readonly<Record<string, AnswerPart>>;

export interface Action extends Precondition {
  /**
   * `record`: on one record or in bulk. `collection`: without a record. `system`: only the server runs it, and no client shows
   * it.
   */
  readonly on: 'record' | 'collection' | 'system';
  readonly label: LocalizedText;
  readonly help?: LocalizedText;
  readonly roles: Roles;
  /** The state after the action. With `from`, the engine runs the action as a single guarded UPDATE. */
  readonly to?: string;
  readonly input?: ActionInput;
  /** Fields of the response when that is not the record. Clients format the response with them. */
  readonly output?: Fields;
  /** Response for the API documentation when there is no `output`. By default, an action on a record returns the record. */
  readonly answers?: ActionAnswer;
  /** Clients ask for confirmation, because the action cannot be undone or does harm. */
  readonly danger?: boolean;
  /**
   * The action takes something away, such as access, money or data, and clients show it in red. `reversible`: another action
   * restores it; `final`: nothing does.
   */
  readonly loss?: 'reversible' | 'final';
  /** The menu group of the action. Actions without a group come first. */
  readonly group?: 'money' | 'access';
  /** Fields of the record that the confirmation shows, such as the number of affected records. */
  readonly confirmationFields?: readonly string[];
  /** Requires an identity confirmation (password or one-time code) within the last five minutes. */
  readonly stepUp?: boolean;
  /**
   * States in which clients offer the action as the next step. Default: those of `from`, when the action changes the state and
   * takes nothing away.
   */
  readonly next?: readonly string[];
  /** The action cannot run in bulk, because its result is shown once or must differ between records. */
  readonly singleRecord?: boolean;
  /** The action changes nothing: it is a test, a preview or a reveal. */
  readonly reads?: boolean;
  /** Whether the action can be undone from the audit log. Default: true for a plain change of state. */
  readonly undo?: boolean;
  /** The action creates records. Clients offer it as the usual way to do so, and the form of the resource second. */
  readonly creates?: true;
  /** The action moves the record to the position `place` (from 1) of a manual order. */
  readonly orders?: OrderDefinition;
}

/** A manual order of records. */
export interface OrderDefinition {
  /** The integer field that holds the position. */
  readonly by: string;
  /** Records with the same value in this field are ordered separately. */
  readonly within?: string;
}

/** Whether clients offer to undo an action: as its definition says, else for changes of state that are not dangerous. */
export function isReversible(action: Action): boolean {
  if (action.on === 'system' || action.reads === true || action.stepUp === true) return false;
  return action.undo ?? (action.to !== undefined && action.danger !== true);
}

/** Returns the states in which clients offer an action as the next step. */
export function listNextStates({ next, from = [], to, loss, reads }: Action): readonly string[] {
  return next ?? (to === undefined || loss !== undefined || reads === true ? [] : from);
}

/** Days relative to today for the requester: 0 is today, -1 yesterday. Both ends are included, and either may be omitted. */
export interface DaySpan {
  readonly days: { readonly from?: number; readonly to?: number };
}

/** A named set of filters for a common question. */
export interface QuickFilter {
  readonly label: LocalizedText;
  /** Values by the name of the filter. */
  readonly where: Readonly<
    Record<string, readonly unknown[] | { readonly from?: unknown; readonly to?: unknown } | DaySpan>
  >;
}

export interface ListShape {
  readonly columns: readonly string[];
  /** Columns that narrow screens keep, in addition to the title, the state and amounts. */
  readonly essential?: readonly string[];
  readonly filters?: readonly string[];
  /** Filters that are always visible, at most four. Default: see `getPinnedFilters`. */
  readonly pinned?: readonly string[];
  readonly quick?: Readonly<Record<string, QuickFilter>>;
  /** The quick filter that applies when neither the URL nor the view sets filters. It must not contain days. */
  readonly initial?: string;
  /** Sortable fields that are not numbers, amounts, dates or times. Each has an index. */
  readonly sortable?: readonly string[];
  /**
   * Numbers, amounts, dates and times of the list that are not sortable because an index would cost too much, with the reason.
   */
  readonly unsortable?: Readonly<Record<string, LocalizedText>>;
  /** Number fields that are summed over all matching records. */
  readonly totals?: readonly string[];
  /** Default order, such as `-id` or `sort`. Ties are broken by ID in the same direction. */
  readonly sort: string;
}

/** A group of fields under a common heading, in a record and in its form. */
export interface Section {
  readonly label: LocalizedText;
  readonly fields: readonly string[];
}

/** The definition of a kind of record. It produces a table, API endpoints, a list page, commands and a TUI screen. */
export interface ResourceDefinition {
  /** Singular, camelCase. URLs and commands use it in kebab-case, the table in snake_case plural. */
  readonly name: string;
  /** The route of the console that shows the list. Resources of the same route are its tabs, in catalogue order. */
  readonly path: string;
  /** The field that names a record. */
  readonly title: string;
  /** Excludes the records from the global search. */
  readonly findable?: false;
  /** Gives the tab its own menu entry below the entry of its page. */
  readonly inMenu?: true;
  /** Each record represents a person. Actions that take something away for good require the admin to type the name. */
  readonly person?: true;
  readonly label: Name;
  readonly help?: LocalizedText;
  readonly fields: Fields;
  readonly list: ListShape;
  /** The Markdown field that content exports write as a separate file next to the tables. */
  readonly document?: string;
  /** The layout of the form: rows of field names. */
  readonly form?: readonly (readonly string[])[];
  /** Sections of a record and its form, in order. Fields without a section come last. */
  readonly sections?: readonly Section[];
  /** Fields whose values are shown at the top of a record, at most four. */
  readonly highlights?: readonly string[];
  /** Groups of fields whose combined values are unique. A single unique field sets `unique` itself. */
  readonly unique?: readonly (readonly string[])[];
  /**
   * Fields of these groups whose empty values count as equal. By default, a record with an empty value conflicts with nothing.
   * The unique index of the migration must agree.
   */
  readonly nullsNotDistinct?: readonly string[];
  /** Verbs that are missing here do not exist in any client. */
  readonly access: Partial<Readonly<Record<Verb, Roles>>>;
  /** Verbs that require an identity confirmation (password or one-time code) within the last five minutes. */
  readonly stepUp?: readonly Verb[];
  readonly actions?: Readonly<Record<string, Action>>;
  /** When a record may be deleted. Default: always. */
  readonly deletion?: Precondition;
  /** Every read of a single record is written to the audit log, because the content is personal. */
  readonly readsAudited?: boolean;
  /**
   * Whether a deleted record can be restored from the audit log. Default: yes. `final`: no, because the deletion also removes
   * other data. `finalOnce`: no, once this field has a value.
   */
  readonly removal?: 'final' | { readonly finalOnce: string };
}
/** A definition whose fields the compiler does not know, as in generic code. */
export type AnyResource = ResourceDefinition;

/** Checks the definition and keeps its literal types, so that `RecordOf` knows the fields. */
export function defineResource<const R extends ResourceDefinition>(resource: R): R {
  return resource;
}

/** Fields that the engine adds to every record that can change. Times are in UTC milliseconds; IDs start at 1. */
export interface RecordBase {
  readonly id: number;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly createdBy: number | null;
  readonly updatedBy: number | null;
}

type RequiredKey<F extends Fields> = {
  [K in keyof F]: F[K] extends { required: true } | { kind: 'state' } | { kind: 'boolean' } ? K : never;
}[keyof F];
/** The record type of a definition: required fields have a value, other fields a value or null. */
export type RecordOf<R extends ResourceDefinition> = RecordBase & {
  readonly [K in keyof R['fields']]: K extends RequiredKey<R['fields']>
    ? ValueOf<R['fields'][K]>
    : ValueOf<R['fields'][K]> | null;
};

/** Whether a deleted record can be restored: not if it had a secret (no log stores it) or if its deletion removed other data. */
export function isRestorable(
  { fields, removal }: AnyResource,
  record: Readonly<Record<string, unknown>> = {},
): boolean {
  if (removal === 'final' || Object.values(fields).some((field) => field.kind === 'secret')) return false;
  return removal === undefined || (record[removal.finalOnce] ?? null) === null;
}

/** Groups field names by section, in section order. Names without a section come last and have no label. */
export function groupBySection(
  { sections = [] }: Pick<ResourceDefinition, 'sections'>,
  names: readonly string[],
): { readonly label: LocalizedText | null; readonly names: readonly string[] }[] {
  const known = new Set(sections.flatMap(({ fields }) => fields));
  const groups = [
    ...sections.map(({ label, fields }) => ({ label, names: fields.filter((name) => names.includes(name)) })),
    { label: null, names: names.filter((name) => !known.has(name)) },
  ];
  return groups.filter((group) => group.names.length > 0);
}

/** Returns the state field of a resource with its name, or null. */
export function findStateField(resource: AnyResource): { name: string; field: StateField } | null {
  for (const [name, field] of Object.entries(resource.fields)) if (field.kind === 'state') return { name, field };
  return null;
}

/**
 * Whether a verb requires a recent identity confirmation. An import creates and may update, so it also follows the rules of those
 * verbs. A batch follows the rule of the verb that it runs.
 */
export function isStepUpRequired({ stepUp = [] }: Pick<AnyResource, 'stepUp'>, verb: Verb): boolean {
  const performed: readonly Verb[] = verb === 'import' ? ['import', 'create', 'update'] : [verb];
  return performed.some((one) => stepUp.includes(one));
}

/**
 * Whether a resource is a log: nothing but the server creates, changes or deletes its records. Logs only have the base fields
 * `id` and `createdAt`.
 */
export function isLog(resource: {
  readonly access: AnyResource['access'];
  readonly actions?: Readonly<Record<string, Pick<Action, 'reads'>>>;
}): boolean {
  const { access, actions = {} } = resource;
  if (access.create ?? access.update ?? access.delete ?? access.import) return false;
  return Object.values(actions).every((action) => action.reads === true);
}

/** Returns the state of a new record (the first option), or null when the resource has no state. */
export function getFirstState(resource: AnyResource): string | null {
  const state = findStateField(resource);
  return state ? (Object.keys(state.field.options)[0] ?? null) : null;
}
