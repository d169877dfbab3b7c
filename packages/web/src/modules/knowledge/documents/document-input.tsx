import { errorMessage } from '@gantry/core';
import './documents.css';
import { useEffect, useRef, useState } from 'react';
import { type InputProps, useWords } from '../../../fields/index.ts';
import { Button, Progress } from '../../../ui/index.ts';
import { documentTypes, useDocumentUpload } from './use-document-upload.ts';

interface DocumentInputProps extends InputProps {
  /** Accepted file extensions; documents by default. */
  readonly accept?: string;
  readonly hint?: string;
}

/** Uploads a file as soon as it is selected; its name on the server becomes the value. */
export function DocumentInput(props: DocumentInputProps) {
  const { id, label, value, onChange, disabled = false, describedBy, accept = documentTypes } = props;
  const t = useWords();
  const upload = useDocumentUpload();
  const picker = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const take = async (file: File | undefined) => {
    if (!file) return;
    stop.current = new AbortController();
    const { signal } = stop.current;
    setProblem('');
    setShare(0);
    // The previously selected file is not sent instead of this one, also when this one fails.
    onChange(null);
    try {
      const stored = await upload(file, setShare, signal);
      setName(stored.name);
      onChange(stored.file);
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setShare(null);
    }
  };
  return (
    <div className="document-input">
      <Button
        id={id}
        disabled={disabled || share !== null}
        aria-describedby={describedBy}
        onClick={() => picker.current?.click()}
      >
        {t('resource.document.choose')}
      </Button>
      <span className="dim">
        {typeof value === 'string' && value !== '' ? name || value : (props.hint ?? t('resource.document.hint'))}
      </span>
      {share === null ? null : <Progress percent={Math.round(share * 100)} size="small" aria-label={label} />}
      {problem ? (
        <span role="alert" className="problem">
          {problem}
        </span>
      ) : null}
      <input
        ref={picker}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
