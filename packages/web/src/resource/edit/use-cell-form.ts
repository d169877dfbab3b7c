import {
  type AnyResource,
  assertDone,
  check,
  errorMessage,
  type Field,
  getResourcePath,
  type ListAnswer,
  ResponseError,
  updateSchema,
} from '@gantry/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { useLocale, useSay } from '../../app/i18n/index.ts';
import { StepUpCancelled, useStepUp } from '../../app/session/index.ts';
import { type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import { type Conflict, getCurrentRecord } from '../form/use-record-form.ts';
import { listKey } from '../list/list-key.ts';
import { usePageScope } from '../page-scope.tsx';
import { isSame, mergeRows, type Sides } from '../record/merge.ts';

interface CellForm {
  readonly value: unknown;
  readonly problems: readonly string[];
  readonly busy: boolean;
  readonly conflict: Conflict | null;
  readonly set: (value: unknown) => void;
  /** Saves what was typed, or the value that is given; true when there is nothing left to say. */
  readonly save: (given?: unknown) => Promise<boolean>;
  readonly resolve: (sides: Sides) => Promise<boolean>;
  readonly dropConflict: () => void;
}

function problemsOf(error: unknown): string[] {
  if (error instanceof StepUpCancelled) return [];
  const reported = error instanceof ResponseError ? Object.values(error.errors).flat() : [];
  return reported.length > 0 ? reported : [errorMessage(error)];
}

/** Puts a saved record into the lists that were read before, so that the row does not flicker. */
function useSavedRow(resource: AnyResource) {
  const queries = useQueryClient();
  return (saved: FieldRecord) =>
    queries.setQueriesData<ListAnswer>({ queryKey: listKey(resource) }, (answer) =>
      answer
        ? { ...answer, items: answer.items.map((item) => (item.id === saved.id ? { ...item, ...saved } : item)) }
        : answer,
    );
}

/** Writes one field of a record, shows the record as it is then, and offers to take the change back. */
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

/** One field of a record, saved by itself: by version, checked as the form checks it, and to be taken back. */
export function useCellForm(name: string, field: Field, record: FieldRecord): CellForm {
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
      // Somebody changed other fields alone: nothing of theirs is written over.
      if (current && isSame(current[name], base) && current.version !== version) return attempt(given, current.version);
      if (current) {
        const rows = mergeRows({ [name]: base }, { [name]: given }, { [name]: current[name] ?? null }, [name]);
        setConflict({ rows, current });
      } else setProblems(problemsOf(error));
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
