import { knowledge, type ListAnswer, recallRecord, resourcePath } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type InputProps, useCalls } from '../../../fields/index.ts';
import { FieldInput } from '../../../fields/inputs.tsx';

/** The base that was tested last, else the only one that there is. */
function useLikelyBase(wanted: boolean) {
  const { call } = useCalls();
  return useQuery({
    queryKey: ['likely base'],
    enabled: wanted,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const first = async (name: string, body: object) =>
        (await call<ListAnswer>(resourcePath(name, 'list'), body, { signal, quiet: true })).items;
      const tests = { pageSize: 1, columns: ['knowledgeId'], filters: { source: ['test'] } };
      const [last] = await first(recallRecord.name, tests);
      // One that is gone has no name.
      if (typeof last?.knowledgeId === 'number' && typeof last.knowledgeIdLabel === 'string') return last.knowledgeId;
      const [only, ...others] = await first(knowledge.name, { pageSize: 2, columns: ['name'] });
      return only && others.length === 0 ? Number(only.id) : null;
    },
  });
}

/** A base to test, which begins as the likely one: who mends a base tests it again and again. */
export function LastBaseInput(props: InputProps) {
  const { value, onChange } = props;
  const untouched = useRef(value === null);
  const { data: likely } = useLikelyBase(untouched.current);
  useEffect(() => {
    if (!untouched.current || typeof likely !== 'number') return;
    untouched.current = false;
    onChange(likely);
  }, [likely, onChange]);
  const choose = (chosen: unknown) => {
    untouched.current = false;
    onChange(chosen);
  };
  return <FieldInput {...props} onChange={choose} />;
}
