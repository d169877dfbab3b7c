import './admins.css';
import { useId } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { type InputProps, useWords } from '../../fields/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import type { ResultSlotProps, Slots } from '../../resource/slots.ts';
import { IconCopy } from '../../ui/icons.ts';
import { Alert, Button, Modal } from '../../ui/index.ts';
import { useCopy } from '../../ui/parts/index.ts';

/**
 * Permission set of an admin: presets for common jobs with the permissions that they grant, and the individual permissions below.
 */
function PermissionSetInput(props: InputProps) {
  const t = useWords();
  const localize = useSay();
  const id = useId();
  const { field, value, onChange, disabled = false } = props;
  const picked: readonly unknown[] = Array.isArray(value) ? value : [];
  const presets = field.kind === 'choices' ? Object.entries(field.presets ?? {}) : [];
  const isPicked = (values: readonly string[]) =>
    picked.length === values.length && values.every((name) => picked.includes(name));
  return (
    <div className="permission-set">
      <fieldset className="permission-presets" aria-label={t('resource.permissions.presets')}>
        {presets.map(([name, { values, help, ...label }]) => (
          <div key={name}>
            <button
              type="button"
              aria-pressed={isPicked(values)}
              aria-describedby={`${id}-${name}`}
              disabled={disabled}
              onClick={() => onChange(values)}
            >
              {localize(label)}
            </button>
            <span id={`${id}-${name}`}>{localize(help)}</span>
          </div>
        ))}
      </fieldset>
      <FieldInput {...props} />
    </div>
  );
}

export const slots: Slots = {
  input: { permissionSet: PermissionSetInput },
  result: { resetPassword: TemporaryPassword, invite: TemporaryPassword },
};

interface OncePassword {
  readonly username: string;
  /** Not returned when the same call is repeated. */
  readonly temporaryPassword?: string;
}

/** A password that is shown only once. Only its own button closes it. */
function TemporaryPassword({ record, answer, close }: ResultSlotProps) {
  const t = useWords();
  const copy = useCopy();
  const { username, temporaryPassword: password } = answer as OncePassword;
  const name = record ? String(record.name) : username;
  return (
    <Modal
      visible
      title={t('resource.password.title')}
      maskClosable={false}
      escToExit={false}
      closable={false}
      footer={
        <Button type="primary" onClick={close}>
          {t('resource.password.done')}
        </Button>
      }
    >
      <div className="form-stack">
        <Alert
          type="warning"
          content={t(password === undefined ? 'resource.password.gone' : 'resource.password.text', { name })}
        />
        {password === undefined ? null : (
          <div className="once-password">
            <output className="mono" data-testid="temporary-password">
              {password}
            </output>
            <Button icon={<IconCopy />} onClick={() => void copy(password, t('resource.password.copied'))}>
              {t('resource.password.copy')}
            </Button>
          </div>
        )}
      </div>
    </Modal>
  );
}
