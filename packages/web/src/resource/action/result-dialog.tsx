import './result.css';
import { type Action, type AnyResource, formatResult } from '@gantry/core';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { Button, Modal, useReturnFocus } from '../../ui/index.ts';
import { useTitleOf } from '../use-title-of.ts';
import { AnswerTools } from './answer-tools.tsx';
import { AnswerView } from './answer-view.tsx';

interface ResultDialogProps {
  readonly resource: AnyResource;
  readonly action: Action;
  readonly record: FieldRecord | null;
  readonly answer: unknown;
  readonly onClose: () => void;
}

/** Shows the result of an action. */
export function ResultDialog({ resource, action, record, answer, onClose }: ResultDialogProps) {
  useReturnFocus();
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const titleOf = useTitleOf(resource);
  const title = [t('resource.action.result', { action: localize(action.label) }), record && titleOf(record)]
    .filter(Boolean)
    .join(' · ');
  const reported = formatResult(answer, action.output, format);
  return (
    <Modal
      visible
      title={title}
      onCancel={onClose}
      footer={
        <>
          <AnswerTools answer={reported} name={title} />
          <Button onClick={onClose}>{t('common.close')}</Button>
        </>
      }
    >
      <AnswerView answer={reported} />
    </Modal>
  );
}
