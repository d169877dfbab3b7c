import { canRun, knowDoc } from '@gantry/core';
import { useState } from 'react';
import { useSession } from '../../app/session/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';
import { ImproveDialog } from './improve-dialog.tsx';

/** Puts an answer of a chat, as it was or as it should have been, into a document of a knowledge base. */
export function ImproveButton({ message }: { readonly message: FieldRecord }) {
  const t = useWords();
  const { rights } = useSession();
  const [open, setOpen] = useState(false);
  if (message.role !== 'assistant' || !canRun(rights, knowDoc, knowDoc.actions.improve).ok) return null;
  return (
    <>
      <Button size="mini" type="text" onClick={() => setOpen(true)}>
        {t('resource.chat.improve')}
      </Button>
      {open ? <ImproveDialog message={message} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
