import { Markdown } from '../../ui/parts/index.ts';
import type { CellProps } from '../field-props.ts';
import { PlainCell } from '../plain-cell.tsx';

/** The Markdown source on one line in a list; rendered in details. */
export function MarkdownCell(props: CellProps<'markdown'>) {
  return props.full ? <Markdown text={String(props.value)} /> : <PlainCell {...props} />;
}
