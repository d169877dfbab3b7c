import { findLedgerCause } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useSay } from '../../app/i18n/index.ts';
import { type CellProps, FieldCell, useReferences } from '../../fields/index.ts';
import type { Slots } from '../../resource/slots.ts';

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

export const slots: Slots = { reads: ['cause'], cell: { causeId: CauseCell } };
