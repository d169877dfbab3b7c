import { ApiError, backupCalls } from '@gantry/core';
import { useState } from 'react';
import { useWords } from '../../fields/index.ts';
import type { RecordSlotProps, Slots } from '../../resource/slots.ts';
import { saveBlob } from '../../resource/transfer/save-file.ts';
import { useFileCall } from '../../resource/transfer/use-file-call.ts';
import { StepUpCancelled, useStepUp } from '../../session/index.ts';
import { IconDownload } from '../../ui/icons.ts';
import { IconButton, useToast } from '../../ui/index.ts';

/** Takes the encrypted file away, once the person has shown that it is them. */
function DownloadBackup({ record }: RecordSlotProps) {
  const t = useWords();
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
      if (!(error instanceof ApiError || error instanceof StepUpCancelled)) toast.error(t('resource.export.failed'));
    } finally {
      setBytes(null);
    }
  };
  const megabytes = bytes === null ? null : Math.round(bytes / 1024 ** 2);
  return (
    <IconButton
      size="mini"
      label={
        megabytes === null ? t('resource.backup.download', { name }) : t('resource.backup.downloading', { megabytes })
      }
      icon={<IconDownload />}
      disabled={bytes !== null}
      onClick={() => void download()}
    />
  );
}

export const slots: Slots = { rowExtra: DownloadBackup };
