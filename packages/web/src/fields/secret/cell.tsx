import type { CellProps } from '../field-props.ts';

/** What the server gives of a secret: a mask. */
export function SecretCell({ value }: CellProps<'secret'>) {
  return <span className="mono">{String(value)}</span>;
}
