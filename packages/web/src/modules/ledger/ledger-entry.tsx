import { findLedgerCause, getResourcePath, ledgerEntry } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useSay } from '../../app/i18n/index.ts';
import { type CellProps, FieldCell, useCalls, useReferences, useWords } from '../../fields/index.ts';
import type { RecordSlotProps, Slots } from '../../resource/slots.ts';
import { ErrorState, Loading, PlainTable } from '../../ui/parts/index.ts';

/** The cause of a change: the record by its type and ID, or the number of an order, hold or refund. */
function CauseCell({ field, name, record, full }: CellProps) {
  const localize = useSay();
  const references = useReferences();
  const cause = findLedgerCause(record);
  if (cause === null) return <FieldCell field={field} name={name} record={record} full={full ?? false} />;
  const words = `${localize(cause.label)} #${cause.id}`;
  const link = references.link(cause.resource, cause.id);
  return link === null ? (
    <span title={words}>{words}</span>
  ) : (
    <Link to={link} title={words} className="cell-link">
      {words}
    </Link>
  );
}

interface Entry {
  readonly id: number;
  readonly userId: number | null;
  readonly [name: string]: unknown;
}

/** Entries of one posting that are shown; most have two. */
const maxEntries = 50;
const columns = ['delta', 'balanceAfter', 'cause'] as const;

/** The other entries of the same posting: where the credits came from, or where they went. */
function Counterpart({ record }: RecordSlotProps) {
  const t = useWords();
  const localize = useSay();
  const { call } = useCalls();
  const { transactionId } = record;
  const query = useQuery({
    queryKey: ['ledger posting', transactionId],
    enabled: typeof transactionId === 'string',
    queryFn: ({ signal }) =>
      call<{ readonly items: readonly Entry[] }>(
        getResourcePath(ledgerEntry.name, 'list'),
        { filters: { transactionId: [transactionId] }, pageSize: maxEntries },
        { signal },
      ),
  });
  if (typeof transactionId !== 'string') return null;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const others = query.data.items.filter(({ id }) => id !== record.id);
  const { userId, account } = ledgerEntry.fields;
  return (
    <section aria-label={t('resource.ledger.counterpart')} data-testid="counterpart">
      <h3>{t('resource.ledger.counterpart')}</h3>
      {others.length === 0 ? (
        <p className="hint">{t('resource.ledger.alone')}</p>
      ) : (
        <PlainTable caption={t('resource.ledger.counterpart')}>
          <thead>
            <tr>
              <th scope="col">{t('resource.ledger.account')}</th>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {localize(ledgerEntry.fields[name].label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {others.map((entry) => (
              <tr key={entry.id}>
                <th scope="row">
                  {entry.userId === null ? (
                    <FieldCell field={account} name="account" record={entry} />
                  ) : (
                    <FieldCell field={userId} name="userId" record={entry} />
                  )}
                </th>
                {columns.map((name) => (
                  <td key={name}>
                    <FieldCell field={ledgerEntry.fields[name]} name={name} record={entry} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
    </section>
  );
}

export const slots: Slots = { reads: ['cause'], cell: { causeId: CauseCell }, footer: Counterpart };
