import './drop-zone.css';
import { type DragEvent, useRef, useState } from 'react';
import { IconUpload } from '../icons.ts';

interface DropZoneProps {
  readonly title: string;
  readonly hint: string;
  /** Of the chooser behind it. */
  readonly label: string;
  /** Endings of names, as a file chooser takes them. */
  readonly accept: string;
  readonly multiple?: boolean;
  readonly disabled: boolean;
  /** With one file at least. */
  readonly onFiles: (files: readonly File[]) => void;
}

/** Files that are chosen, or dropped on it. */
export function DropZone({ title, hint, label, accept, multiple = false, disabled, onFiles }: DropZoneProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    if (!disabled && files && files.length > 0) onFiles([...files]);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <>
      <button
        type="button"
        className={over && !disabled ? 'drop-zone over' : 'drop-zone'}
        disabled={disabled}
        onClick={() => picker.current?.click()}
        onDragOver={onDragOver}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <IconUpload aria-hidden="true" />
        <strong>{title}</strong>
        <span className="dim">{hint}</span>
      </button>
      <input
        ref={picker}
        type="file"
        multiple={multiple}
        hidden
        disabled={disabled}
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
    </>
  );
}
