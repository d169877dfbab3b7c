import { type SessionItem, sessionCalls } from '@gantry/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createCallKey, useClient } from '../../../app/api/index.ts';
import { useFormat, useT } from '../../../app/i18n/index.ts';
import { Button, Tag } from '../../../ui/index.ts';
import { ConfirmDialog, ErrorState, Loading, PlainTable } from '../../../ui/parts/index.ts';

const queryKey = ['own-sessions'] as const;

/** Where one is signed in; any place but this one can be ended. */
export function Sessions() {
  const t = useT();
  const format = useFormat();
  const client = useClient();
  const queries = useQueryClient();
  const [ending, setEnding] = useState<SessionItem | null>(null);
  const query = useQuery({
    queryKey,
    queryFn: () => client.call<{ items: readonly SessionItem[] }>(sessionCalls.sessionList.path, {}, { quiet: true }),
  });
  const end = useMutation({
    mutationFn: ({ id }: SessionItem) =>
      client.call(sessionCalls.sessionEnd.path, { id }, { idempotencyKey: createCallKey() }),
    onSettled: () => {
      setEnding(null);
      return queries.invalidateQueries({ queryKey });
    },
  });
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const heads = [
    t('console.user.device'),
    t('console.user.from'),
    t('console.user.lastSeen'),
    t('console.user.began'),
    t('console.user.ends'),
  ];
  return (
    <div className="user-table">
      <PlainTable>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">{t('common.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {query.data.items.map((item) => (
            <tr key={item.id}>
              <td>{item.userAgent}</td>
              <td>{item.ip}</td>
              <td>{format.ago(item.lastSeenAt)}</td>
              <td>{format.time(item.createdAt)}</td>
              <td>{format.time(item.expiresAt)}</td>
              <td>
                {item.current ? (
                  <Tag color="green">{t('console.user.current')}</Tag>
                ) : (
                  <Button size="mini" status="danger" onClick={() => setEnding(item)}>
                    {t('console.user.end')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <ConfirmDialog
        open={ending !== null}
        title={t('console.user.end')}
        danger
        busy={end.isPending}
        onConfirm={() => (ending ? end.mutate(ending) : undefined)}
        onCancel={() => setEnding(null)}
      >
        {t('console.user.endConfirmation')}
      </ConfirmDialog>
    </div>
  );
}
