import { useT } from '../../i18n/index.ts';
import { useCopy } from '../../parts/index.ts';
import { Button } from '../../ui/index.ts';

/** Something to take along: shown to be read, and copied by a button. */
export function CopyText({ label, text }: { readonly label: string; readonly text: string }) {
  const t = useT();
  const copy = useCopy();
  return (
    <div className="copy-text">
      <pre>{text}</pre>
      <Button size="small" onClick={() => void copy(text)} aria-label={`${t('common.copy')} ${label}`}>
        {t('common.copy')}
      </Button>
    </div>
  );
}
