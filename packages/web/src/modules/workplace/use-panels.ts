import {
  type ContentDataAnswer,
  contentData,
  type DataPanelAnswer,
  dataPanel,
  type MemoryPanelAnswer,
  memoryPanel,
  type OrderPanelAnswer,
  orderPanel,
} from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../app/api/index.ts';

export const metrics = ['chats', 'sessions', 'tokens', 'violations'] as const;
export type Metric = (typeof metrics)[number];
export const orderRanges = ['today', '7d', '30d'] as const;
export type OrderRange = (typeof orderRanges)[number];

/** Ms between two looks at the machine. */
export const systemEveryMs = 5_000;
const quiet = { quiet: true } as const;

/** Asks a panel's call; a failure is shown in the panel, not over the page. */
function usePanel<T>(call: string, input: object, everyMs: number | false = false) {
  const client = useClient();
  return useQuery({
    queryKey: ['panel', call, input],
    queryFn: ({ signal }) => client.call<T>(call, input, { ...quiet, signal }),
    refetchInterval: everyMs,
    placeholderData: (before) => before,
  });
}

export const useDataPanel = () => usePanel<DataPanelAnswer>(dataPanel.call, {}, 60_000);
export const useContentData = (metric: Metric, days: number) =>
  usePanel<ContentDataAnswer>(contentData.call, { metric, days });
/** Which orders a panel adds up; null for those of every kind. */
export interface OrderQuery {
  readonly range: OrderRange;
  readonly productType: string | null;
  readonly payChannel: string | null;
}
export const useOrderPanel = (options: OrderQuery) =>
  usePanel<OrderPanelAnswer>(orderPanel.call, {
    ...options,
    granularity: options.range === 'today' ? 'hour' : 'day',
    compare: true,
  });
export const useSystemPanel = () => usePanel<MemoryPanelAnswer>(memoryPanel.call, {}, systemEveryMs);
