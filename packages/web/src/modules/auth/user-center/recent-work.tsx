import { type OperationLogAnswer, sessionCalls } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../app/api/index.ts';
import { useT } from '../../../app/i18n/index.ts';
import { Empty, ErrorState, Loading } from '../../../ui/parts/index.ts';
import { OperationTable } from '../user-setting/operation-table.tsx';
import { CenterCard } from './center-card.tsx';

const shown = 10;

/** What one did last. */
export function RecentWork() {
  const t = useT();
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['own-operations', shown],
    queryFn: () =>
      client.call<OperationLogAnswer>(sessionCalls.operationLog.path, { pageSize: shown }, { quiet: true }),
  });
  return (
    <CenterCard title={t('console.user.recent')} to="/user/setting?tab=log" more={t('console.user.all')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        data.items.length > 0 ? (
          <div className="center-scroll">
            <OperationTable items={data.items} />
          </div>
        ) : (
          <Empty title={t('console.user.noLog')} />
        )
      ) : error ? null : (
        <Loading />
      )}
    </CenterCard>
  );
}
