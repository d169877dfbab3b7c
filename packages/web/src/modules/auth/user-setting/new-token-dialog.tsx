import { type FieldErrors, type NewToken, ResponseError, sessionCalls } from '@gantry/core';
import { type FormEvent, useState } from 'react';
import { createCallKey } from '../../../app/api/index.ts';
import { useT } from '../../../app/i18n/index.ts';
import { StepUpCancelled, useStepUp } from '../../../app/session/index.ts';
import { useCalls } from '../../../fields/use-calls.ts';
import { Modal, NumberInput, Switch, TextInput, useToast } from '../../../ui/index.ts';
import { FormRow, SettingsRow } from '../../../ui/parts/index.ts';

interface NewTokenDialogProps {
  readonly onMade: (token: NewToken) => void;
  readonly onClose: () => void;
}
interface Draft {
  readonly name: string;
  readonly days: number;
  readonly readOnly: boolean;
}
const { days } = sessionCalls.tokenCreate.input;

export function NewTokenDialog({ onMade, onClose }: NewTokenDialogProps) {
  const t = useT();
  const calls = useCalls();
  const stepUp = useStepUp();
  const toast = useToast();
  const [draft, setDraft] = useState<Draft>({ name: '', days: days.default, readOnly: false });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  const make = async () => {
    setBusy(true);
    try {
      const body = { ...draft, name: draft.name.trim() };
      onMade(
        await stepUp(() =>
          calls.call<NewToken>(sessionCalls.tokenCreate.path, body, { idempotencyKey: createCallKey() }),
        ),
      );
    } catch (error) {
      if (error instanceof StepUpCancelled) return onClose();
      const found = error instanceof ResponseError ? error.errors : {};
      setErrors(found);
      if (Object.keys(found).length === 0) toast.error(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void make();
  };
  return (
    <Modal
      visible
      title={t('console.user.newToken')}
      okText={t('verb.create')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      maskClosable={false}
      onOk={() => void make()}
      onCancel={onClose}
    >
      <form className="form-stack" onSubmit={onSubmit}>
        <FormRow label={t('console.user.tokenName')} errors={errors.name} required>
          {(ids) => <TextInput {...ids} value={draft.name} maxLength={64} onChange={(name) => change({ name })} />}
        </FormRow>
        <FormRow label={t('console.user.tokenDays')} errors={errors.days}>
          {(ids) => (
            <NumberInput
              {...ids}
              min={days.min}
              max={days.max}
              value={draft.days}
              onChange={(value) => change({ days: value })}
            />
          )}
        </FormRow>
        <SettingsRow label={t('console.user.tokenReadOnly')}>
          <Switch
            label={t('console.user.tokenReadOnly')}
            checked={draft.readOnly}
            onChange={(readOnly) => change({ readOnly })}
          />
        </SettingsRow>
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}
