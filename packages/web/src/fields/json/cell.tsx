import '../fields.css';
import type { CellProps } from '../field-props.ts';

export function JsonCell({ value, whole }: CellProps<'json'>) {
  if (whole) return <pre className="cell-json mono">{JSON.stringify(value, null, 2)}</pre>;
  const text = JSON.stringify(value) ?? '';
  return (
    <span className="mono" title={text.slice(0, 500)}>
      {text.slice(0, 200)}
    </span>
  );
}
