import { type AnyResource, type Fields, formatResult } from '@gantry/core';
import { useFormat } from '../../app/i18n/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { Alert, Button, Modal } from '../../ui/index.ts';
import { AnswerTools } from '../action/answer-tools.tsx';
import { AnswerView } from '../action/answer-view.tsx';

interface OnceDialogProps {
  readonly resource: AnyResource;
  readonly answer: FieldRecord;
  /** Of the record that it belongs to. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Values of an answer in addition to the fields of its record, with their labels. */
const outputsOf = ({ actions }: AnyResource): Fields =>
  Object.assign({}, ...Object.values(actions ?? {}).map(({ output }) => output ?? {}));

/** What the server shows this once: only its own button closes it. */
export function OnceDialog({ resource, answer, name, onClose }: OnceDialogProps) {
  const t = useWords();
  const reported = formatResult(answer, outputsOf(resource), useFormat());
  return (
    <Modal
      visible
      title={t('resource.once.title')}
      maskClosable={false}
      escToExit={false}
      closable={false}
      footer={
        <>
          <AnswerTools answer={reported} name={name} />
          <Button type="primary" onClick={onClose}>
            {t('resource.password.done')}
          </Button>
        </>
      }
    >
      <div className="form-stack">
        <Alert type="warning" content={t('resource.once.text')} />
        <AnswerView answer={reported} />
      </div>
    </Modal>
  );
}
