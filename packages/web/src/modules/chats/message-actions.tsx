import { canRun, chatSession, errorMessage } from '@gantry/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { useSession } from '../../app/session/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { useSendAction } from '../../resource/action/use-send-action.ts';
import { usePageScope } from '../../resource/page-scope.tsx';
import { recordKey } from '../../resource/record/use-record.ts';
import { Button, useToast } from '../../ui/index.ts';
import { getThreadKey, type ThreadPages, withFlag } from './thread-pages.ts';

interface MessageActionsProps {
  readonly session: FieldRecord;
  readonly message: FieldRecord;
}

/** Flags a message of the session at once, and takes the flag away as quickly. */
function FlagButton({ session, message }: MessageActionsProps) {
  const t = useWords();
  const toast = useToast();
  const queries = useQueryClient();
  const send = useSendAction(chatSession);
  const [busy, setBusy] = useState(false);
  const isFlagged = message.flagged === true;
  const press = async () => {
    setBusy(true);
    try {
      await send('flag', session, { seq: message.seq, flagged: !isFlagged }, createCallKey());
      const id = Number(session.id);
      // The conversation stays as it was read: to read it again would be one more look on record.
      queries.setQueryData<ThreadPages>(getThreadKey(id), (thread) => withFlag(thread, message.seq, !isFlagged));
      await queries.invalidateQueries({ queryKey: recordKey(chatSession, id), exact: true });
    } catch (error) {
      toast.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="mini" type="text" loading={busy} onClick={() => void press()}>
      {t(isFlagged ? 'resource.chat.unflag' : 'resource.chat.flag')}
    </Button>
  );
}

/** What is done to a message: actions of its session that are told its number. */
export function MessageActions({ session, message }: MessageActionsProps) {
  const t = useWords();
  const { rights } = useSession();
  const { run } = usePageScope();
  const { flag, deleteMessage } = chatSession.actions;
  return (
    <>
      {canRun(rights, chatSession, flag, session).ok ? <FlagButton session={session} message={message} /> : null}
      {canRun(rights, chatSession, deleteMessage, session).ok ? (
        <Button
          size="mini"
          type="text"
          status="danger"
          onClick={() => run('deleteMessage', session, { seq: message.seq })}
        >
          {t('resource.bulk.delete')}
        </Button>
      ) : null}
    </>
  );
}
