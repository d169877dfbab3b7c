import { useWords } from '../../fields/index.ts';
import type { PageSlotProps, Slots } from '../../resource/slots.ts';
import { DownloadButton } from './documents/download-button.tsx';
import { RetryFailed } from './documents/retry-failed.tsx';
import { UploadButton } from './documents/upload-button.tsx';

function UploadPdfs(props: PageSlotProps) {
  const t = useWords();
  return (
    <>
      <RetryFailed {...props} />
      <UploadButton {...props} accept=".pdf" hint={t('resource.document.onlyPdf')} />
    </>
  );
}

/** Several files can be selected at once; all are uploaded for the same user. */
export const slots: Slots = { toolbar: UploadPdfs, placed: ['add'], foot: DownloadButton };
