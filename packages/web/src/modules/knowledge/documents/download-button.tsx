import { canCall, createDocumentFileName, documentCalls, ResponseError } from '@gantry/core';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../app/session/index.ts';
import { useWords } from '../../../fields/index.ts';
import type { RecordSlotProps } from '../../../resource/slots.ts';
import { saveBlob } from '../../../resource/transfer/save-file.ts';
import { useFileCall } from '../../../resource/transfer/use-file-call.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { Button, useToast } from '../../../ui/index.ts';

const { documentDownload } = documentCalls;

/** Downloads the original file of a document under the name of the document. Leaving the page cancels the download. */
export function DownloadButton({ record }: RecordSlotProps) {
  const t = useWords();
  const toast = useToast();
  const { rights } = useSession();
  const fetchFile = useFileCall();
  const stop = useRef<AbortController | null>(null);
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const { file, name, format, size } = record;
  if (typeof file !== 'string' || !canCall(rights, documentDownload)) return null;
  const download = async () => {
    const own = new AbortController();
    stop.current = own;
    setBytes(0);
    try {
      const parts = await fetchFile(documentDownload.path, { file }, own.signal, setBytes);
      saveBlob(createDocumentFileName(name, format ?? 'pdf'), new Blob(parts, { type: 'application/octet-stream' }));
    } catch (error) {
      if (!(error instanceof ResponseError) && !own.signal.aborted) toast.error(t('resource.document.notSaved'));
    } finally {
      if (!own.signal.aborted) setBytes(null);
    }
  };
  // Not every record contains the file size.
  const known = Number(size ?? 0);
  const percent = known > 0 ? Math.min(100, Math.round((100 * (bytes ?? 0)) / known)) : 0;
  return (
    <Button icon={<IconDownload />} disabled={bytes !== null} onClick={() => void download()}>
      {bytes === null ? t('resource.document.download') : t('resource.document.downloading', { percent })}
    </Button>
  );
}
