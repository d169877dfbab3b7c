import { type AnyResource, type Fields, formatResult } from '@gantry/core';
import { useFormat } from '../../app/i18n/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { Alert, Button, Modal } from '../../ui/index.ts';
import { AnswerTools } from '../action/answer-tools.tsx';
import { AnswerView } from '../action/answer-view.tsx';

interface OnceDialogProps {
  readonly resource: AnyResource;
  readonly answer: FieldRecord;
  /** Name of the record that the value belongs to. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Values of a response in addition to the fields of its record, with their labels. */
const listOutputs = ({ actions }: AnyResource): Fields =>
  Object.assign({}, ...Object.values(actions ?? {}).map(({ output }) => output ?? {}));

/** Shows a value that the server returns only once. Only its own button closes it. */
export function OnceDialog({ resource, answer, name, onClose }: OnceDialogProps) {
  const t = useWords();
  const reported = formatResult(answer, listOutputs(resource), useFormat());
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
