import './documents.css';
import { type AnyResource, defaultOf, inputFields } from '@gantry/core';
import { useState } from 'react';
import { useWords } from '../../../fields/index.ts';
import { FieldsForm } from '../../../resource/form/fields-form.tsx';
import { Button, Modal } from '../../../ui/index.ts';
import { DropZone } from './drop-zone.tsx';
import { UploadLines } from './upload-lines.tsx';
import { documentTypes } from './use-document-upload.ts';
import { useUploads } from './use-uploads.ts';

interface UploadDialogProps {
  readonly resource: AnyResource;
  readonly onClose: () => void;
}

/** Asked of each file itself, and not once for all. */
const ofEachFile = ['file', 'name'];

/** What the action `add` asks for but the file; then files, several at once. */
export function UploadDialog({ resource, onClose }: UploadDialogProps) {
  const t = useWords();
  const { lines, busy, add, cancel } = useUploads(resource);
  const action = resource.actions?.add;
  const fields = action ? inputFields(resource, action) : {};
  const names = Object.keys(fields).filter((name) => !ofEachFile.includes(name));
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() =>
    Object.fromEntries(names.map((name) => [name, fields[name] ? defaultOf(fields[name]) : null])),
  );
  const isReady = names.every((name) => !fields[name]?.required || (values[name] ?? '') !== '');
  const isPdf = !('format' in resource.fields);
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
          accept={isPdf ? '.pdf' : documentTypes}
          hint={
            isReady ? t(isPdf ? 'resource.document.onlyPdf' : 'resource.document.hint') : t('resource.document.first')
          }
          disabled={!isReady}
          onFiles={(files) => add(files, values)}
        />
        <UploadLines lines={lines} onCancel={cancel} />
      </div>
    </Modal>
  );
}
