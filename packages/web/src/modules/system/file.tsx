import { image } from '@gantry/core';
import { ImageCell } from '../../fields/image/cell.tsx';
import type { CellProps } from '../../fields/index.ts';
import type { Slots } from '../../resource/slots.ts';

/** The image itself, because camera file names carry no meaning. */
function PictureCell({ value, field, ...rest }: CellProps) {
  const name = String(value);
  return (
    <span title={name}>
      <ImageCell {...rest} field={image(field.label)} value={`/files/${name}`} />
    </span>
  );
}

export const slots: Slots = { cell: { name: PictureCell } };
