import '../fields.css';
import type { CellProps } from '../field-props.ts';

export function ColorCell({ value }: CellProps<'color'>) {
  const code = String(value).toUpperCase();
  return (
    <span className="cell-row">
      <span className="cell-color" style={{ backgroundColor: code }} aria-hidden="true" />
      <span className="mono">{code}</span>
    </span>
  );
}
