import { type FieldRecord, useWords } from '../../fields/index.ts';
import { Alert, Button, Modal } from '../../ui/index.ts';
import { AnswerView } from '../action/answer-view.tsx';

/** What the server shows this once: only its own button closes it. */
export function OnceDialog({ answer, onClose }: { readonly answer: FieldRecord; readonly onClose: () => void }) {
  const t = useWords();
  return (
    <Modal
      visible
      title={t('resource.once.title')}
      maskClosable={false}
      escToExit={false}
      closable={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('resource.password.done')}
        </Button>
      }
    >
      <div className="form-stack">
        <Alert type="warning" content={t('resource.once.text')} />
        <AnswerView answer={answer} />
      </div>
    </Modal>
  );
}
