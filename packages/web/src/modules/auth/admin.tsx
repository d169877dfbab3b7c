import type { ResultSlotProps, Slots } from '../../resource/slots.ts';
import './admins.css';
import { useWords } from '../../fields/index.ts';
import { IconCopy } from '../../ui/icons.ts';
import { Alert, Button, Modal } from '../../ui/index.ts';
import { useCopy } from '../../ui/parts/index.ts';

export const slots: Slots = { result: { resetPassword: TemporaryPassword, invite: TemporaryPassword } };

interface OncePassword {
  readonly username: string;
  /** Not told again where the same call is answered a second time. */
  readonly temporaryPassword?: string;
}

/** A password that nobody can see again: only its own button closes it. */
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
