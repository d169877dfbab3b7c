import { useState } from 'react';
import { useT } from '../../../app/i18n/index.ts';
import { useSession } from '../../../app/session/index.ts';
import { Button, Tag } from '../../../ui/index.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { TwoFactorOff } from './two-factor-off.tsx';
import { TwoFactorOn } from './two-factor-on.tsx';

/** How one proves who one is. */
export function Security() {
  const t = useT();
  const { user } = useSession();
  const [open, setOpen] = useState<'none' | 'password' | 'on' | 'off'>('none');
  const close = () => setOpen('none');
  const { totpEnabled } = user;
  return (
    <>
      <ul className="security">
        <li>
          <div>
            <h2>{t('console.user.password')}</h2>
            <p className="hint">{t('console.user.passwordAbout')}</p>
          </div>
          <Button
            onClick={() => setOpen('password')}
            aria-label={`${t('console.user.change')} ${t('console.user.password')}`}
          >
            {t('console.user.change')}
          </Button>
        </li>
        <li>
          <div>
            <h2>
              {t('console.user.twoFactor')}{' '}
              <Tag color={totpEnabled ? 'green' : 'gray'}>{t(totpEnabled ? 'common.on' : 'common.off')}</Tag>
            </h2>
            <p className="hint">{t(totpEnabled ? 'console.user.twoFactorOn' : 'console.user.twoFactorOff')}</p>
          </div>
          <Button type={totpEnabled ? 'default' : 'primary'} onClick={() => setOpen(totpEnabled ? 'off' : 'on')}>
            {t(totpEnabled ? 'console.user.turnOff' : 'console.user.turnOn')}
          </Button>
        </li>
      </ul>
      {open === 'password' ? <PasswordDialog onClose={close} /> : null}
      {open === 'on' ? <TwoFactorOn onClose={close} /> : null}
      {open === 'off' ? <TwoFactorOff onClose={close} /> : null}
    </>
  );
}
