import '../../fields/fields.css';
import { usePictureUrl } from '../../fields/image/cell.tsx';
import type { CellProps } from '../../fields/index.ts';
import type { Slots } from '../../resource/slots.ts';

/** The picture itself: names that a camera gave say nothing. */
function PictureCell({ value }: CellProps) {
  const url = usePictureUrl();
  const name = String(value);
  return <img className="cell-picture" src={url(`/files/${name}`)} alt="" title={name} loading="lazy" />;
}

export const slots: Slots = { cell: { name: PictureCell } };
