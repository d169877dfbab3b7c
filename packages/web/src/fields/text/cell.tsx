import type { CellProps } from '../field-props.ts';
import { PlainCell } from '../plain-cell.tsx';

export function TextCell(props: CellProps<'text'>) {
  return props.field.mono ? (
    <span className="mono">
      <PlainCell {...props} />
    </span>
  ) : (
    <PlainCell {...props} />
  );
}
