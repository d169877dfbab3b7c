import {
  canCall,
  createDocumentFileName,
  documentCalls,
  type MaterialFile,
  parseMaterialFile,
  ResponseError,
} from '@gantry/core';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../app/session/index.ts';
import { type CellProps, useWords } from '../../fields/index.ts';
import type { Slots } from '../../resource/slots.ts';
import { saveBlob } from '../../resource/transfer/save-file.ts';
import { useFileCall } from '../../resource/transfer/use-file-call.ts';
import { IconDownload } from '../../ui/icons.ts';
import { Button, useToast } from '../../ui/index.ts';
import { DocumentInput } from '../knowledge/documents/document-input.tsx';
import { BothLanguages } from './both-languages.tsx';
import styles from './material/material.module.css';
import { MaterialInput } from './material/material-input.tsx';

const { documentDownload } = documentCalls;

/** The material of a course: URLs as links, files as downloads. */
function MaterialCell({ value }: CellProps) {
  const items = Array.isArray(value) ? value.map(String) : [];
  return (
    <ul className={styles.materialList}>
      {items.map((item) => {
        const file = parseMaterialFile(item);
        return (
          <li key={item}>
            {file ? (
              <SavedFile {...file} />
            ) : (
              <a href={item} target="_blank" rel="noopener noreferrer">
                {item}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Users who may not download documents see only the name. */
function SavedFile({ file, name }: MaterialFile) {
  const t = useWords();
  const toast = useToast();
  const { rights } = useSession();
  const fetchFile = useFileCall();
  const stop = useRef<AbortController | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => stop.current?.abort(), []);
  if (!canCall(rights, documentDownload)) return <span>{name}</span>;
  const download = async () => {
    const own = new AbortController();
    stop.current = own;
    setBusy(true);
    try {
      const parts = await fetchFile(documentDownload.path, { file }, own.signal, () => undefined);
      saveBlob(createDocumentFileName(name, null), new Blob(parts, { type: 'application/octet-stream' }));
    } catch (error) {
      if (!(error instanceof ResponseError) && !own.signal.aborted) toast.error(t('resource.document.notSaved'));
    } finally {
      if (!own.signal.aborted) setBusy(false);
    }
  };
  return (
    <Button
      size="small"
      type="text"
      icon={<IconDownload />}
      disabled={busy}
      aria-label={`${t('resource.document.download')} ${name}`}
      onClick={() => void download()}
    >
      {name}
    </Button>
  );
}

export const slots: Slots = {
  detail: { title: { zh: '阅读效果', en: 'As it reads' }, body: BothLanguages },
  cell: { attachments: MaterialCell },
  input: { attachments: MaterialInput, file: DocumentInput },
};
