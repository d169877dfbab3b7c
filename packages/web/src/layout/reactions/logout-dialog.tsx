import { useT } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { Button, Modal } from '../../ui/index.ts';

interface LogoutDialogProps {
  readonly onStay: () => void;
  readonly onSignInHere: () => void;
}

/** Shown when the session ends: stay on the page, sign in over it, or sign out and start again. */
export function LogoutDialog({ onStay, onSignInHere }: LogoutDialogProps) {
  const t = useT();
  const { signOut } = useSession();
  const retrySignOut = () => void signOut().finally(() => location.reload());
  return (
    <Modal
      visible
      title={t('session.confirmLogoutTitle')}
      maskClosable={false}
      onCancel={onStay}
      footer={
        <>
          <Button onClick={onStay}>{t('common.cancel')}</Button>
          <Button onClick={onSignInHere}>{t('console.relogin.here')}</Button>
          <Button type="primary" onClick={retrySignOut}>
            {t('session.reLogin')}
          </Button>
        </>
      }
    >
      {t('session.confirmLogoutText')}
    </Modal>
  );
}
