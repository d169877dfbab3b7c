import './admins.css';
import type { LocalizedText } from '@gantry/core';
import { useSay } from '../../app/i18n/index.ts';
import { type InputProps, useWords } from '../../fields/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import type { ResultSlotProps, Slots } from '../../resource/slots.ts';
import { IconCopy } from '../../ui/icons.ts';
import { Alert, Button, Modal } from '../../ui/index.ts';
import { useCopy } from '../../ui/parts/index.ts';

/** Menu areas of usual jobs. For any other job, admins select the areas one by one. */
const presets: Readonly<Record<string, LocalizedText & { readonly areas: readonly string[] }>> = {
  orders: { zh: '订单', en: 'Orders', areas: ['orders'] },
  support: { zh: '客服', en: 'Support', areas: ['user', 'orders', 'news'] },
  content: { zh: '内容', en: 'Content', areas: ['news', 'models', 'devcourse'] },
  finance: { zh: '财务', en: 'Finance', areas: ['market', 'orders', 'risk'] },
};

/** The areas that an admin may use: presets of usual jobs, each area, and a warning that an empty set allows all. */
function PermissionSetInput(props: InputProps) {
  const t = useWords();
  const localize = useSay();
  const { field, value, onChange, disabled = false } = props;
  const picked: readonly unknown[] = Array.isArray(value) ? value : [];
  const known = field.kind === 'choices' ? Object.keys(field.options) : [];
  const pick = (areas: readonly string[]) => onChange(known.filter((name) => areas.includes(name)));
  const isPicked = (areas: readonly string[]) =>
    picked.length === areas.length && areas.every((name) => picked.includes(name));
  return (
    <div className="permission-set">
      <fieldset className="option-pills" aria-label={t('resource.permissions.presets')}>
        {Object.entries(presets).map(([name, { areas, ...label }]) => (
          <button
            key={name}
            type="button"
            aria-pressed={isPicked(areas)}
            disabled={disabled}
            onClick={() => pick(areas)}
          >
            {localize(label)}
          </button>
        ))}
      </fieldset>
      <FieldInput {...props} />
      {picked.length === 0 ? <Alert type="warning" content={t('resource.permissions.all')} /> : null}
    </div>
  );
}

export const slots: Slots = {
  input: { permissionSet: PermissionSetInput },
  result: { resetPassword: TemporaryPassword, invite: TemporaryPassword },
};

interface OncePassword {
  readonly username: string;
  /** Not told again where the same call is answered a second time. */
  readonly temporaryPassword?: string;
}

/** A password that is shown only once: only its own button closes it. */
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
