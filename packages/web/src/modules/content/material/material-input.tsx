import { errorMessage, formatMaterial, parseMaterialFile } from '@gantry/core';
import { useEffect, useRef, useState } from 'react';
import { type InputProps, useWords } from '../../../fields/index.ts';
import { WordEntry } from '../../../fields/word-entry.tsx';
import { Button, Progress } from '../../../ui/index.ts';
import { documentTypes, useDocumentUpload } from '../../knowledge/documents/use-document-upload.ts';
import styles from './material.module.css';

/** URLs that are typed, and files that are uploaded as soon as they are selected. */
export function MaterialInput({ id, label, value, onChange, disabled = false, invalid, describedBy }: InputProps) {
  const t = useWords();
  const upload = useDocumentUpload();
  const picker = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => () => stop.current?.abort(), []);
  const items = Array.isArray(value) ? value.map(String) : [];
  // Keeps input that is typed during an upload.
  const latest = useRef(items);
  latest.current = items;
  const take = async (files: readonly File[]) => {
    const own = new AbortController();
    stop.current = own;
    setProblem('');
    try {
      for (const file of files) {
        setShare(0);
        const item = formatMaterial(await upload(file, setShare, own.signal));
        const isThere = latest.current.some((one) => parseMaterialFile(one)?.file === parseMaterialFile(item)?.file);
        latest.current = isThere ? latest.current : [...latest.current, item];
        onChange(latest.current);
      }
    } catch (error) {
      if (!own.signal.aborted) setProblem(errorMessage(error));
    } finally {
      if (!own.signal.aborted) setShare(null);
    }
  };
  return (
    <div className={styles.materialInput}>
      <WordEntry
        id={id}
        label={label}
        words={items}
        called={(item) => parseMaterialFile(item)?.name ?? item}
        onChange={(words) => onChange(words)}
        disabled={disabled}
        invalid={invalid ?? false}
        describedBy={describedBy}
      />
      <div className={styles.materialRow}>
        <Button disabled={disabled || share !== null} onClick={() => picker.current?.click()}>
          {t('resource.document.choose')}
        </Button>
        {share === null ? (
          <span className="dim">{t('resource.document.hint')}</span>
        ) : (
          <Progress percent={Math.round(share * 100)} size="small" aria-label={label} />
        )}
      </div>
      {problem ? (
        <span role="alert" className="problem">
          {problem}
        </span>
      ) : null}
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={documentTypes}
        aria-label={`${label}: ${t('resource.document.choose')}`}
        onChange={(event) => {
          void take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
