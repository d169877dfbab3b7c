import { type AnyResource, getDefault, getResourcePath, toRecordName } from '@gantry/core';
import { useState } from 'react';
import { createCallKey, usePictureUrl } from '../../app/api/index.ts';
import { Can } from '../../app/session/index.ts';
import { StoredImage } from '../../fields/image/stored-image.tsx';
import { pictureTypes, useSendPicture } from '../../fields/image/use-upload.ts';
import { type CellProps, useCalls, useWords } from '../../fields/index.ts';
import { FieldsForm } from '../../resource/form/fields-form.tsx';
import type { PageSlotProps, RecordSlotProps, Slots } from '../../resource/slots.ts';
import { Button, Modal } from '../../ui/index.ts';
import { DropZone, useCopy } from '../../ui/parts/index.ts';
import { UploadLines } from '../knowledge/documents/upload-lines.tsx';
import { useUploadQueue } from '../knowledge/documents/use-upload-queue.ts';
import styles from './ai-icon.module.css';

/** Asked once for all selected icons. */
const requested = ['group', 'bgColor'];

interface IconsDialogProps {
  readonly resource: AnyResource;
  readonly onClose: () => void;
}

/** Uploads several images at once; each becomes an icon named after its file. */
function IconsDialog({ resource, onClose }: IconsDialogProps) {
  const t = useWords();
  const { call } = useCalls();
  const sendPicture = useSendPicture();
  const { lines, busy, add, cancel } = useUploadQueue(async (file, values, onShare, signal) => {
    const picture = await sendPicture(file, onShare);
    signal.throwIfAborted();
    const icon = { ...values, name: toRecordName(file.name, 64), picture };
    await call(getResourcePath(resource.name, 'create'), icon, { idempotencyKey: createCallKey(), quiet: true });
  });
  const { fields } = resource;
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() =>
    Object.fromEntries(requested.map((name) => [name, fields[name] ? getDefault(fields[name]) : null])),
  );
  return (
    <Modal
      visible
      title={t('resource.icon.uploadMany')}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      maskClosable={false}
      onCancel={onClose}
    >
      <div className="form-stack">
        <FieldsForm
          rows={[requested]}
          fields={fields}
          values={values}
          errors={{}}
          onChange={(name, value) => setValues({ ...values, [name]: value })}
          disabled={busy}
        />
        <DropZone
          title={t('resource.icon.drop')}
          label={t('resource.icon.uploadMany')}
          accept={pictureTypes.join(',')}
          hint={t('resource.icon.named')}
          multiple
          disabled={false}
          onFiles={(files) => add(files, values)}
        />
        <UploadLines lines={lines} onCancel={cancel} done={t('resource.icon.added')} />
      </div>
    </Modal>
  );
}

function UploadIcons({ resource, refresh }: PageSlotProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    refresh();
  };
  return (
    <Can resource={resource} verb="create">
      <Button onClick={() => setOpen(true)}>{t('resource.icon.uploadMany')}</Button>
      {open ? <IconsDialog resource={resource} onClose={close} /> : null}
    </Can>
  );
}

/** Returns the background color of an icon, if it has one. */
function getBackground(record: Readonly<Record<string, unknown>>) {
  return typeof record.bgColor === 'string' ? { backgroundColor: record.bgColor } : {};
}

/** An icon on its own background. */
function IconCell({ record, value, full }: CellProps) {
  if (typeof value !== 'string' || value === '') return <span className="dim">–</span>;
  return (
    <span className={full ? `${styles.iconTile} ${styles.large}` : styles.iconTile} style={getBackground(record)}>
      <StoredImage path={value} lazy />
    </span>
  );
}

const sizes = [24, 40, 64, 96];

/** The icon in the sizes and on the backgrounds in which it is used. */
function IconPreview({ record }: RecordSlotProps) {
  const t = useWords();
  const { picture } = record;
  if (typeof picture !== 'string') return null;
  return (
    <section className={styles.iconPreview} aria-label={t('resource.icon.preview')}>
      {(['onLight', 'onDark'] as const).map((ground) => (
        <figure key={ground} className={`${styles.iconGround} ${styles[ground]}`}>
          <div>
            {sizes.map((size) => (
              <span
                key={size}
                className={styles.iconTile}
                style={{ ...getBackground(record), width: size, height: size }}
              >
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

/** Copies the URL of an icon, which clients and templates refer to. */
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
