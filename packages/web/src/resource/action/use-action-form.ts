import {
  type Action,
  type AnyResource,
  checkInput,
  errorMessage,
  type FieldErrors,
  fillDefaults,
  getActionDefaults,
  getInputFields,
  getVisibleValues,
  ResponseError,
  type StartContext,
  type Values,
} from '@gantry/core';
import { useRef, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { useFormat, useLocale } from '../../app/i18n/index.ts';
import { StepUpCanceled } from '../../app/session/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { useToast } from '../../ui/index.ts';
import { useSendAction } from './use-send-action.ts';

export interface ActionFormOptions {
  readonly resource: AnyResource;
  readonly name: string;
  readonly action: Action;
  /** Null for an action without a record. */
  readonly record: FieldRecord | null;
  /** Prefilled values, which override the defaults of the action. */
  readonly given: Values;
  readonly onDone: (answer: unknown, key: string) => void;
}

function startOf({ name, action, resource, record, given }: ActionFormOptions, context: StartContext): Values {
  const fields = getInputFields(resource, action);
  const own = Object.entries(action.input ?? {}).flatMap(([name, given]) =>
    typeof given === 'string' && record ? [[name, record[given] ?? null] as const] : [],
  );
  const start = getActionDefaults(resource, name, record, context);
  return { ...fillDefaults({}, fields, 'create'), ...Object.fromEntries(own), ...start, ...given };
}

/** Manages the form of an action. Valid input is sent; a retry with the same input uses the same idempotency key. */
export function useActionForm(options: ActionFormOptions) {
  const { resource, name, action, record, onDone } = options;
  const t = useWords();
  const locale = useLocale();
  const { timeZone } = useFormat();
  const toast = useToast();
  const send = useSendAction(resource);
  const sent = useRef({ body: '', key: '' });
  const fields = getInputFields(resource, action);
  const [start] = useState<Values>(() => startOf(options, { locale, timeZone, now: Date.now() }));
  const [values, setValues] = useState(start);
  const input = getVisibleValues(fields, values, start);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const run = async () => {
    const checked = checkInput(fields, input, locale, t);
    setErrors(checked.ok ? {} : checked.errors);
    if (!checked.ok) return;
    setBusy(true);
    try {
      const body = JSON.stringify(checked.value);
      if (sent.current.body !== body) sent.current = { body, key: createCallKey() };
      const { key } = sent.current;
      const answer = await send(name, record, checked.value, key);
      sent.current = { body: '', key: '' };
      onDone(answer, key);
    } catch (error) {
      if (error instanceof ResponseError) setErrors(error.errors);
      if (!(error instanceof StepUpCanceled)) toast.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const change = (field: string, value: unknown) => setValues((now) => ({ ...now, [field]: value }));
  return { fields, values, input, errors, busy, run, change };
}
