import {
  type AnyResource,
  ApiError,
  can,
  check,
  createSchema,
  defaultOf,
  errorNamed,
  type FieldErrors,
  type Fields,
  resourcePath,
  updateSchema,
  type Values,
  writableFields,
} from '@gantry/core';
import { useMemo, useRef, useState } from 'react';
import { newCallKey } from '../../api/index.ts';
import { type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import { useLocale } from '../../i18n/index.ts';
import { useSession, useStepUp } from '../../session/index.ts';
import { changedNames, type MergeRow, merged, mergeRows, type Sides } from '../record/merge.ts';

/** What another wrote meanwhile, field by field. */
export interface Conflict {
  readonly rows: readonly MergeRow[];
  readonly current: FieldRecord;
}

export interface RecordForm {
  readonly fields: Fields;
  readonly rows: readonly (readonly string[])[];
  readonly values: Values;
  readonly errors: FieldErrors;
  /** What was refused as a whole. */
  readonly problem: string;
  readonly changed: readonly string[];
  readonly busy: boolean;
  readonly conflict: Conflict | null;
  readonly set: (name: string, value: unknown) => void;
  /** Gives the saved record, or null when it was refused. */
  readonly save: () => Promise<FieldRecord | null>;
  readonly resolve: (sides: Sides) => Promise<FieldRecord | null>;
  readonly dropConflict: () => void;
}

function startValues(fields: Fields, record: FieldRecord | null): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, record ? (record[name] ?? null) : defaultOf(field)]),
  );
}

function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

interface Base {
  readonly values: Values;
  readonly version: number | null;
}

/**
 * The form of a record: `record` is the one to change, or null to make one. It checks early with the server's own schema,
 * keeps what was typed whatever comes back, and sends one key as long as it sends the same values.
 */
export function useRecordForm(
  resource: AnyResource,
  record: FieldRecord | null,
  like: FieldRecord | null = null,
): RecordForm {
  const t = useWords();
  const locale = useLocale();
  const calls = useCalls();
  const stepUp = useStepUp();
  const { role } = useSession();
  const moment = record ? 'update' : 'create';
  const fields = useMemo(() => writableFields(resource, moment), [resource, moment]);
  const [base, setBase] = useState<Base>(() => ({
    values: startValues(fields, record),
    version: record ? Number(record.version) : null,
  }));
  const [values, setValues] = useState<Values>(() =>
    like ? { ...base.values, ...copyable(fields, like) } : base.values,
  );
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const key = useRef({ body: '', key: '' });
  const names = Object.keys(fields);
  const changed = changedNames(base.values, values, names);

  const keyFor = (body: unknown): string => {
    const text = JSON.stringify(body);
    if (key.current.body !== text) key.current = { body: text, key: newCallKey() };
    return key.current.key;
  };
  const refuse = (error: unknown, typed: Values): null => {
    if (!(error instanceof ApiError)) throw error;
    setErrors(error.errors);
    setProblem(error.message);
    const current = error.data.current;
    if (error.code === errorNamed('conflict').code && typeof current === 'object' && current !== null) {
      const theirs = current as FieldRecord;
      setConflict({ rows: mergeRows(base.values, typed, startValues(fields, theirs), names), current: theirs });
    }
    return null;
  };
  const send = async (given: Values, from: Base): Promise<FieldRecord | null> => {
    const sent = record ? pick(given, changedNames(from.values, given, names)) : given;
    const schema = record ? updateSchema(resource) : createSchema(resource);
    const checked = check(schema, sent, resource.fields, locale, t);
    setErrors(checked.ok ? {} : checked.errors);
    setProblem('');
    if (!checked.ok) return null;
    const body = record ? { id: record.id, version: from.version, ...sent } : sent;
    setBusy(true);
    try {
      const options = { idempotencyKey: keyFor(body) };
      const saved = await stepUp(() => calls.call<FieldRecord>(resourcePath(resource.name, moment), body, options));
      setBase({ values: given, version: Number(saved.version) });
      setConflict(null);
      return saved;
    } catch (error) {
      return refuse(error, given);
    } finally {
      setBusy(false);
    }
  };
  return {
    fields,
    rows: formRows(resource, fields, role),
    values,
    errors,
    problem,
    changed,
    busy,
    conflict,
    set: (name, value) => {
      setValues((now) => ({ ...now, [name]: value }));
      setErrors(({ [name]: _solved, ...rest }) => rest);
    },
    save: () => send(values, base),
    resolve: (sides) => {
      if (!conflict) return Promise.resolve(null);
      const next = merged(values, conflict.rows, sides);
      const from = { values: startValues(fields, conflict.current), version: Number(conflict.current.version) };
      setValues(next);
      setBase(from);
      return send(next, from);
    },
    dropConflict: () => setConflict(null),
  };
}

/** Values of another record that a new one may begin with: not those that no two may share. */
function copyable(fields: Fields, like: FieldRecord): Values {
  const entries = Object.entries(fields).filter(([, field]) => field.unique !== true && field.kind !== 'secret');
  return Object.fromEntries(entries.map(([name]) => [name, like[name] ?? null]));
}

/** The definition's rows, as far as they may be written now. */
function formRows(resource: AnyResource, fields: Fields, role: string): string[][] {
  if (!can(role, resource, 'create') && !can(role, resource, 'update')) return [];
  return (resource.form ?? []).map((row) => row.filter((name) => fields[name])).filter((row) => row.length > 0);
}
