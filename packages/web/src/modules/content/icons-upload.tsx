import { type AnyResource, can, getDefault, getResourcePath, toRecordName } from '@gantry/core';
import { useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { useSession } from '../../app/session/index.ts';
import { pictureTypes, useSendPicture } from '../../fields/image/use-upload.ts';
import { useCalls, useWords } from '../../fields/index.ts';
import { FieldsForm } from '../../resource/form/fields-form.tsx';
import type { PageSlotProps } from '../../resource/slots.ts';
import { Button, Modal } from '../../ui/index.ts';
import { DropZone } from '../../ui/parts/index.ts';
import { UploadLines } from '../knowledge/documents/upload-lines.tsx';
import { useUploadQueue } from '../knowledge/documents/use-upload-queue.ts';

/** Asked once for all the icons that are chosen. */
const requested = ['group', 'bgColor'];

interface IconsDialogProps {
  readonly resource: AnyResource;
  readonly onClose: () => void;
}

/** Pictures, several at once, each an icon called as its file is. */
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

export function UploadIcons({ resource, refresh }: PageSlotProps) {
  const t = useWords();
  const { rights } = useSession();
  const [open, setOpen] = useState(false);
  if (!can(rights, resource, 'create')) return null;
  const close = () => {
    setOpen(false);
    refresh();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('resource.icon.uploadMany')}</Button>
      {open ? <IconsDialog resource={resource} onClose={close} /> : null}
    </>
  );
}
