import { Link } from 'react-router-dom';
import { useLocale } from '../../app/i18n/index.ts';
import type { CellProps } from '../field-props.ts';
import { MiddleCut } from '../middle-cut.tsx';
import { FigureCell } from '../plain-cell.tsx';
import { useReferences } from '../reference-port.ts';

/** The label that the server returned with the ID; a link if the user may read the record. */
export function ReferenceCell({ field, name, value, record, full }: CellProps<'reference'>) {
  const references = useReferences();
  const given = record[`${name}Label`];
  const label = typeof given === 'string' && given !== '' ? given : `#${String(value)}`;
  const shown = <bdi>{full ? label : <MiddleCut text={label} />}</bdi>;
  const link = references.link(field.to, Number(value));
  return link === null ? (
    <span title={label}>{shown}</span>
  ) : (
    <Link to={link} title={label} className="cell-link" onClick={(event) => event.stopPropagation()}>
      {shown}
    </Link>
  );
}

/** Units of time that Intl formats. */
const timeUnits: readonly string[] = ['day', 'week', 'month', 'year'];

/** A number that refers to a record is shown by the record name if the server returned it; others as digits. */
export function NumberCell(props: CellProps<'integer'>) {
  const { field, name, value, record, full } = props;
  const references = useReferences();
  const label = record[`${name}Label`];
  if (field.unitFrom !== undefined) return <UnitCell {...props} />;
  if (typeof label !== 'string' || label === '') return <FigureCell {...props} />;
  const shown = <bdi>{full && field.idOf === undefined ? `${label} (${String(value)})` : label}</bdi>;
  const link = field.idOf === undefined ? null : references.link(field.idOf, Number(value));
  const title = `${label} #${String(value)}`;
  return link === null ? (
    <span title={title}>{shown}</span>
  ) : (
    <Link to={link} title={title} className="cell-link" onClick={(event) => event.stopPropagation()}>
      {shown}
    </Link>
  );
}

/** A number with the unit that a choice of its record names; a dash where it is not a unit of time, as for a lifetime. */
function UnitCell({ field, value, record, ...rest }: CellProps<'integer'>) {
  const locale = useLocale();
  const unit = record[field.unitFrom ?? ''];
  if (typeof unit !== 'string') return <FigureCell field={field} value={value} record={record} {...rest} />;
  if (!timeUnits.includes(unit)) return <span className="dim">–</span>;
  return (
    <span className="figure">
      {new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Number(value))}
    </span>
  );
}
