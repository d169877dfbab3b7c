import {
  type ContentDataAnswer,
  contentData,
  type DataPanelAnswer,
  dataPanel,
  type HeadlinesAnswer,
  headlines,
  type MemoryPanelAnswer,
  memoryPanel,
  type OrderPanelAnswer,
  orderPanel,
} from '@gantry/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useClient } from '../../app/api/index.ts';
import { Skeleton } from '../../ui/index.ts';
import { ErrorState } from '../../ui/parts/index.ts';
import type { Period } from './period.tsx';

/** Polling interval of the system panel, in ms. */
export const systemEveryMs = 5_000;
const quiet = { quiet: true } as const;

/** Calls the API of a panel; a failure is shown in the panel, not as a toast. */
function usePanel<T>(call: string, input: object, pollIntervalMs: number | false = false) {
  const client = useClient();
  return useQuery({
    queryKey: ['panel', call, input],
    queryFn: ({ signal }) => client.call<T>(call, input, { ...quiet, signal }),
    refetchInterval: pollIntervalMs,
    placeholderData: (before) => before,
  });
}

export const useDataPanel = () => usePanel<DataPanelAnswer>(dataPanel.call, {}, 60_000);
export const useContentData = (days: number) =>
  usePanel<ContentDataAnswer>(contentData.call, { metric: 'chats', days });

/** The orders that a panel includes; null for all types. */
export interface OrderQuery {
  readonly productType: string | null;
  readonly payChannel: string | null;
}
export const useOrderPanel = (period: Period, options: OrderQuery) =>
  usePanel<OrderPanelAnswer>(orderPanel.call, {
    ...period,
    ...options,
    granularity: period.range === 'today' || (period.start !== null && period.start === period.end) ? 'hour' : 'day',
    compare: true,
  });
export const useHeadlines = (period: Period) => usePanel<HeadlinesAnswer>(headlines.call, period, 60_000);
export const useSystemPanel = () => usePanel<MemoryPanelAnswer>(memoryPanel.call, {}, systemEveryMs);

interface PanelProps<T> {
  readonly title: string;
  readonly query: UseQueryResult<T>;
  /** Shown next to the title: options, a time. */
  readonly extra?: ReactNode;
  readonly id?: string;
  readonly testId: string;
  /** Skeleton rows during the first load. */
  readonly rows?: number;
  readonly children: (data: T) => ReactNode;
}

/** A card with a heading that shows loading, failure or content. */
export function Panel<T>({ title, query, extra, id, testId, rows = 4, children }: PanelProps<T>) {
  const titleId = useId();
  const { data, error, refetch } = query;
  return (
    <section id={id} className="card panel" aria-labelledby={titleId} aria-busy={query.isPending} data-testid={testId}>
      <header className="panel-head">
        <h2 id={titleId}>{title}</h2>
        {extra ? <div className="panel-extra">{extra}</div> : null}
      </header>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton animation text={{ rows }} />
      )}
    </section>
  );
}
