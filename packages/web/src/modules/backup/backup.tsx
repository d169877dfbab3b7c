import { backupCalls, ResponseError } from '@gantry/core';
import { useState } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { StepUpCanceled, useStepUp } from '../../app/session/index.ts';
import { useWords } from '../../fields/index.ts';
import type { RecordSlotProps, Slots } from '../../resource/slots.ts';
import { saveBlob } from '../../resource/transfer/save-file.ts';
import { useFileCall } from '../../resource/transfer/use-file-call.ts';
import { Button, useToast } from '../../ui/index.ts';

const words = { zh: '下载', en: 'Download' };

/** Downloads the encrypted backup after an identity confirmation. */
function DownloadBackup({ record }: RecordSlotProps) {
  const t = useWords();
  const localize = useSay();
  const toast = useToast();
  const stepUp = useStepUp();
  const fetchFile = useFileCall();
  const [bytes, setBytes] = useState<number | null>(null);
  const name = String(record.name);
  if (record.status !== 'ready') return null;
  const download = async () => {
    setBytes(0);
    try {
      const { path } = backupCalls.backupDownload;
      const call = () => fetchFile(path, { id: record.id }, new AbortController().signal, setBytes);
      saveBlob(name, new Blob(await stepUp(call), { type: 'application/octet-stream' }));
    } catch (error) {
      if (!(error instanceof ResponseError || error instanceof StepUpCanceled))
        toast.error(t('resource.export.failed'));
    } finally {
      setBytes(null);
    }
  };
  const megabytes = bytes === null ? null : Math.round(bytes / 1024 ** 2);
  const reported =
    megabytes === null ? t('resource.backup.download', { name }) : t('resource.backup.downloading', { megabytes });
  return (
    <Button
      type="text"
      size="mini"
      aria-label={reported}
      title={reported}
      disabled={bytes !== null}
      onClick={() => void download()}
    >
      {localize(words)}
    </Button>
  );
}

export const slots: Slots = { reads: ['name'], rowExtra: { label: words, body: DownloadBackup } };
