import {
  checkInput,
  errorMessage,
  type FieldErrors,
  fillDefaults,
  formatResult,
  ResponseError,
  type SettingsAction,
  type SettingsGroup,
  type SettingsRunAnswer,
  settingsCalls,
  type Values,
} from '@gantry/core';
import { useState } from 'react';
import { useCalls, useWords } from '../../../fields/index.ts';
import { AnswerView } from '../../../resource/action/answer-view.tsx';
import { FieldsForm } from '../../../resource/form/fields-form.tsx';
import { Alert, Button, Modal } from '../../../ui/index.ts';
import { createCallKey } from '../../api/index.ts';
import { useFormat, useLocale, useSay } from '../../i18n/index.ts';

interface SettingsTestsProps {
  readonly page: string;
  readonly name: string;
  readonly group: SettingsGroup;
  /** Whether the form has unsaved changes. The tests use only saved values. */
  readonly dirty: boolean;
}

/** The test buttons of a settings group. They use the saved values. */
export function SettingsTests({ page, name, group, dirty }: SettingsTestsProps) {
  const t = useWords();
  const localize = useSay();
  const [open, setOpen] = useState<string | null>(null);
  const actions = Object.entries(group.actions ?? {});
  const action = open === null ? undefined : group.actions?.[open];
  return (
    <>
      {actions.map(([key, { label }]) => (
        <Button
          key={key}
          disabled={dirty}
          title={dirty ? t('resource.settings.saveFirst') : undefined}
          onClick={() => setOpen(key)}
        >
          {localize(label)}
        </Button>
      ))}
      {action ? (
        <SettingsTestDialog page={page} group={name} name={open ?? ''} action={action} onClose={() => setOpen(null)} />
      ) : null}
    </>
  );
}

interface SettingsTestDialogProps {
  readonly page: string;
  readonly group: string;
  readonly name: string;
  readonly action: SettingsAction;
  readonly onClose: () => void;
}

function useSettingsTest({ page, group, name, action }: SettingsTestDialogProps) {
  const t = useWords();
  const locale = useLocale();
  const calls = useCalls();
  const fields = action.input ?? {};
  const [values, setValues] = useState<Values>(() => fillDefaults({}, fields, 'create'));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState('');
  const [answer, setAnswer] = useState<SettingsRunAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    const checked = checkInput(fields, values, locale, t);
    setErrors(checked.ok ? {} : checked.errors);
    if (!checked.ok) return;
    setBusy(true);
    setProblem('');
    setAnswer(null);
    try {
      const body = { page, group, action: name, input: checked.value };
      setAnswer(await calls.call(settingsCalls.settingsRun.path, body, { idempotencyKey: createCallKey() }));
    } catch (error) {
      if (error instanceof ResponseError) setErrors(error.errors);
      setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return { fields, values, setValues, errors, problem, answer, busy, run };
}

function SettingsTestDialog(props: SettingsTestDialogProps) {
  const { action, onClose } = props;
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const runConnectionTest = useSettingsTest(props);
  const { fields, answer } = runConnectionTest;
  return (
    <Modal
      visible
      title={localize(action.label)}
      maskClosable={false}
      okText={localize(action.label)}
      cancelText={t('common.close')}
      confirmLoading={runConnectionTest.busy}
      onOk={runConnectionTest.run}
      onCancel={onClose}
    >
      <div className="form-stack">
        {action.help ? <p className="hint">{localize(action.help)}</p> : null}
        <FieldsForm
          rows={Object.keys(fields).map((field) => [field])}
          fields={fields}
          values={runConnectionTest.values}
          errors={runConnectionTest.errors}
          disabled={runConnectionTest.busy}
          onChange={(field, value) => runConnectionTest.setValues((now) => ({ ...now, [field]: value }))}
        />
        {runConnectionTest.problem === '' ? null : <Alert type="error" content={runConnectionTest.problem} />}
        {answer ? (
          <>
            <Alert
              type={answer.ok ? 'success' : 'error'}
              content={t(answer.ok ? 'resource.settings.works' : 'resource.settings.fails')}
            />
            <AnswerView answer={formatResult(answer, action.output, format)} />
          </>
        ) : null}
      </div>
    </Modal>
  );
}
