import { type InputProps, useCalls } from '../../fields/index.ts';
import type { ConfirmationSlotProps, Slots } from '../../resource/slots.ts';
import { DocumentInput } from './documents/document-input.tsx';
import '../../resource/action/result.css';
import { formatResult, getResourcePath, knowledge, ResponseError } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormat } from '../../app/i18n/index.ts';
import { AnswerView } from '../../resource/action/answer-view.tsx';
import { Alert } from '../../ui/index.ts';
import { Loading } from '../../ui/parts/index.ts';
import { ZipImport } from './documents/zip-import.tsx';

/** What is wrong with the zip, its name or its owner, a line each; else the message of the error itself. */
function wordsOf(error: Error): string {
  const reported = error instanceof ResponseError ? Object.values(error.errors).flat() : [];
  return reported.length === 0 ? error.message : reported.join('\n');
}

/** Typing has come to rest, in ms: the whole zip is read for each answer. */
const atRest = 500;

/** The last value that stood for a while. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), atRest);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** What the zip holds that was just uploaded, and whether it can come in under this name and owner. */
function ZipContents({ values }: ConfirmationSlotProps) {
  const calls = useCalls();
  const format = useFormat();
  const { file, ownerId } = values;
  const name = useRested(typeof values.name === 'string' ? values.name.trim() : '');
  const requested = { file, name: name === '' ? null : name, ownerId };
  const isChosen = typeof file === 'string' && file !== '';
  const check = useQuery({
    queryKey: ['zip-contents', requested],
    enabled: isChosen,
    retry: false,
    staleTime: 0,
    queryFn: ({ signal }) => calls.call<object>(getResourcePath(knowledge.name, 'checkZip'), requested, { signal }),
  });
  if (!isChosen) return null;
  if (check.isPending) return <Loading />;
  if (check.isError) return <Alert type="error" content={wordsOf(check.error)} />;
  return <AnswerView answer={formatResult(check.data, knowledge.actions.checkZip.output, format)} />;
}

const ZipInput = (props: InputProps) => <DocumentInput {...props} accept=".zip" hint="ZIP" />;

/** The zip of a base is uploaded once: what it holds is shown before it comes in, then how far it is. */
export const slots: Slots = {
  input: { file: ZipInput },
  request: { importZip: ZipContents },
  result: { importZip: ZipImport },
  placed: ['checkZip'],
};
