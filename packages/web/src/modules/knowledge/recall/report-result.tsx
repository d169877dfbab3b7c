import './recall.css';
import { formatResult, localize as sayIn } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../app/i18n/index.ts';
import { useReferences, useWords } from '../../../fields/index.ts';
import { AnswerView } from '../../../resource/action/answer-view.tsx';
import type { ResultSlotProps } from '../../../resource/slots.ts';
import { saveRows } from '../../../resource/transfer/save-file.ts';
import { Button, Modal } from '../../../ui/index.ts';

type Item = Readonly<Record<string, unknown>>;
interface Report {
  readonly items: readonly Item[];
}

/** A background run has only an ID. */
interface Started {
  readonly run: number;
  readonly questions: number;
}

const columns = ['query', 'pass', 'last', 'rank', 'recall', 'lastRecall', 'expected', 'got'] as const;

/** The report over many questions, or a link to their background run. */
export function ReportResult(props: ResultSlotProps) {
  const started = props.answer as Partial<Started>;
  if (typeof started.run !== 'number') return <Answered {...props} />;
  return <InBackground run={started.run} questions={started.questions ?? 0} close={props.close} />;
}

function InBackground({ run, questions, close }: Started & Pick<ResultSlotProps, 'close'>) {
  const t = useWords();
  const to = useReferences().link('recallRun', run);
  return (
    <Modal
      visible
      title={t('resource.recall.report')}
      onCancel={close}
      footer={<Button onClick={close}>{t('common.close')}</Button>}
    >
      <p data-testid="recall-run">{t('resource.recall.started', { count: questions })}</p>
      {to === null ? null : (
        <Link to={to} className="cell-link" onClick={close}>
          {t('resource.recall.follow', { run })}
        </Link>
      )}
    </Modal>
  );
}

/** The report with tools to copy and save it. */
function Answered({ resource, answer, close }: ResultSlotProps) {
  const t = useWords();
  const format = useFormat();
  const output = Object.values(resource.actions ?? {}).find(
    (action) => action.output && 'questions' in action.output,
  )?.output;
  const { items } = answer as Report;
  const used = columns.filter((name) => items.some((item) => name in item));
  const getHead = (name: string) => {
    const field = output?.[name];
    return field ? sayIn(field.label, format.locale) : name;
  };
  const getCells = (item: Item) => used.map((name) => String(item[name] ?? ''));
  const save = () => saveRows('recall.csv', [used.map(getHead), ...items.map(getCells)]);
  return (
    <Modal
      visible
      className="recall-dialog"
      title={t('resource.recall.report')}
      onCancel={close}
      footer={
        <>
          <Button onClick={save}>{t('resource.recall.download')}</Button>
          <Button onClick={close}>{t('common.close')}</Button>
        </>
      }
    >
      <AnswerView answer={formatResult(answer, output, format)} />
    </Modal>
  );
}
