import './documents.css';
import { type AnyResource, getDefault, getInputFields, getResourcePath, ResponseError } from '@gantry/core';
import { useState } from 'react';
import { createCallKey } from '../../../app/api/index.ts';
import { useCalls, useWords } from '../../../fields/index.ts';
import { FieldsForm } from '../../../resource/form/fields-form.tsx';
import { Button, Modal } from '../../../ui/index.ts';
import { DropZone } from '../../../ui/parts/index.ts';
import { UploadLines } from './upload-lines.tsx';
import { useDocumentUpload } from './use-document-upload.ts';
import { useUploadQueue } from './use-upload-queue.ts';

type Call = ReturnType<typeof useCalls>['call'];

/** Idempotency keys of uploads without a response: the same file dropped again is added and charged only once. */
const unanswered = new Map<string, string>();

async function addOnce(call: Call, path: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  const what = `${path}\n${JSON.stringify(body)}`;
  const before = unanswered.get(what);
  const idempotencyKey = before ?? createCallKey();
  unanswered.set(what, idempotencyKey);
  try {
    await call(path, body, { idempotencyKey, quiet: true });
    unanswered.delete(what);
  } catch (error) {
    // After a client error nothing was added; without a response or after a server error the outcome is unknown.
    const isRejected = error instanceof ResponseError && error.code !== null && (error.httpStatus ?? 500) < 500;
    if (isRejected && before === undefined) unanswered.delete(what);
    throw error;
  }
}

/** Sends files one after the other and adds each with the action `add`. */
function useUploads(resource: AnyResource) {
  const upload = useDocumentUpload();
  const { call } = useCalls();
  return useUploadQueue(async (file, values, onShare, signal) => {
    const stored = await upload(file, onShare, signal);
    signal.throwIfAborted();
    await addOnce(call, getResourcePath(resource.name, 'add'), { ...values, file: stored.file, name: stored.name });
  });
}

interface UploadDialogProps extends TakenFiles {
  readonly resource: AnyResource;
  readonly onClose: () => void;
}

/** The accepted files. */
export interface TakenFiles {
  /** Accepted file extensions, in the format of the `accept` attribute. */
  readonly accept: string;
  /** The accepted files as text. */
  readonly hint: string;
}

/** Input that each file provides itself. */
const ofEachFile = ['file', 'name'];

/** Asks for the input of the action `add` without the file, then for several files at once. */
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
