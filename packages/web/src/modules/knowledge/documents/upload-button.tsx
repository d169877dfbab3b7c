import { canRun } from '@gantry/core';
import { Suspense, useState } from 'react';
import { useSession } from '../../../app/session/index.ts';
import { useWords } from '../../../fields/index.ts';
import type { PageSlotProps } from '../../../resource/slots.ts';
import { Button } from '../../../ui/index.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { TakenFiles } from './upload-dialog.tsx';

const UploadDialog = lazyPart(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }));

/** Uploads several files at once, each with the same action input. */
export function UploadButton({ resource, refresh, accept, hint }: PageSlotProps & TakenFiles) {
  const t = useWords();
  const { rights } = useSession();
  const [open, setOpen] = useState(false);
  const add = resource.actions?.add;
  if (!add || !canRun(rights, resource, add).ok) return null;
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t('resource.document.upload')}
      </Button>
      <Suspense fallback={null}>
        {open ? (
          <UploadDialog
            resource={resource}
            accept={accept}
            hint={hint}
            onClose={() => {
              setOpen(false);
              refresh();
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
