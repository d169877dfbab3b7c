import type { CSSProperties } from 'react';
import { usePictureUrl } from '../../app/api/index.ts';
import { type CellProps, type FieldRecord, useWords } from '../../fields/index.ts';
import type { RecordSlotProps, Slots } from '../../resource/slots.ts';
import styles from './ai-background.module.css';

const getText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Returns the CSS of a background by its type; null while its color or image is missing. */
function getGround(record: FieldRecord, url: (path: string) => string): CSSProperties | null {
  const [from, to, picture] = [getText(record.color), getText(record.colorTo), getText(record.picture)];
  if (record.kind === 'color') return from ? { backgroundColor: from } : null;
  if (record.kind === 'gradient')
    return from && to ? { backgroundImage: `linear-gradient(135deg, ${from}, ${to})` } : null;
  return picture ? { backgroundImage: `url(${JSON.stringify(url(picture))})` } : null;
}

/** A preview of the background of any type. */
function BackgroundCell({ record, full }: CellProps) {
  const ground = getGround(record, usePictureUrl());
  if (!ground) return <span className="dim">–</span>;
  return <span className={full ? `${styles.groundTile} ${styles.large}` : styles.groundTile} style={ground} />;
}

/** The background with text on it, light or dark as the record defines. */
function BackgroundPreview({ record }: RecordSlotProps) {
  const t = useWords();
  const ground = getGround(record, usePictureUrl());
  if (!ground) return null;
  return (
    <section
      className={record.dark === true ? `${styles.groundPreview} ${styles.dark}` : styles.groundPreview}
      style={ground}
      aria-label={t('resource.icon.preview')}
    >
      <p>{String(record.name ?? '')}</p>
    </section>
  );
}

export const slots: Slots = {
  reads: ['kind', 'color', 'colorTo'],
  cell: { picture: BackgroundCell },
  footer: BackgroundPreview,
};
