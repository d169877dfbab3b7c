import { bannedWord, can, getInputFields, getResourcePath, type WordTestAnswer } from '@gantry/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useSay } from '../../../app/i18n/index.ts';
import { useSession } from '../../../app/session/index.ts';
import { useCalls, useWords } from '../../../fields/index.ts';
import { FieldInput } from '../../../fields/inputs.tsx';
import { Button, TextArea, TextInput } from '../../../ui/index.ts';
import { TestResult } from './test-result.tsx';

const fields = getInputFields(bannedWord, bannedWord.actions.test);

interface TestedText {
  readonly text: string;
  readonly word: string;
  readonly match: unknown;
  readonly variants: unknown;
  readonly scope: unknown;
}
const nothing: TestedText = {
  text: '',
  word: '',
  match: bannedWord.fields.match.default,
  variants: null,
  scope: 'prompt',
};

/** Returns the text to test once the user has stopped typing. */
function useSettled(requested: TestedText): TestedText {
  const [settled, setSettled] = useState(requested);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(requested), 250);
    return () => window.clearTimeout(timer);
  }, [requested]);
  return settled;
}

function useTest(requested: TestedText) {
  const calls = useCalls();
  const { text, word, match, variants, scope } = useSettled(requested);
  const body = { text, scope, ...(word.trim() === '' ? {} : { word: word.trim(), match, variants }) };
  return useQuery({
    queryKey: ['word-test', body],
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => calls.call<WordTestAnswer>(getResourcePath(bannedWord.name, 'test'), body, { signal }),
  });
}

interface TestBenchProps {
  readonly refresh: () => void;
}

/** A text on one side, its test result on the other. */
export function TestBench({ refresh }: TestBenchProps) {
  const [requested, onRequest] = useState(nothing);
  const t = useWords();
  const localize = useSay();
  const { rights } = useSession();
  const id = useId();
  const answer = useTest(requested);
  const { scope, match, variants } = fields;
  return (
    <div className="test-bench">
      <div className="test-input">
        <label htmlFor={`${id}-text`}>{t('resource.words.text')}</label>
        <TextArea
          id={`${id}-text`}
          rows={6}
          value={requested.text}
          maxLength={20_000}
          showWordLimit
          placeholder={t('resource.words.placeholder')}
          onChange={(text) => onRequest({ ...requested, text })}
        />
        <div className="test-options">
          <div>
            <label htmlFor={`${id}-word`}>{t('resource.words.word')}</label>
            <TextInput
              id={`${id}-word`}
              value={requested.word}
              maxLength={256}
              allowClear
              onChange={(word) => onRequest({ ...requested, word })}
            />
          </div>
          {match ? (
            <div>
              <label htmlFor={`${id}-match`}>{localize(match.label)}</label>
              <FieldInput
                id={`${id}-match`}
                field={match}
                label={localize(match.label)}
                value={requested.match}
                onChange={(chosen) => onRequest({ ...requested, match: chosen })}
              />
            </div>
          ) : null}
          {variants ? (
            <div>
              <label htmlFor={`${id}-variants`}>{localize(variants.label)}</label>
              <FieldInput
                id={`${id}-variants`}
                field={variants}
                label={localize(variants.label)}
                value={requested.variants}
                onChange={(chosen) => onRequest({ ...requested, variants: chosen })}
              />
            </div>
          ) : null}
          {scope ? (
            <div>
              <label htmlFor={`${id}-scope`}>{localize(scope.label)}</label>
              <FieldInput
                id={`${id}-scope`}
                field={scope}
                label={localize(scope.label)}
                value={requested.scope}
                onChange={(chosen) => onRequest({ ...requested, scope: chosen ?? nothing.scope })}
              />
            </div>
          ) : null}
        </div>
        <div className="test-foot">
          <Button size="small" onClick={() => onRequest(nothing)} disabled={requested === nothing}>
            {t('resource.words.clear')}
          </Button>
        </div>
      </div>
      <TestResult
        text={requested.text}
        answer={requested.text.trim() === '' ? undefined : answer.data}
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
