import './documents.css';
import { type AnyResource, getDefault, getInputFields } from '@gantry/core';
import { useState } from 'react';
import { useWords } from '../../../fields/index.ts';
import { FieldsForm } from '../../../resource/form/fields-form.tsx';
import { Button, Modal } from '../../../ui/index.ts';
import { DropZone } from '../../../ui/parts/index.ts';
import { UploadLines } from './upload-lines.tsx';
import { useUploads } from './use-uploads.ts';

interface UploadDialogProps extends TakenFiles {
  readonly resource: AnyResource;
  readonly onClose: () => void;
}

/** What files are taken. */
export interface TakenFiles {
  /** Endings of their names, as a file chooser takes them. */
  readonly accept: string;
  /** The same in words. */
  readonly hint: string;
}

/** Asked of each file itself, and not once for all. */
const ofEachFile = ['file', 'name'];

/** What the action `add` asks for but the file; then files, several at once. */
export function UploadDialog({ resource, accept, hint, onClose }: UploadDialogProps) {
  const t = useWords();
  const { lines, busy, add, cancel } = useUploads(resource);
  const action = resource.actions?.add;
  const fields = action ? getInputFields(resource, action) : {};
  const names = Object.keys(fields).filter((name) => !ofEachFile.includes(name));
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() =>
    Object.fromEntries(names.map((name) => [name, fields[name] ? getDefault(fields[name]) : null])),
  );
  const isReady = names.every((name) => !fields[name]?.required || (values[name] ?? '') !== '');
  return (
    <Modal
      visible
      title={t('resource.document.upload')}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      maskClosable={false}
      onCancel={onClose}
    >
      <div className="form-stack">
        <FieldsForm
          rows={names.map((name) => [name])}
          fields={fields}
          values={values}
          errors={{}}
          onChange={(name, value) => setValues({ ...values, [name]: value })}
          disabled={busy}
        />
        <DropZone
          title={t('resource.document.drop')}
          label={t('resource.document.chooseMany')}
          accept={accept}
          hint={isReady ? hint : t('resource.document.first')}
          multiple
          disabled={!isReady}
          onFiles={(files) => add(files, values)}
        />
        <UploadLines lines={lines} onCancel={cancel} />
      </div>
    </Modal>
  );
}
