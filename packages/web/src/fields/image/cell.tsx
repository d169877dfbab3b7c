import '../fields.css';
import type { CellProps } from '../field-props.ts';
import { StoredImage } from './stored-image.tsx';

export function ImageCell({ value, full }: CellProps<'image'>) {
  return <StoredImage path={String(value)} className={full ? 'cell-picture whole' : 'cell-picture'} lazy />;
}
