import { useRef, useState } from 'react';
import { useWords } from '../../../fields/index.ts';
import { IconUpload } from '../../../ui/icons.ts';

interface DropZoneProps {
  /** Endings of names, as a file chooser takes them. */
  readonly accept: string;
  readonly hint: string;
  readonly disabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Files that are chosen, or dropped on it; several at once. */
export function DropZone({ accept, hint, disabled, onFiles }: DropZoneProps) {
  const t = useWords();
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    if (!disabled && files && files.length > 0) onFiles([...files]);
  };
  return (
    <>
      <button
        type="button"
        className={over && !disabled ? 'document-drop over' : 'document-drop'}
        disabled={disabled}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <IconUpload aria-hidden="true" />
        <strong>{t('resource.document.drop')}</strong>
        <span className="dim">{hint}</span>
      </button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        disabled={disabled}
        accept={accept}
        aria-label={t('resource.document.chooseMany')}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
    </>
  );
}
