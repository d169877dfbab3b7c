import './image.css';
import { useRef } from 'react';
import { IconPlus } from '../../ui/icons.ts';
import { Button, Progress } from '../../ui/index.ts';
import type { InputProps } from '../field-props.ts';
import { useWords } from '../words.tsx';
import { StoredImage } from './stored-image.tsx';
import { pictureTypes, useUpload } from './use-upload.ts';

/** A picture: chosen, dropped or pasted, sent at once, and seen before it is saved. */
export function ImageInput({ id, label, value, onChange, disabled = false, describedBy }: InputProps<'image'>) {
  const t = useWords();
  const picker = useRef<HTMLInputElement>(null);
  const { send, progress, problem } = useUpload();
  const take = async (file: File | undefined) => {
    const path = file && !disabled ? await send(file) : null;
    if (path !== null) onChange(path);
  };
  const has = typeof value === 'string' && value !== '';
  return (
    <div className="image-input">
      <button
        type="button"
        id={id}
        className="image-drop"
        disabled={disabled || progress !== null}
        aria-label={`${label}: ${t(has ? 'resource.image.change' : 'resource.image.choose')}`}
        aria-describedby={describedBy}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer.files[0]);
        }}
        onPaste={(event) => void take(event.clipboardData.files[0])}
      >
        {has ? <StoredImage path={value} /> : <IconPlus aria-hidden="true" />}
      </button>
      <div className="image-side">
        <span className="dim">{t('resource.image.hint')}</span>
        {progress === null ? null : <Progress percent={Math.round(progress * 100)} size="small" aria-label={label} />}
        {problem ? (
          <span role="alert" className="problem">
            {problem}
          </span>
        ) : null}
        {has && !disabled ? (
          <Button size="mini" type="text" onClick={() => onChange(null)}>
            {t('resource.image.remove')}
          </Button>
        ) : null}
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        accept={pictureTypes.join(',')}
        aria-label={label}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
