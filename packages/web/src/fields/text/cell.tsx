import type { CellProps } from '../field-props.ts';
import { MiddleCut } from '../middle-cut.tsx';
import { PlainCell } from '../plain-cell.tsx';
import { RegionCell } from '../region/cell.tsx';

export function TextCell(props: CellProps<'text'>) {
  const { field, full } = props;
  const value = String(props.value);
  if (field.hierarchy === 'region') return <RegionCell code={value} />;
  if (!field.mono) return <PlainCell {...props} />;
  if (full || field.valueNames)
    return (
      <span className="mono">
        <PlainCell {...props} />
      </span>
    );
  return (
    <span className="mono" title={value}>
      <MiddleCut text={value} />
    </span>
  );
}
