import { bannedWord, can, inputFields, resourcePath, type WordTestAnswer } from '@gantry/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useCalls, useWords } from '../../../fields/index.ts';
import { FieldInput } from '../../../fields/inputs.tsx';
import { useSay } from '../../../i18n/index.ts';
import { useSession } from '../../../session/index.ts';
import { Button, TextArea, TextInput } from '../../../ui/index.ts';
import { TestResult } from './test-result.tsx';

const fields = inputFields(bannedWord, bannedWord.actions.test);

interface Asked {
  readonly text: string;
  readonly word: string;
  readonly match: unknown;
  readonly scope: unknown;
}
const nothing: Asked = { text: '', word: '', match: 'contains', scope: 'prompt' };

/** What is asked, once one has stopped typing. */
function useSettled(asked: Asked): Asked {
  const [settled, setSettled] = useState(asked);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(asked), 250);
    return () => window.clearTimeout(timer);
  }, [asked]);
  return settled;
}

function useTest(asked: Asked) {
  const calls = useCalls();
  const { text, word, match, scope } = useSettled(asked);
  const body = { text, scope, ...(word.trim() === '' ? {} : { word: word.trim(), match }) };
  return useQuery({
    queryKey: ['word-test', body],
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => calls.call<WordTestAnswer>(resourcePath(bannedWord.name, 'test'), body, { signal }),
  });
}

interface TestBenchProps {
  readonly refresh: () => void;
}

/** A text on one side, what comes of it on the other. */
export function TestBench({ refresh }: TestBenchProps) {
  const [asked, onAsk] = useState(nothing);
  const t = useWords();
  const say = useSay();
  const { rights } = useSession();
  const id = useId();
  const answer = useTest(asked);
  const { scope, match } = fields;
  return (
    <div className="test-bench">
      <div className="test-input">
        <label htmlFor={`${id}-text`}>{t('resource.words.text')}</label>
        <TextArea
          id={`${id}-text`}
          rows={6}
          value={asked.text}
          maxLength={20_000}
          showWordLimit
          placeholder={t('resource.words.placeholder')}
          onChange={(text) => onAsk({ ...asked, text })}
        />
        <div className="test-options">
          <div>
            <label htmlFor={`${id}-word`}>{t('resource.words.word')}</label>
            <TextInput
              id={`${id}-word`}
              value={asked.word}
              maxLength={256}
              allowClear
              onChange={(word) => onAsk({ ...asked, word })}
            />
          </div>
          {match ? (
            <div>
              <label htmlFor={`${id}-match`}>{say(match.label)}</label>
              <FieldInput
                id={`${id}-match`}
                field={match}
                label={say(match.label)}
                value={asked.match}
                onChange={(chosen) => onAsk({ ...asked, match: chosen })}
              />
            </div>
          ) : null}
          {scope ? (
            <div>
              <label htmlFor={`${id}-scope`}>{say(scope.label)}</label>
              <FieldInput
                id={`${id}-scope`}
                field={scope}
                label={say(scope.label)}
                value={asked.scope}
                onChange={(chosen) => onAsk({ ...asked, scope: chosen ?? nothing.scope })}
              />
            </div>
          ) : null}
        </div>
        <div className="test-foot">
          <Button size="small" onClick={() => onAsk(nothing)} disabled={asked === nothing}>
            {t('resource.words.clear')}
          </Button>
        </div>
      </div>
      <TestResult
        text={asked.text}
        answer={asked.text.trim() === '' ? undefined : answer.data}
        error={answer.error}
        mayAllow={can(rights, bannedWord, 'create')}
        onChanged={() => {
          refresh();
          void answer.refetch();
        }}
      />
    </div>
  );
}
