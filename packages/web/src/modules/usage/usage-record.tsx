import { createListState, encodeListState, kebab, ledgerEntry, localize } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useLocale } from '../../app/i18n/index.ts';
import type { RecordSlotProps, Slots } from '../../resource/slots.ts';

/** Links to the ledger entries of the user. */
function LedgerLink({ record }: RecordSlotProps) {
  const locale = useLocale();
  const state = encodeListState({ ...createListState(), filters: { userId: [Number(record.userId)] } });
  const to = `${ledgerEntry.path}?${new URLSearchParams({ tab: kebab(ledgerEntry.name), ...state })}`;
  return (
    <Link className="row-link" to={to}>
      {localize(ledgerEntry.label, locale)}
    </Link>
  );
}

/** A usage record links to its user's ledger. */
export const slots: Slots = { reads: ['userId'], rowExtra: { label: ledgerEntry.label, body: LedgerLink } };
