import { errorMessage, type FieldErrors, ResponseError, sessionCalls } from '@gantry/core';
import { type FormEvent, useState } from 'react';
import { createCallKey, useClient } from '../../../app/api/index.ts';
import { useSay, useT } from '../../../app/i18n/index.ts';
import { useSession } from '../../../app/session/index.ts';
import { Modal, PasswordInput, useToast } from '../../../ui/index.ts';
import { FormRow } from '../../../ui/parts/index.ts';

const { current, next } = sessionCalls.passwordChange.input;

/** Changes the password: the old one, the new one, and the new one again. */
export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const localize = useSay();
  const toast = useToast();
  const client = useClient();
  const { user } = useSession();
  const [draft, setDraft] = useState({ current: '', next: '', again: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (draft.next !== draft.again) return setErrors({ again: [t('entry.newPassword.unlike')] });
    setBusy(true);
    try {
      const body = { current: draft.current, next: draft.next };
      await client.call(sessionCalls.passwordChange.path, body, { quiet: true, idempotencyKey: createCallKey() });
      toast.success(t('console.user.passwordChanged'));
      onClose();
    } catch (error) {
      const found = error instanceof ResponseError ? error.errors : {};
      setErrors(Object.keys(found).length > 0 ? found : { current: [errorMessage(error)] });
      setBusy(false);
    }
  };
  const rows = [
    { name: 'current', label: localize(current.label), autoComplete: 'current-password' },
    { name: 'next', label: localize(next.label), autoComplete: 'new-password' },
    { name: 'again', label: t('entry.newPassword.again'), autoComplete: 'new-password' },
  ] as const;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void save();
  };
  return (
    <Modal
      visible
      title={t('console.user.password')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      maskClosable={false}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <form className="form-stack" onSubmit={onSubmit}>
        <p className="hint">{t('console.user.passwordAbout')}</p>
        <input type="text" autoComplete="username" defaultValue={user.username} hidden />
        {rows.map(({ name, label, autoComplete }) => (
          <FormRow
            key={name}
            label={label}
            errors={errors[name]}
            help={name === 'next' ? t('entry.setUp.passwordHint') : undefined}
            required
          >
            {(ids) => (
              <PasswordInput
                {...ids}
                value={draft[name]}
                autoComplete={autoComplete}
                onChange={(value) => setDraft((now) => ({ ...now, [name]: value }))}
              />
            )}
          </FormRow>
        ))}
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}
