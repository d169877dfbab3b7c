import './result.css';
import { type Action, type AnyResource, toldAnswer } from '@gantry/core';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { useFormat, useSay } from '../../i18n/index.ts';
import { Button, Modal, useReturnFocus } from '../../ui/index.ts';
import { titleOf } from '../resource-host.tsx';
import { AnswerView } from './answer-view.tsx';

interface ResultDialogProps {
  readonly resource: AnyResource;
  readonly action: Action;
  readonly record: FieldRecord | null;
  readonly answer: unknown;
  readonly onClose: () => void;
}

/** What an action answered. */
export function ResultDialog({ resource, action, record, answer, onClose }: ResultDialogProps) {
  useReturnFocus();
  const t = useWords();
  const say = useSay();
  const format = useFormat();
  return (
    <Modal
      visible
      title={[t('resource.action.result', { action: say(action.label) }), record && titleOf(resource, record)]
        .filter(Boolean)
        .join(' · ')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => window.print()}>{t('resource.print')}</Button>
          <Button onClick={onClose}>{t('common.close')}</Button>
        </>
      }
    >
      <AnswerView answer={toldAnswer(answer, action.output, format)} />
    </Modal>
  );
}
