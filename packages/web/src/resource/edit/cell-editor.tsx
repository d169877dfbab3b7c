import './edit.css';
import {
  type AnyResource,
  assertDone,
  check,
  errorMessage,
  type Field,
  type FieldKind,
  getResourcePath,
  type ListAnswer,
  ResponseError,
  updateSchema,
} from '@gantry/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { useLocale, useSay } from '../../app/i18n/index.ts';
import { StepUpCanceled, useStepUp } from '../../app/session/index.ts';
import { type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { FormMerge } from '../form/form-merge.tsx';
import { type Conflict, getCurrentRecord } from '../form/use-record-form.ts';
import { listKey } from '../list/use-list-url.ts';
import { usePageScope } from '../page-scope.tsx';
import { isSame, mergeRows, type Sides } from '../record/merge.ts';
import { useTitleOf } from '../use-title-of.ts';

/** Field types whose value is saved as soon as it is selected. */
const chosen: readonly FieldKind[] = ['boolean', 'choice', 'reference'];
/** Field types with a single text input, which saves on blur. */
const typed: readonly FieldKind[] = ['text', 'integer', 'money'];

export interface CellEditorProps {
  readonly name: string;
  readonly field: Field;
  readonly record: FieldRecord;
  /** Called when the cell closes; the step moves to the next or previous editable cell. */
  readonly onDone: (step: number) => void;
}

/** The input of a field in its cell: Enter saves, Escape cancels, Tab saves and moves on. */
export function CellEditor({ name, field, record, onDone }: CellEditorProps) {
  const localize = useSay();
  const id = useId();
  const { resource } = usePageScope();
  const titleOf = useTitleOf(resource);
  const box = useRef<HTMLFieldSetElement>(null);
  const form = useCellForm(name, field, record);
  const ended = useRef(false);
  useEffect(() => {
    const input = box.current?.querySelector<HTMLElement>('input:not([type="color"]), textarea, button, [tabindex]');
    input?.focus();
    if (input instanceof HTMLInputElement) input.select();
  }, []);
  const end = (step: number) => {
    if (ended.current) return;
    ended.current = true;
    const grid = box.current?.closest<HTMLElement>('[role="grid"]');
    onDone(step);
    if (step === 0) grid?.focus();
  };
  const save = async (step: number, given?: unknown) => {
    if (await (given === undefined ? form.save() : form.save(given))) end(step);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') end(0);
    else if (event.key === 'Tab') {
      event.preventDefault();
      void save(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Enter' && !chosen.includes(field.kind)) {
      event.preventDefault();
      void save(0);
    }
  };
  const onBlur = (event: FocusEvent) => {
    if (!typed.includes(field.kind) || form.conflict || ended.current) return;
    if (box.current?.contains(event.relatedTarget as Node | null) !== true) void save(0);
  };
  const label = localize(field.label);
  return (
    <fieldset ref={box} className="cell-editor" aria-label={label} onKeyDown={onKeyDown} onBlur={onBlur}>
      <FieldInput
        id={`${id}-input`}
        field={field}
        label={`${label}: ${titleOf(record)}`}
        value={form.value}
        onChange={(value) => {
          form.set(value);
          if (chosen.includes(field.kind)) void save(0, value);
        }}
        invalid={form.problems.length > 0}
        describedBy={`${id}-problems`}
      />
      <div id={`${id}-problems`} role="alert" className="cell-problems">
        {form.problems.join(' ')}
      </div>
      <FormMerge resource={resource} form={form} onResolved={(saved) => (saved ? end(0) : undefined)} />
    </fieldset>
  );
}

interface CellForm {
  readonly value: unknown;
  readonly problems: readonly string[];
  readonly busy: boolean;
  readonly conflict: Conflict | null;
  readonly set: (value: unknown) => void;
  /** Saves the typed value, or the given one. Resolves to true when the cell can close. */
  readonly save: (given?: unknown) => Promise<boolean>;
  readonly resolve: (sides: Sides) => Promise<boolean>;
  readonly dropConflict: () => void;
}

function getProblems(error: unknown): string[] {
  if (error instanceof StepUpCanceled) return [];
  const reported = error instanceof ResponseError ? Object.values(error.errors).flat() : [];
  return reported.length > 0 ? reported : [errorMessage(error)];
}

/** Puts a saved record into the cached lists, so that the row does not flicker. */
function useSavedRow(resource: AnyResource) {
  const queries = useQueryClient();
  return (saved: FieldRecord) =>
    queries.setQueriesData<ListAnswer>({ queryKey: listKey(resource) }, (answer) =>
      answer
        ? { ...answer, items: answer.items.map((item) => (item.id === saved.id ? { ...item, ...saved } : item)) }
        : answer,
    );
}

/** Writes one field of a record, shows the saved record, and offers to undo the change. */
function useWriteCell(name: string, field: Field, id: unknown, putRow: (saved: FieldRecord) => void) {
  const t = useWords();
  const localize = useSay();
  const calls = useCalls();
  const stepUp = useStepUp();
  const { resource, refresh, offerUndo } = usePageScope();
  const sent = useRef({ body: '', key: '' });
  return async (given: unknown, version: unknown): Promise<void> => {
    const body = { id, version, [name]: given };
    const text = JSON.stringify(body);
    if (sent.current.body !== text) sent.current = { body: text, key: createCallKey() };
    const options = { idempotencyKey: sent.current.key };
    const path = getResourcePath(resource.name, 'update');
    putRow(assertDone(await stepUp(() => calls.call<FieldRecord>(path, body, options))));
    offerUndo(`${t('resource.saved')}: ${localize(field.label)}`, [sent.current.key]);
    refresh();
  };
}

/** The form of a single field in its cell: checks the version, validates like the form, and supports undo. */
function useCellForm(name: string, field: Field, record: FieldRecord): CellForm {
  const t = useWords();
  const locale = useLocale();
  const { resource } = usePageScope();
  const putRow = useSavedRow(resource);
  const write = useWriteCell(name, field, record.id, putRow);
  const base = record[name] ?? null;
  const [value, setValue] = useState<unknown>(base);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (given: unknown, version: unknown): Promise<boolean> => {
    setBusy(true);
    setConflict(null);
    try {
      await write(given, version);
      return true;
    } catch (error) {
      const current = getCurrentRecord(error);
      // Another user changed only other fields, so nothing of theirs is overwritten.
      if (current && isSame(current[name], base) && current.version !== version) return attempt(given, current.version);
      if (current) {
        const rows = mergeRows({ [name]: base }, { [name]: given }, { [name]: current[name] ?? null }, [name]);
        setConflict({ rows, current });
      } else setProblems(getProblems(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    value,
    problems,
    busy,
    conflict,
    set: (next) => {
      setValue(next);
      setProblems([]);
    },
    async save(given = value) {
      if (busy) return false;
      if (isSame(given, base)) return true;
      const checked = check(updateSchema(resource), { [name]: given }, resource.fields, locale, t);
      setProblems(checked.ok ? [] : Object.values(checked.errors).flat());
      return checked.ok ? attempt(given, record.version) : false;
    },
    async resolve(sides) {
      if (!conflict) return false;
      if (sides[name] !== 'theirs') return attempt(value, conflict.current.version);
      putRow(conflict.current);
      setConflict(null);
      return true;
    },
    dropConflict: () => setConflict(null),
  };
}
