import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Found, type Narrowed, useReferences } from '../reference-port.ts';

/** Returns the value after it has not changed for the given time in ms. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), ms);
    return () => window.clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Records that match a keyword, and the labels of the selected ones. */
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
