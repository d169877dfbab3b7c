import { canRun, chatSession } from '@gantry/core';
import { type FieldRecord, useWords } from '../../../fields/index.ts';
import { usePageScope } from '../../../resource/page-scope.tsx';
import { useSession } from '../../../session/index.ts';
import { Button } from '../../../ui/index.ts';

interface MessageDeedsProps {
  readonly session: FieldRecord;
  readonly message: FieldRecord;
}

/** Flags a message of the session, or deletes it: actions of the session that are told its number. */
export function MessageDeeds({ session, message }: MessageDeedsProps) {
  const t = useWords();
  const { rights } = useSession();
  const { run } = usePageScope();
  const { flag, deleteMessage } = chatSession.actions;
  const { seq } = message;
  return (
    <>
      {canRun(rights, chatSession, flag, session).ok ? (
        <Button
          size="mini"
          type="text"
          onClick={() => run('flag', session, { seq, flagged: message.flagged !== true })}
        >
          {t(message.flagged === true ? 'resource.chat.unflag' : 'resource.chat.flag')}
        </Button>
      ) : null}
      {canRun(rights, chatSession, deleteMessage, session).ok ? (
        <Button size="mini" type="text" status="danger" onClick={() => run('deleteMessage', session, { seq })}>
          {t('resource.bulk.delete')}
        </Button>
      ) : null}
    </>
  );
}
