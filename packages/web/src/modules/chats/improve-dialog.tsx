import { errorMessage, type FieldErrors, knowDoc, ResponseError, reference, type Values } from '@gantry/core';
import { useRef, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { useSay } from '../../app/i18n/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { useSendAction } from '../../resource/action/use-send-action.ts';
import { FieldsForm } from '../../resource/form/fields-form.tsx';
import { Alert, Modal, useReturnFocus, useToast } from '../../ui/index.ts';

const { improve } = knowDoc.actions;
const { question, answer } = improve.input;
/** Documents that take chunks: those that are done. */
const documentField = (zh: string) =>
  reference({ zh, en: zh }, knowDoc.name, { required: true, only: { status: improve.from } });

interface ImproveDialogProps {
  /** The answer. */
  readonly message: FieldRecord;
  readonly onClose: () => void;
}

/** Asks for the document and for better words; the action of the document does the rest. */
export function ImproveDialog({ message, onClose }: ImproveDialogProps) {
  useReturnFocus();
  const t = useWords();
  const localize = useSay();
  const toast = useToast();
  const send = useSendAction(knowDoc);
  const sent = useRef({ body: '', key: '' });
  const [values, setValues] = useState<Values>({ document: null, question: null, answer: message.content ?? null });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const run = async () => {
    const { document: id, ...texts } = values;
    const body = JSON.stringify(values);
    if (sent.current.body !== body) sent.current = { body, key: createCallKey() };
    setBusy(true);
    try {
      await send('improve', { id }, { messageId: message.id, ...texts }, sent.current.key);
      toast.success(t('resource.chat.improved'));
      onClose();
    } catch (error) {
      if (error instanceof ResponseError) setErrors(error.errors);
      toast.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const fields = { document: documentField(t('resource.chat.document')), question, answer };
  return (
    <Modal
      visible
      title={t('resource.chat.improve')}
      maskClosable={false}
      okText={t('resource.chat.improve')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: values.document === null }}
      onOk={run}
      onCancel={onClose}
    >
      <div className="form-stack">
        <Alert type="info" content={localize(improve.help)} />
        <FieldsForm
          rows={[['document'], ['question'], ['answer']]}
          fields={fields}
          values={values}
          errors={errors}
          disabled={busy}
          onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
        />
      </div>
    </Modal>
  );
}
