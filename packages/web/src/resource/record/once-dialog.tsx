import { type FieldRecord, useWords } from '../../fields/index.ts';
import { Alert, Button, Modal } from '../../ui/index.ts';
import { AnswerTools } from '../action/answer-tools.tsx';
import { AnswerView } from '../action/answer-view.tsx';

interface OnceDialogProps {
  readonly answer: FieldRecord;
  /** Of the record that it belongs to. */
  readonly name: string;
  readonly onClose: () => void;
}

/** What the server shows this once: only its own button closes it. */
export function OnceDialog({ answer, name, onClose }: OnceDialogProps) {
  const t = useWords();
  return (
    <Modal
      visible
      title={t('resource.once.title')}
      maskClosable={false}
      escToExit={false}
      closable={false}
      footer={
        <>
          <AnswerTools answer={answer} name={name} />
          <Button type="primary" onClick={onClose}>
            {t('resource.password.done')}
          </Button>
        </>
      }
    >
      <div className="form-stack">
        <Alert type="warning" content={t('resource.once.text')} />
        <AnswerView answer={answer} />
      </div>
    </Modal>
  );
}
