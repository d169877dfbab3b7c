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

/** Returns what is wrong with the zip, its name or its owner, one line each; otherwise the error message. */
function getWords(error: Error): string {
  const reported = error instanceof ResponseError ? Object.values(error.errors).flat() : [];
  return reported.length === 0 ? error.message : reported.join('\n');
}

/** Delay after the last key press, in ms: the entire zip is read for each response. */
const atRest = 500;

/** Returns the last value that stayed unchanged for that delay. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), atRest);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** The contents of the uploaded zip, and whether it can be imported with this name and owner. */
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
  if (check.isError) return <Alert type="error" content={getWords(check.error)} />;
  return <AnswerView answer={formatResult(check.data, knowledge.actions.checkZip.output, format)} />;
}

const ZipInput = (props: InputProps) => <DocumentInput {...props} accept=".zip" hint="ZIP" />;

/** The zip of a knowledge base is uploaded once: its contents are shown before the import, then the progress. */
export const slots: Slots = {
  input: { file: ZipInput },
  request: { importZip: ZipContents },
  result: { importZip: ZipImport },
  placed: ['checkZip'],
};
