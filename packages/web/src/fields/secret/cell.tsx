import type { CellProps } from '../field-props.ts';

/** The mask that the server returns for a secret. */
export function SecretCell({ value }: CellProps<'secret'>) {
  return <span className="mono">{String(value)}</span>;
}
