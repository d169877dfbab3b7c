import type { RecordSlotProps, Slots } from '../../resource/slots.ts';
import './word-test/test-box.css';
import { bannedWord, can, canRun, getResourcePath, type WordTestAnswer } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { createCallKey } from '../../app/api/index.ts';
import { useSession } from '../../app/session/index.ts';
import { useCalls, useWords } from '../../fields/index.ts';
import { useSendAction } from '../../resource/action/use-send-action.ts';
import { useToast } from '../../ui/index.ts';
import { Loading } from '../../ui/parts/index.ts';
import { TestResult } from './word-test/test-result.tsx';

/** A violation shows its rule, and its phrase can be allowed from there. */
export const slots: Slots = { footer: ExcerptTest };

/** Tests a blocked text against the current list: the matching words, their rules, and a button that allows them. */
function ExcerptTest({ resource, record, refresh }: RecordSlotProps) {
  const t = useWords();
  const calls = useCalls();
  const { rights } = useSession();
  const text = typeof record.excerpt === 'string' ? record.excerpt : '';
  const may = text !== '' && canRun(rights, bannedWord, bannedWord.actions.test).ok;
  const body = { text, scope: typeof record.scope === 'string' ? record.scope : 'prompt' };
  const answer = useQuery({
    queryKey: ['word-test', body],
    enabled: may,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => calls.call<WordTestAnswer>(getResourcePath(bannedWord.name, 'test'), body, { signal }),
  });
  const toast = useToast();
  const send = useSendAction(resource);
  /** A violation whose text now passes is closed, with the allowed phrase as its note. */
  const closeIfPassed = async (phrase: string) => {
    const { data } = await answer.refetch();
    const ignore = resource.actions?.ignore;
    if (data?.action === 'pass' && ignore && canRun(rights, resource, ignore, record).ok) {
      await send('ignore', record, { note: t('resource.words.allowedNote', { phrase }) }, createCallKey());
      toast.success(t('resource.words.violationClosed'));
    }
    refresh();
  };
  if (!may) return null;
  return (
    <section className="excerpt-test" aria-label={t('resource.words.today')}>
      <h3>{t('resource.words.today')}</h3>
      {answer.isPending ? (
        <Loading />
      ) : (
        <TestResult
          text={text}
          answer={answer.data}
          error={answer.error}
          mayAllow={can(rights, bannedWord, 'create')}
          onChanged={(phrase) => {
            closeIfPassed(phrase).catch((error: Error) => toast.error(error.message));
          }}
        />
      )}
    </section>
  );
}
