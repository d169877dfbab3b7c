import './documents.css';
import { type AnyResource, inputFields, resourcePath } from '@gantry/core';
import { useRef, useState } from 'react';
import { newCallKey } from '../../../api/index.ts';
import { useCalls, useWords } from '../../../fields/index.ts';
import { FieldsForm } from '../../../resource/form/fields-form.tsx';
import { Button, Modal } from '../../../ui/index.ts';
import { documentTypes, useDocumentUpload } from './use-document-upload.ts';

interface UploadDialogProps {
  readonly resource: AnyResource;
  readonly onClose: () => void;
}

interface Line {
  readonly name: string;
  readonly state: 'sending' | 'done' | 'failed';
  readonly problem: string;
}

/** Sends the files one after the other and tells of each how it went; what one is refused for does not stop the rest. */
function useSendAll(resource: AnyResource) {
  const upload = useDocumentUpload();
  const { call } = useCalls();
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [busy, setBusy] = useState(false);
  const sendAll = async (files: readonly File[], values: Readonly<Record<string, unknown>>) => {
    setBusy(true);
    const tell = (line: Line) => setLines((known) => [...known.filter(({ name }) => name !== line.name), line]);
    for (const file of files) {
      tell({ name: file.name, state: 'sending', problem: '' });
      try {
        const stored = await upload(file);
        const body = { ...values, file: stored.file, name: stored.name };
        await call(resourcePath(resource.name, 'add'), body, { idempotencyKey: newCallKey(), quiet: true });
        tell({ name: file.name, state: 'done', problem: '' });
      } catch (error) {
        tell({ name: file.name, state: 'failed', problem: error instanceof Error ? error.message : String(error) });
      }
    }
    setBusy(false);
  };
  return { lines, busy, sendAll };
}

export function UploadDialog({ resource, onClose }: UploadDialogProps) {
  const t = useWords();
  const picker = useRef<HTMLInputElement>(null);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({ questions: false });
  const { lines, busy, sendAll } = useSendAll(resource);
  const add = resource.actions?.add;
  const fields = add ? inputFields(resource, add) : {};
  const isReady = typeof values.knowledgeId === 'number' && !busy;
  return (
    <Modal visible title={t('resource.document.upload')} footer={null} maskClosable={false} onCancel={onClose}>
      <div className="form-stack">
        <FieldsForm
          rows={[['knowledgeId'], ['questions']]}
          fields={fields}
          values={values}
          errors={{}}
          onChange={(name, value) => setValues({ ...values, [name]: value })}
          disabled={busy}
        />
        <p className="hint">{t('resource.document.hint')}</p>
        <Button type="primary" disabled={!isReady} loading={busy} onClick={() => picker.current?.click()}>
          {t('resource.document.chooseMany')}
        </Button>
        <ul className="document-lines" aria-live="polite">
          {lines.map(({ name, state, problem }) => (
            <li key={name} className={state}>
              <span>{name}</span>
              <span>{problem || t(`resource.document.${state}`)}</span>
            </li>
          ))}
        </ul>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept={documentTypes}
          aria-label={t('resource.document.chooseMany')}
          onChange={(event) => {
            void sendAll([...(event.target.files ?? [])], values);
            event.target.value = '';
          }}
        />
      </div>
    </Modal>
  );
}
