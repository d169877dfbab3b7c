import type { Field, Fields, StateField, ValueOf } from './field.ts';
import type { LocalizedText, Name } from './words.ts';

export const roles = ['admin', 'user'] as const;
export type Role = (typeof roles)[number];
/** Who may: role names, or `*` for everyone who is signed in. */
export type Roles = readonly (Role | '*')[];
export const everyone: Roles = ['*'];
export const admins: Roles = ['admin'];

export const verbs = ['list', 'get', 'create', 'update', 'delete', 'batch', 'import', 'export'] as const;
export type Verb = (typeof verbs)[number];
/** Verbs that change nothing. */
export const readingVerbs: readonly Verb[] = ['list', 'get', 'export'];

/** Fields of an action's dialog; a string names a field of the record, whose column the action then writes. */
export type ActionInput = Readonly<Record<string, Field | string>>;

/**
 * What one field of a record must hold: one of some values; something or nothing; a time that has passed, or that is empty or still to
 * come; the admin who asks, or any other; less than another field. Lists read the field, so that clients decide as the server does.
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
  /** What is said when it does not hold. */
  readonly why: LocalizedText;
}

/** When something may be done with a record: its state is one of `from`, and every rule of `when` holds. */
export interface Precondition {
  readonly from?: readonly string[];
  readonly when?: readonly FieldRule[];
}

/** A part of an answer: a value, a record of a resource, or a list of its records. */
export type AnswerPart = Field | { readonly record: string } | { readonly records: string };

/**
 * What an answer holds where clients do not read it by `output`: a record of the action's resource, lists of texts by name, or named
 * parts.
 */
export type ActionAnswer = 'record' | 'lists' | Readonly<Record<string, AnswerPart>>;

export interface Action extends Precondition {
  /** `record`: on one record (and in bulk); `collection`: on none; `system`: run by operations only, shown nowhere. */
  readonly on: 'record' | 'collection' | 'system';
  readonly label: LocalizedText;
  readonly help?: LocalizedText;
  readonly roles: Roles;
  /** Its state after the action: with `from`, the engine runs it as one guarded UPDATE. */
  readonly to?: string;
  readonly input?: ActionInput;
  /** What its answer holds when that is not the record, so that people read it in words. */
  readonly output?: Fields;
  /** What its answer holds, for the API document, where there is no `output`; left out, an action on a record answers the record. */
  readonly answers?: ActionAnswer;
  /** Asks before it runs: it cannot be undone, or hurts. */
  readonly danger?: boolean;
  /**
   * It takes something away, such as access, money, or data, and clients show it in red: `reversible` when another action restores
   * that, `final` when none does.
   */
  readonly loss?: 'reversible' | 'final';
  /** The group of a menu that lists it; actions without a group come first. */
  readonly group?: 'money' | 'access';
  /** Fields shown before the confirmation, such as how many records it concerns. */
  readonly notifies?: readonly string[];
  /** Needs the password (or a one-time code) given in the last five minutes. */
  readonly stepUp?: boolean;
  /**
   * States in which clients offer it next to a record as the next step. By default those of `from`, when it moves the record to
   * another state and takes nothing away.
   */
  readonly next?: readonly string[];
  /** Makes sense for one record at a time: what is shown once, or must differ. It is never run in bulk. */
  readonly only?: boolean;
  /** Changes nothing: a test, a preview, a reveal. */
  readonly reads?: boolean;
  /** Whether it can be taken back out of the audit log. Left out, that goes for a plain move from one state to another. */
  readonly undo?: boolean;
  /** It puts the record at a `place`, counted from 1, among the others. */
  readonly orders?: HandOrder;
}

/** An order that people give records by hand. */
export interface HandOrder {
  /** The number field that holds it. */
  readonly by: string;
  /** Records that are alike in this field have an order of their own. */
  readonly within?: string;
}

/** Whether an undo is worth offering: for a state change that is not dangerous, or where the definition says so. */
export function isReversible(action: Action): boolean {
  if (action.on === 'system' || action.reads === true || action.stepUp === true) return false;
  return action.undo ?? (action.to !== undefined && action.danger !== true);
}

/** States in which clients offer an action next to a record as the next step. */
export function listNextStates({ next, from = [], to, loss, reads }: Action): readonly string[] {
  return next ?? (to === undefined || loss !== undefined || reads === true ? [] : from);
}

/** Days of whoever asks, from today on: 0 is today, -1 yesterday. Both edges are in, and either may be left out. */
export interface DaySpan {
  readonly days: { readonly from?: number; readonly to?: number };
}

/** What people ask a list for every day, by a name of its own. */
export interface QuickFilter {
  readonly label: LocalizedText;
  /** Filters of the list and their values. */
  readonly where: Readonly<
    Record<string, readonly unknown[] | { readonly from?: unknown; readonly to?: unknown } | DaySpan>
  >;
}

export interface ListShape {
  readonly columns: readonly string[];
  /** Columns that stay where the room is short, as the title, the state and money do: points, and which asset they are of. */
  readonly stored?: readonly string[];
  readonly filters?: readonly string[];
  /** Filters that a list always shows, four at most; `getPinnedFilters` chooses them when left out. */
  readonly pinned?: readonly string[];
  readonly quick?: Readonly<Record<string, QuickFilter>>;
  /** The quick filter, without days, that a list opens with where its address and its view name no filters. */
  readonly initial?: string;
  /** Fields of other kinds than numbers, amounts, days and times that may be sorted by; each has an index. */
  readonly sortable?: readonly string[];
  /** Numbers, amounts, days and times of the list that cannot be sorted by, and why: an index would cost more than it gives. */
  readonly unsortable?: Readonly<Record<string, LocalizedText>>;
  /** Number fields that are added up over everything that matches. */
  readonly totals?: readonly string[];
  /** Default order, e.g. `-id` or `sort`. Ties are broken by id in the same direction. */
  readonly sort: string;
}

/** Fields that belong together, under a heading in a record and in its form. */
export interface Section {
  readonly label: LocalizedText;
  readonly fields: readonly string[];
}

/** A kind of record, written once, as data: it becomes a table, endpoints, a list page, commands and a TUI screen. */
export interface ResourceDefinition {
  /** Singular, camelCase. The URL and the command use it in kebab-case, the table in snake_case plural. */
  readonly name: string;
  /** The route of the console on which it stands; resources that share one are its tabs, in catalogue order. */
  readonly path: string;
  /** The field that names a record to a person. */
  readonly title: string;
  /** Only its own list finds its records; the search of the whole platform leaves them out. */
  readonly findable?: false;
  /** Its tab has its own entry in the menu, below the entry of its page. */
  readonly inMenu?: true;
  /** Each record represents a person: an action that takes something away permanently asks to type its name. */
  readonly person?: true;
  readonly label: Name;
  readonly help?: LocalizedText;
  readonly fields: Fields;
  readonly list: ListShape;
  /** The Markdown field whose text leaves as a document of its own, next to the tables of an export. */
  readonly document?: string;
  /** Rows of field names; layout is names in rows, never fields in fields. */
  readonly form?: readonly (readonly string[])[];
  /** Headings of a record and of its form, in their order; fields in none of them come last. */
  readonly sections?: readonly Section[];
  /** Fields whose values stand at the head of a record, at most four. */
  readonly highlights?: readonly string[];
  /** Groups of fields that no two records share together; a field alone says so itself. */
  readonly unique?: readonly (readonly string[])[];
  /** Fields of such groups in which empty is a value like any other; else an empty one shares nothing. An index of its migration says so too. */
  readonly nullsNotDistinct?: readonly string[];
  /** A verb that is not named does not exist on any face. */
  readonly access: Partial<Readonly<Record<Verb, Roles>>>;
  /** Verbs that need the password (or a one-time code) given in the last five minutes. */
  readonly stepUp?: readonly Verb[];
  readonly actions?: Readonly<Record<string, Action>>;
  /** When a record may be deleted; any one when left out. */
  readonly deletion?: Precondition;
  /** Each get leaves an audit row: the content is personal. */
  readonly readsAudited?: boolean;
  /**
   * Left out, a deleted record can be brought back out of the audit log. `final`: more goes with it than the record itself;
   * `finalOnce`: that is so once this field holds a value.
   */
  readonly removal?: 'final' | { readonly finalOnce: string };
}
/** In engines: a definition whose fields are not known to the compiler. */
export type AnyResource = ResourceDefinition;

/** Checks the shape and keeps the literal types, so that `RecordOf` knows the fields. */
export function defineResource<const R extends ResourceDefinition>(resource: R): R {
  return resource;
}

/** What the engine adds to every record that can change. Times are UTC ms; ids count from 1. */
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
/** The record of a definition: required fields hold a value, the others a value or null. */
export type RecordOf<R extends ResourceDefinition> = RecordBase & {
  readonly [K in keyof R['fields']]: K extends RequiredKey<R['fields']>
    ? ValueOf<R['fields'][K]>
    : ValueOf<R['fields'][K]> | null;
};

/** Whether a record that is deleted can be brought back: not when it held a secret, which no log keeps, nor when more went with it. */
export function isRestorable(
  { fields, removal }: AnyResource,
  record: Readonly<Record<string, unknown>> = {},
): boolean {
  if (removal === 'final' || Object.values(fields).some((field) => field.kind === 'secret')) return false;
  return removal === undefined || (record[removal.finalOnce] ?? null) === null;
}

/** Names of fields by section, in the order of the sections; those in none come last and have no heading. */
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

/** The state field of a resource, if it has one, with its name. */
export function findStateField(resource: AnyResource): { name: string; field: StateField } | null {
  for (const [name, field] of Object.entries(resource.fields)) if (field.kind === 'state') return { name, field };
  return null;
}

/**
 * Whether a verb needs a recent identity confirmation. An import creates and may update, so it needs it where either does; a batch
 * is judged by what it does.
 */
export function isStepUpRequired({ stepUp = [] }: Pick<AnyResource, 'stepUp'>, verb: Verb): boolean {
  const does: readonly Verb[] = verb === 'import' ? ['import', 'create', 'update'] : [verb];
  return does.some((one) => stepUp.includes(one));
}

/** A log is only read: no one creates, changes or deletes its rows by hand. It has `id` and `createdAt` alone. */
export function isLog(resource: {
  readonly access: AnyResource['access'];
  readonly actions?: Readonly<Record<string, Pick<Action, 'reads'>>>;
}): boolean {
  const { access, actions = {} } = resource;
  if (access.create ?? access.update ?? access.delete ?? access.import) return false;
  return Object.values(actions).every((action) => action.reads === true);
}

/** The state of a new record: the first option of the state field. */
export function getFirstState(resource: AnyResource): string | null {
  const state = findStateField(resource);
  return state ? (Object.keys(state.field.options)[0] ?? null) : null;
}
