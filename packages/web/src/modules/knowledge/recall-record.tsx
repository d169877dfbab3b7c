import { getResourcePath, knowledge, type ListAnswer, recallRecord } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type InputProps, useCalls, useWords } from '../../fields/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import type { RecordSlotProps, Slots } from '../../resource/slots.ts';
import { RecallResult } from './recall/recall-result.tsx';
import './recall/recall.css';
import { HitList } from './recall/hit-list.tsx';
import type { RecallHit } from './recall/recall-answer.ts';
import { ReportResult } from './recall/report-result.tsx';
import { RetrievalTest } from './recall/retrieval-test.tsx';

export const slots: Slots = {
  footer: RecordedHits,
  input: { knowledge: LastBaseInput },
  page: { test: RetrievalTest },
  result: { rerun: RecallResult, batchTest: ReportResult },
};

/** The results of a recorded search; each chunk can be opened. */
function RecordedHits({ record }: RecordSlotProps) {
  const t = useWords();
  const hits = Array.isArray(record.results) ? (record.results as readonly RecallHit[]) : [];
  return (
    <section className="recall-recorded">
      <h3>{t('resource.recall.found')}</h3>
      <HitList hits={hits} others={null} />
    </section>
  );
}

/** Returns the knowledge base that was tested last, or the only one that exists. */
function useLikelyBase(wanted: boolean) {
  const { call } = useCalls();
  return useQuery({
    queryKey: ['likely base'],
    enabled: wanted,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const readFirst = async (name: string, body: object) =>
        (await call<ListAnswer>(getResourcePath(name, 'list'), body, { signal, quiet: true })).items;
      const tests = { pageSize: 1, columns: ['knowledgeId'], filters: { source: ['test'] } };
      const [last] = await readFirst(recallRecord.name, tests);
      // A deleted knowledge base has no label.
      if (typeof last?.knowledgeId === 'number' && typeof last.knowledgeIdLabel === 'string') return last.knowledgeId;
      const [only, ...others] = await readFirst(knowledge.name, { pageSize: 2, columns: ['name'] });
      return only && others.length === 0 ? Number(only.id) : null;
    },
  });
}

/** Moves the first input from the preselected knowledge base, which had the focus, to the question. */
function usePassOn(id: string, isGiven: boolean): void {
  useEffect(() => {
    if (!isGiven) return;
    const timer = window.setTimeout(() => {
      const here = document.activeElement;
      const form = here?.closest('.form-stack');
      const field = document.getElementById(id);
      if (!form || !field || !(field === here || field.contains(here))) return;
      const all = [...form.querySelectorAll<HTMLElement>('input, textarea')];
      all.find((one) => field.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING)?.focus();
    }, 0);
    return () => window.clearTimeout(timer);
  }, [id, isGiven]);
}

/** The knowledge base to test, by default the one that was tested last. */
function LastBaseInput(props: InputProps) {
  const { value, onChange } = props;
  const untouched = useRef(value === null);
  const chosen = useRef(false);
  const { data: likely } = useLikelyBase(untouched.current);
  useEffect(() => {
    if (!untouched.current || typeof likely !== 'number') return;
    untouched.current = false;
    onChange(likely);
  }, [likely, onChange]);
  usePassOn(props.id, value !== null && !chosen.current);
  const choose = (next: unknown) => {
    untouched.current = false;
    chosen.current = true;
    onChange(next);
  };
  return <FieldInput {...props} onChange={choose} />;
}
