import './ai-icon.css';
import { usePictureUrl } from '../../fields/image/picture-url.ts';
import { StoredImage } from '../../fields/image/stored-image.tsx';
import { type CellProps, useWords } from '../../fields/index.ts';
import type { RecordSlotProps, Slots } from '../../resource/slots.ts';
import { Button } from '../../ui/index.ts';
import { useCopy } from '../../ui/parts/index.ts';
import { UploadIcons } from './icons-upload.tsx';

/** The colour behind an icon, when it has one. */
function behind(record: Readonly<Record<string, unknown>>) {
  return typeof record.bgColor === 'string' ? { backgroundColor: record.bgColor } : {};
}

/** An icon as it is used: on its own background. */
function IconCell({ record, value, full }: CellProps) {
  if (typeof value !== 'string' || value === '') return <span className="dim">–</span>;
  return (
    <span className={full ? 'icon-tile large' : 'icon-tile'} style={behind(record)}>
      <StoredImage path={value} lazy />
    </span>
  );
}

const sizes = [24, 40, 64, 96];

/** The icon in the sizes and on the grounds that it will stand on. */
function IconPreview({ record }: RecordSlotProps) {
  const t = useWords();
  const { picture } = record;
  if (typeof picture !== 'string') return null;
  return (
    <section className="icon-preview" aria-label={t('resource.icon.preview')}>
      {(['onLight', 'onDark'] as const).map((ground) => (
        <figure key={ground} className={`icon-ground ${ground}`}>
          <div>
            {sizes.map((size) => (
              <span key={size} className="icon-tile" style={{ ...behind(record), width: size, height: size }}>
                <StoredImage path={picture} />
              </span>
            ))}
          </div>
          <figcaption>{t(`resource.icon.${ground}`)}</figcaption>
        </figure>
      ))}
    </section>
  );
}

/** Clients and templates name an icon by its address. */
function CopyAddress({ record }: RecordSlotProps) {
  const t = useWords();
  const url = usePictureUrl();
  const copy = useCopy();
  const { picture } = record;
  if (typeof picture !== 'string') return null;
  const address = new URL(url(picture), location.href).href;
  return <Button onClick={() => void copy(address)}>{t('resource.icon.copy')}</Button>;
}

export const slots: Slots = {
  reads: ['bgColor'],
  toolbar: UploadIcons,
  cell: { picture: IconCell },
  foot: CopyAddress,
  footer: IconPreview,
};
