import { useT } from '../../../app/i18n/index.ts';
import { saveBlob } from '../../../resource/transfer/save-file.ts';
import { Button } from '../../../ui/index.ts';
import { useCopy } from '../../../ui/parts/index.ts';

interface CopyTextProps {
  readonly label: string;
  readonly text: string;
  /** File name for saving, for content that is stored long-term. */
  readonly file?: string;
}

/** A value to copy: shown, and copied or saved by a button. */
export function CopyText({ label, text, file }: CopyTextProps) {
  const t = useT();
  const copy = useCopy();
  return (
    <div className="copy-text">
      <pre>{text}</pre>
      <Button size="small" onClick={() => void copy(text)} aria-label={`${t('common.copy')} ${label}`}>
        {t('common.copy')}
      </Button>
      {file === undefined ? null : (
        <Button size="small" onClick={() => saveBlob(file, new Blob([`${text}\n`], { type: 'text/plain' }))}>
          {t('console.user.saveFile')}
        </Button>
      )}
    </div>
  );
}
