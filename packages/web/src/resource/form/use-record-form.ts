import {
  type AnyResource,
  assertDone,
  can,
  check,
  createSchema,
  type FieldErrors,
  type Fields,
  getDefault,
  getError,
  getResourcePath,
  getVisibleValues,
  getWritableFields,
  ResponseError,
  type Rights,
  updateSchema,
  type Values,
} from '@gantry/core';
import { useMemo, useRef, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { useLocale } from '../../app/i18n/index.ts';
import { StepUpCanceled, useSession, useStepUp } from '../../app/session/index.ts';
import { type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import { listChangedNames, type MergeRow, mergeRows, mergeSides, type Sides } from '../record/merge.ts';

/** The changes of another user, field by field. */
export interface Conflict {
  readonly rows: readonly MergeRow[];
  readonly current: FieldRecord;
}

export interface RecordForm {
  readonly fields: Fields;
  readonly rows: readonly (readonly string[])[];
  readonly values: Values;
  readonly errors: FieldErrors;
  /** The error that belongs to no field. */
  readonly problem: string;
  readonly changed: readonly string[];
  readonly busy: boolean;
  readonly conflict: Conflict | null;
  readonly set: (name: string, value: unknown) => void;
  /** Resolves to the saved record, or to null when it was rejected. */
  readonly save: () => Promise<FieldRecord | null>;
  /** Returns the idempotency key of the last write, which can undo it. */
  readonly writtenBy: () => string;
  readonly resolve: (sides: Sides) => Promise<FieldRecord | null>;
  readonly dropConflict: () => void;
}

function startValues(fields: Fields, record: FieldRecord | null): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, record ? (record[name] ?? null) : getDefault(field)]),
  );
}

function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

interface Base {
  readonly values: Values;
  readonly version: number | null;
}

function getBase(fields: Fields, record: FieldRecord | null): Base {
  return { values: startValues(fields, record), version: record ? Number(record.version) : null };
}

interface Sent {
  readonly body: Values;
  readonly errors: FieldErrors | null;
}

/** Builds the request body: all values of a new record, otherwise only the changes. Validated early with the server's schema. */
function useBody(resource: AnyResource, record: FieldRecord | null, names: readonly string[]) {
  const t = useWords();
  const locale = useLocale();
  return (given: Values, from: Base): Sent => {
    const sent = record ? pick(given, listChangedNames(from.values, given, names)) : given;
    const schema = record ? updateSchema(resource) : createSchema(resource);
    const checked = check(schema, sent, resource.fields, locale, t);
    const body = record ? { id: record.id, version: from.version, ...sent } : sent;
    return { body, errors: checked.ok ? null : checked.errors };
  };
}

/** Sends a write. The same values always use the same idempotency key. */
function useWrite(resource: AnyResource, moment: 'create' | 'update') {
  const calls = useCalls();
  const stepUp = useStepUp();
  const last = useRef({ body: '', key: '' });
  const write = async (body: Values): Promise<FieldRecord> => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: createCallKey() };
    const options = { idempotencyKey: last.current.key };
    return assertDone(
      await stepUp(() => calls.call<FieldRecord>(getResourcePath(resource.name, moment), body, options)),
    );
  };
  return { write, writtenBy: () => last.current.key };
}

/** Returns the current record when it was changed while the form was open. */
export function getCurrentRecord(error: unknown): FieldRecord | null {
  if (!(error instanceof ResponseError) || error.code !== getError('conflict').code) return null;
  const { current } = error.data;
  return typeof current === 'object' && current !== null ? (current as FieldRecord) : null;
}

function getConflict(error: unknown, fields: Fields, base: Base, given: Values): Conflict | null {
  const current = getCurrentRecord(error);
  if (!current) return null;
  return { rows: mergeRows(base.values, given, startValues(fields, current), Object.keys(fields)), current };
}

interface FormState {
  readonly errors: FieldErrors;
  readonly problem: string;
  readonly busy: boolean;
  readonly conflict: Conflict | null;
}
/** Returns the state without the errors of one field. */
function omitErrors(state: FormState, name: string): FormState {
  const { [name]: _solved, ...errors } = state.errors;
  return { ...state, errors };
}
const calm: FormState = { errors: {}, problem: '', busy: false, conflict: null };

/**
 * Manages the form of a record. `record` is the one to update, or null to create one; `like` is a record whose values the new one
 * starts with. Typed values are preserved whatever the response is.
 */
export function useRecordForm(
  resource: AnyResource,
  record: FieldRecord | null,
  like: FieldRecord | null = null,
): RecordForm {
  const { rights } = useSession();
  const moment = record ? 'update' : 'create';
  const fields = useMemo(() => getWritableFields(resource, moment), [resource, moment]);
  const names = Object.keys(fields);
  const [base, setBase] = useState(() => getBase(fields, record));
  const [typed, setTyped] = useState<Values>(() => getInitialValues(fields, base, like));
  const values = getVisibleValues(fields, typed, base.values);
  const [state, setState] = useState<FormState>(calm);
  const bodyOf = useBody(resource, record, names);
  const { write, writtenBy } = useWrite(resource, moment);
  const reject = (error: unknown, given: Values): null => {
    if (error instanceof StepUpCanceled) setState((now) => ({ ...now, busy: false }));
    if (!(error instanceof ResponseError)) return null;
    const conflict = getConflict(error, fields, base, given);
    setState({ ...calm, errors: error.errors, problem: error.message, conflict });
    return null;
  };
  const send = async (given: Values, from: Base): Promise<FieldRecord | null> => {
    const { body, errors } = bodyOf(given, from);
    setState({ ...calm, errors: errors ?? {}, busy: errors === null });
    if (errors !== null) return null;
    try {
      const saved = await write(body);
      setBase({ values: given, version: Number(saved.version) });
      setState(calm);
      return saved;
    } catch (error) {
      return reject(error, given);
    }
  };
  const resolve = (sides: Sides) => {
    if (!state.conflict) return Promise.resolve(null);
    const from = getBase(fields, state.conflict.current);
    const next = mergeSides(values, state.conflict.rows, sides);
    setTyped(next);
    setBase(from);
    return send(next, from);
  };
  return {
    ...state,
    fields,
    rows: getFormRows(resource, fields, rights),
    values: typed,
    changed: listChangedNames(base.values, values, names),
    set: (name, value) => {
      setTyped((now) => ({ ...now, [name]: value }));
      setState((now) => omitErrors(now, name));
    },
    save: () => send(values, base),
    writtenBy,
    resolve,
    dropConflict: () => setState((now) => ({ ...now, conflict: null })),
  };
}

/** Returns the initial values of the inputs. */
function getInitialValues(fields: Fields, { values }: Base, like: FieldRecord | null): Values {
  return like ? { ...values, ...listCopyableValues(fields, like) } : values;
}

/** Returns the values of another record that a new one may start with: all except unique fields. */
function listCopyableValues(fields: Fields, like: FieldRecord): Values {
  const entries = Object.entries(fields).filter(([, field]) => !field.unique && field.kind !== 'secret');
  return Object.fromEntries(entries.map(([name]) => [name, like[name] ?? null]));
}

/** Returns the rows of the definition, limited to the fields that can be written now. */
function getFormRows(resource: AnyResource, fields: Fields, rights: Rights): string[][] {
  if (!can(rights, resource, 'create') && !can(rights, resource, 'update')) return [];
  return (resource.form ?? []).map((row) => row.filter((name) => fields[name])).filter((row) => row.length > 0);
}
