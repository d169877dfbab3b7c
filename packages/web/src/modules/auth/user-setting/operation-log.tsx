import { type OperationLogAnswer, sessionCalls } from '@gantry/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useClient } from '../../../app/api/index.ts';
import { useT } from '../../../app/i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { Empty, ErrorState, Loading } from '../../../ui/parts/index.ts';
import { OperationTable } from './operation-table.tsx';

/** What one has done oneself, latest first. */
export function OperationLog() {
  const t = useT();
  const client = useClient();
  const query = useInfiniteQuery({
    queryKey: ['own-operations'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      client.call<OperationLogAnswer>(
        sessionCalls.operationLog.path,
        { pageSize: 20, ...(pageParam ? { cursor: pageParam } : {}) },
        { quiet: true },
      ),
    getNextPageParam: (last) => last.nextCursor,
  });
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <Empty title={t('console.user.noLog')} />;
  return (
    <div className="user-table">
      <OperationTable items={items} />
      {query.hasNextPage ? (
        <Button className="user-more" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('console.user.loadMore')}
        </Button>
      ) : null}
    </div>
  );
}
