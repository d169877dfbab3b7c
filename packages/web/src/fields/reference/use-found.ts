import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Found, type Narrowed, useReferences } from '../reference-port.ts';

/** The value, once it has stood still for so many ms. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), ms);
    return () => window.clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Records that a keyword finds, and the labels of those already chosen. */
export function useFound(resource: string, keyword: string, chosen: readonly number[], only: Narrowed = {}) {
  const references = useReferences();
  const requested = useSettled(keyword, 250);
  const found = useQuery({
    queryKey: ['reference', resource, 'search', requested, only],
    queryFn: () => references.search(resource, requested, only),
  });
  const labels = useQuery({
    queryKey: ['reference', resource, 'labels', [...chosen].sort((a, b) => a - b)],
    queryFn: () =>
      Promise.all(chosen.map(async (id): Promise<Found> => ({ id, label: await references.label(resource, id) }))),
    enabled: chosen.length > 0,
  });
  const listed = found.data ?? [];
  const others = (labels.data ?? chosen.map((id) => ({ id, label: `#${id}` }))).filter(
    (one) => !listed.some((entry) => entry.id === one.id),
  );
  return { found: [...others, ...listed], loading: found.isFetching || requested !== keyword };
}
