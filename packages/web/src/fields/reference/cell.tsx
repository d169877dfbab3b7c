import { Link } from 'react-router-dom';
import type { CellProps } from '../field-props.ts';
import { useReferences } from '../reference-port.ts';

/** The label that the server sent beside the id; a link where the caller may read the record. */
export function ReferenceCell({ field, name, value, record }: CellProps<'reference'>) {
  const references = useReferences();
  const given = record[`${name}Label`];
  const label = typeof given === 'string' && given !== '' ? given : `#${String(value)}`;
  const link = references.link(field.to, Number(value));
  return link === null ? (
    <span title={label}>{label}</span>
  ) : (
    <Link to={link} title={label} className="cell-link" onClick={(event) => event.stopPropagation()}>
      {label}
    </Link>
  );
}
