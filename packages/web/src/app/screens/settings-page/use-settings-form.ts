import {
  assertDone,
  check,
  createFieldsSchema,
  errorMessage,
  type FieldErrors,
  type Fields,
  getError,
  getGivenFields,
  ResponseError,
  type SettingsGroup,
  type SettingsGroupAnswer,
  settingsCalls,
  type Values,
} from '@gantry/core';
import { useState } from 'react';
import { useCalls, useWords } from '../../../fields/index.ts';
import { listChangedNames } from '../../../resource/record/merge.ts';
import { createCallKey } from '../../api/index.ts';
import { useLocale } from '../../i18n/index.ts';
import { StepUpCanceled, useStepUp } from '../../session/index.ts';

export interface SettingsForm {
  readonly values: Values;
  /** Fields that differ from the saved values. */
  readonly changed: readonly string[];
  readonly errors: FieldErrors;
  readonly problem: string;
  readonly busy: boolean;
  readonly set: (name: string, value: unknown) => void;
  readonly discard: () => void;
  /** Resolves to true when the changes were saved. */
  readonly save: () => Promise<boolean>;
}

interface FormPlace {
  readonly page: string;
  readonly name: string;
  readonly group: SettingsGroup;
  readonly saved: SettingsGroupAnswer;
  readonly onReload: () => Promise<unknown>;
}

/** The fields to validate. A secret is validated only when a new one was typed, because the stored one is never returned. */
function listFieldsToValidate({ fields }: SettingsGroup, sent: Values): Fields {
  const given = Object.entries(getGivenFields(fields));
  return Object.fromEntries(given.filter(([name, field]) => field.kind !== 'secret' || name in sent));
}

/** The saved values of the writable fields. */
function getSavedValues({ fields }: SettingsGroup, { values }: SettingsGroupAnswer): Values {
  const given = getGivenFields(fields);
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in given));
}

/**
 * Manages the unsaved changes of a settings group. When another user saves first, the group is reloaded and the changes are kept
 * on top.
 */
export function useSettingsForm({ page, name, group, saved, onReload }: FormPlace): SettingsForm {
  const t = useWords();
  const locale = useLocale();
  const calls = useCalls();
  const stepUp = useStepUp();
  const [typed, setTyped] = useState<Values>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const values: Values = { ...saved.values, ...typed };
  const changed = listChangedNames(saved.values, values, Object.keys(group.fields));
  const reject = async (error: unknown) => {
    if (error instanceof StepUpCanceled) return;
    const conflict = error instanceof ResponseError && error.code === getError('conflict').code;
    if (error instanceof ResponseError) setErrors(error.errors);
    setProblem(conflict ? t('resource.settings.conflict') : errorMessage(error));
    if (conflict) await onReload();
  };
  const save = async (): Promise<boolean> => {
    const sent = Object.fromEntries(changed.map((field) => [field, values[field] ?? null]));
    const fields = listFieldsToValidate(group, sent);
    const checked = check(createFieldsSchema(fields), { ...getSavedValues(group, saved), ...sent }, fields, locale, t);
    setErrors(checked.ok ? {} : checked.errors);
    setProblem('');
    if (!checked.ok) return false;
    setBusy(true);
    try {
      const body = { page, group: name, version: saved.version, values: sent };
      const options = { idempotencyKey: createCallKey() };
      assertDone(await stepUp(() => calls.call(settingsCalls.settingsSave.path, body, options)));
      await onReload();
      setTyped({});
      return true;
    } catch (error) {
      await reject(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    values,
    changed,
    errors,
    problem,
    busy,
    save,
    set: (field, value) => {
      setTyped((now) => ({ ...now, [field]: value }));
      setErrors(({ [field]: _solved, ...rest }) => rest);
    },
    discard: () => {
      setTyped({});
      setErrors({});
      setProblem('');
    },
  };
}
