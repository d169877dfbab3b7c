import { type OperationLogAnswer, sessionCalls } from '@gantry/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useClient } from '../../api/index.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { Empty, ErrorState, Loading } from '../../parts/index.ts';
import { Button, Tag } from '../../ui/index.ts';

/** What one has done oneself, latest first. */
export function OperationLog() {
  const t = useT();
  const format = useFormat();
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
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t('console.user.time')}</th>
            <th scope="col">{t('console.user.what')}</th>
            <th scope="col" className="number">
              {t('console.user.records')}
            </th>
            <th scope="col">{t('console.user.result')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.key}>
              <td>{format.time(item.updateTime)}</td>
              <td>{item.updateContent}</td>
              <td className="number">{item.contentNumber}</td>
              <td>
                <Tag color={item.status === 1 ? 'green' : 'orange'}>
                  {t(item.status === 1 ? 'console.user.done1' : 'console.user.done0')}
                </Tag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {query.hasNextPage ? (
        <Button className="user-more" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('console.user.loadMore')}
        </Button>
      ) : null}
    </div>
  );
}
