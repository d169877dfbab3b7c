import {
  createRelatedFilters,
  getResourcePath,
  type ListAnswer,
  type Related,
  type ResourceSkeleton,
} from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../app/i18n/index.ts';
import { useCalls } from '../../fields/index.ts';

type RelatedSkeleton = Omit<Related, 'resource'> & { readonly resource: ResourceSkeleton };

/** Counts the records that refer to one, by relation: one request after the other, once the record is shown. */
export function useRelatedCounts(related: readonly RelatedSkeleton[], id: number): ReadonlyMap<string, string> {
  const calls = useCalls();
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['related-counts', related.map(({ key }) => key), id],
    queryFn: async ({ signal }) => {
      const counts: [string, number, boolean][] = [];
      for (const one of related) {
        const body = { pageSize: 1, filters: createRelatedFilters(one, id), columns: [] };
        const answer = await calls.call<ListAnswer>(getResourcePath(one.resource.name, 'list'), body, { signal });
        counts.push([one.key, answer.total, answer.totalIsCapped]);
      }
      return counts;
    },
    enabled: related.length > 0,
    retry: false,
  });
  return new Map((data ?? []).map(([key, total, isCapped]) => [key, `${format.number(total)}${isCapped ? '+' : ''}`]));
}
