import { useT } from '../../i18n/index.ts';
import { Button, useToast } from '../../ui/index.ts';

/** Something to take along: shown to be read, and copied by a button. */
export function CopyText({ label, text }: { readonly label: string; readonly text: string }) {
  const t = useT();
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t('common.copied')),
      () => toast.error(t('console.settings.copyFailed')),
    );
  return (
    <div className="copy-text">
      <pre>{text}</pre>
      <Button size="small" onClick={() => void copy()} aria-label={`${t('common.copy')} ${label}`}>
        {t('common.copy')}
      </Button>
    </div>
  );
}
