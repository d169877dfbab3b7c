import {
  type Action,
  type AnyResource,
  allFields,
  errorMessage,
  getResourcePath,
  getWaitingText,
  isReversible,
  type Values,
} from '@gantry/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { StepUpCanceled } from '../../app/session/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { useToast } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { recordKey } from '../record/use-record.ts';
import type { Slots } from '../slots.ts';
import type { OfferUndo } from '../undo/use-undo.ts';
import { useTitleOf } from '../use-title-of.ts';
import { usePressKeys } from './use-press.ts';
import { useSendAction } from './use-send-action.ts';

const ActionDialog = lazyPart(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog }));
const OnceDialog = lazyPart(async () => ({ default: (await import('../record/once-dialog.tsx')).OnceDialog }));
const ResultDialog = lazyPart(async () => ({ default: (await import('./result-dialog.tsx')).ResultDialog }));

interface Pending {
  readonly name: string;
  readonly record: FieldRecord | null;
  /** Initial values of the input. */
  readonly given: Values;
}
interface Answered extends Omit<Pending, 'given'> {
  readonly answer: unknown;
}

/** Runs actions directly or after a dialog, then shows a success message or the result. */
export function useActions(resource: AnyResource, slots: Slots, refresh: () => void, offerUndo: OfferUndo) {
  const t = useWords();
  const localize = useSay();
  const titleOf = useTitleOf(resource);
  const toast = useToast();
  const send = useSendAction(resource);
  const queries = useQueryClient();
  const keys = usePressKeys();
  const [pending, setPending] = useState<Pending | null>(null);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const done = (one: Omit<Pending, 'given'>, answer: unknown, key: string) => {
    const action = resource.actions?.[one.name];
    if (!action) return;
    setPending(null);
    keys.answered(one.record);
    if (action.reads !== true) {
      refresh();
      // The record may be open next to its list.
      if (one.record) void queries.invalidateQueries({ queryKey: recordKey(resource, Number(one.record.id)) });
    }
    const waits = getWaitingText(answer);
    const isReported = action.reads === true || hasDetails(answer) || getSideResult(resource, action, answer) !== null;
    if (waits !== null) toast.info(waits);
    else if (isReported || slots.result?.[one.name]) setAnswered({ ...one, answer });
    else {
      const text = t('resource.done', { action: localize(action.label) });
      if (isReversible(action)) offerUndo(text, [key]);
      else toast.success(text);
    }
  };
  const run = async (name: string, record: FieldRecord | null, given: Values = {}) => {
    const action = resource.actions?.[name];
    if (!action) return;
    if (action.danger || Object.keys(action.input ?? {}).length > 0) {
      setPending({ name, record, given });
      return;
    }
    try {
      const key = keys.of(name, record);
      done({ name, record }, await send(name, record, {}, key), key);
    } catch (error) {
      if (!(error instanceof StepUpCanceled)) toast.error(errorMessage(error));
      refresh();
    }
  };
  const dialogs: ReactNode = (
    <Suspense fallback={null}>
      {getDialog(
        resource,
        slots,
        pending,
        (answer, key) => pending && done(pending, answer, key),
        () => setPending(null),
      )}
      {getResult(resource, slots, answered, titleOf, refresh, () => setAnswered(null))}
    </Suspense>
  );
  return { run: (...wanted: Parameters<typeof run>) => void run(...wanted), dialogs };
}

function getDialog(
  resource: AnyResource,
  slots: Slots,
  pending: Pending | null,
  onDone: (answer: unknown, key: string) => void,
  onCancel: () => void,
): ReactNode {
  const action = pending ? resource.actions?.[pending.name] : undefined;
  if (!pending || !action) return null;
  return (
    <ActionDialog
      key={`${getResourcePath(resource.name, pending.name)}-${String(pending.record?.id)}`}
      resource={resource}
      name={pending.name}
      action={action}
      record={pending.record}
      request={slots.request?.[pending.name]}
      given={pending.given}
      inputs={slots.input}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}

function getResult(
  resource: AnyResource,
  slots: Slots,
  answered: Answered | null,
  titleOf: (record: FieldRecord) => string,
  refresh: () => void,
  onClose: () => void,
): ReactNode {
  const action = answered ? resource.actions?.[answered.name] : undefined;
  if (!answered || !action) return null;
  const Own = slots.result?.[answered.name];
  if (Own)
    return (
      <Own resource={resource} record={answered.record} answer={answered.answer} refresh={refresh} close={onClose} />
    );
  const once = getSideResult(resource, action, answered.answer);
  if (once)
    return (
      <OnceDialog
        resource={resource}
        answer={once}
        name={answered.record ? titleOf(answered.record) : ''}
        onClose={onClose}
      />
    );
  return (
    <ResultDialog
      resource={resource}
      action={action}
      record={answered.record}
      answer={answered.answer}
      onClose={onClose}
    />
  );
}

/** Whether a result contains more than the record that it is about. */
function hasDetails(answer: unknown): boolean {
  if (answer === null || answer === undefined || typeof answer !== 'object')
    return answer !== null && answer !== undefined;
  if ('id' in answer && 'version' in answer) return false;
  return Object.keys(answer).length > 0;
}

/** Returns the output of an action in addition to the fields of its record: a secret that is shown only once. */
export function getSideResult(resource: AnyResource, { output }: Action, answer: unknown): FieldRecord | null {
  if (output === undefined || typeof answer !== 'object' || answer === null || hasDetails(answer)) return null;
  const fields = allFields(resource);
  const extra = Object.entries(answer).filter(
    ([name, value]) => name in output && !(name in fields) && typeof value === 'string',
  );
  return extra.length > 0 ? Object.fromEntries(extra) : null;
}
