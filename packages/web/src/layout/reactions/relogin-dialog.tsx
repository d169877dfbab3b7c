import { useT } from '../../app/i18n/index.ts';
import { CredentialsForm, useSession, useUnsaved } from '../../app/session/index.ts';
import { Modal, useToast } from '../../ui/index.ts';

interface ReloginDialogProps {
  /** Called after the same user signed in again. */
  readonly onDone: () => void;
  readonly onGiveUp: () => void;
}

/** Sign-in over the page, so that unsaved input survives an expired session. */
export function ReloginDialog({ onDone, onGiveUp }: ReloginDialogProps) {
  const t = useT();
  const toast = useToast();
  const unsaved = useUnsaved();
  const { host, user, reload } = useSession();
  const handleSignedIn = async () => {
    const now = await host.session.loadInfo();
    if (now.id === user.id) {
      await reload();
      return onDone();
    }
    toast.info(t('console.relogin.other'));
    unsaved.purge();
    location.reload();
  };
  return (
    <Modal visible title={t('console.relogin.title')} maskClosable={false} footer={null} onCancel={onGiveUp}>
      <p className="hint">{t('console.relogin.text')}</p>
      <CredentialsForm
        session={host.session}
        username={user.username}
        fixedUser
        onSignedIn={() => void handleSignedIn().catch(onGiveUp)}
      />
    </Modal>
  );
}
