import { useWords } from '../../fields/index.ts';
import type { PageSlotProps, Slots } from '../../resource/slots.ts';
import { DocumentInput } from './documents/document-input.tsx';
import { DownloadButton } from './documents/download-button.tsx';
import { RetryFailed } from './documents/retry-failed.tsx';
import { UploadButton } from './documents/upload-button.tsx';
import { documentTypes } from './documents/use-document-upload.ts';

function UploadDocuments(props: PageSlotProps) {
  const t = useWords();
  return (
    <>
      <RetryFailed {...props} />
      <UploadButton {...props} accept={documentTypes} hint={t('resource.document.hint')} />
    </>
  );
}

/** Several files can be selected at once; their actions ask for the file, not for its name. */
export const slots: Slots = {
  toolbar: UploadDocuments,
  placed: ['add'],
  input: { file: DocumentInput },
  foot: DownloadButton,
};
