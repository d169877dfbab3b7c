import { Markdown } from '../../ui/parts/index.ts';
import type { CellProps } from '../field-props.ts';
import { PlainCell } from '../plain-cell.tsx';

/** In a list the source on one line, in a detail as it reads. */
export function MarkdownCell(props: CellProps<'markdown'>) {
  return props.full ? <Markdown text={String(props.value)} /> : <PlainCell {...props} />;
}
