import { useT } from '../app/i18n/index.ts';
import { useSession } from '../app/session/index.ts';
import { Button } from '../ui/index.ts';

/** Says that one looks through the eyes of another role, and leads back. */
export function PreviewBanner() {
  const t = useT();
  const { role, previewing, switchRole } = useSession();
  if (!previewing || role === '') return null;
  return (
    <div className="preview-banner" role="status">
      <span>{t('console.role.preview', { role: t(`console.role.${role}`) })}</span>
      <Button size="mini" onClick={switchRole}>
        {t('console.role.stop')}
      </Button>
    </div>
  );
}
