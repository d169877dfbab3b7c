import {
  ApiError,
  checkInput,
  complete,
  errorMessage,
  type FieldErrors,
  type SettingsAction,
  type SettingsGroup,
  type SettingsRunAnswer,
  settingsCalls,
  toldAnswer,
  type Values,
} from '@gantry/core';
import { useState } from 'react';
import { newCallKey } from '../../api/index.ts';
import { useCalls, useWords } from '../../fields/index.ts';
import { useFormat, useLocale, useSay } from '../../i18n/index.ts';
import { AnswerView } from '../../resource/action/answer-view.tsx';
import { FieldsForm } from '../../resource/form/fields-form.tsx';
import { Alert, Button, Modal } from '../../ui/index.ts';

interface SettingsTrialsProps {
  readonly page: string;
  readonly name: string;
  readonly group: SettingsGroup;
  /** What is typed and not saved is not tried out. */
  readonly dirty: boolean;
}

/** The buttons of a group that try out what is saved. */
export function SettingsTrials({ page, name, group, dirty }: SettingsTrialsProps) {
  const t = useWords();
  const say = useSay();
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
          {say(label)}
        </Button>
      ))}
      {action ? (
        <TrialDialog page={page} group={name} name={open ?? ''} action={action} onClose={() => setOpen(null)} />
      ) : null}
    </>
  );
}

interface TrialDialogProps {
  readonly page: string;
  readonly group: string;
  readonly name: string;
  readonly action: SettingsAction;
  readonly onClose: () => void;
}

function useTrial({ page, group, name, action }: TrialDialogProps) {
  const t = useWords();
  const locale = useLocale();
  const calls = useCalls();
  const fields = action.input ?? {};
  const [values, setValues] = useState<Values>(() => complete({}, fields, 'create'));
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
      setAnswer(await calls.call(settingsCalls.settingsRun.path, body, { idempotencyKey: newCallKey() }));
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.errors);
      setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return { fields, values, setValues, errors, problem, answer, busy, run };
}

function TrialDialog(props: TrialDialogProps) {
  const { action, onClose } = props;
  const t = useWords();
  const say = useSay();
  const format = useFormat();
  const trial = useTrial(props);
  const { fields, answer } = trial;
  return (
    <Modal
      visible
      title={say(action.label)}
      maskClosable={false}
      okText={say(action.label)}
      cancelText={t('common.close')}
      confirmLoading={trial.busy}
      onOk={trial.run}
      onCancel={onClose}
    >
      <div className="form-stack">
        {action.help ? <p className="hint">{say(action.help)}</p> : null}
        <FieldsForm
          rows={Object.keys(fields).map((field) => [field])}
          fields={fields}
          values={trial.values}
          errors={trial.errors}
          disabled={trial.busy}
          onChange={(field, value) => trial.setValues((now) => ({ ...now, [field]: value }))}
        />
        {trial.problem === '' ? null : <Alert type="error" content={trial.problem} />}
        {answer ? (
          <>
            <Alert
              type={answer.ok ? 'success' : 'error'}
              content={t(answer.ok ? 'resource.settings.works' : 'resource.settings.fails')}
            />
            <AnswerView answer={toldAnswer(answer, action.output, format)} />
          </>
        ) : null}
      </div>
    </Modal>
  );
}
