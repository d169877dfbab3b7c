import {
  backgroundJob,
  findError,
  formatResult,
  getResourcePath,
  jobStates,
  knowledge,
  ResponseError,
} from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useFormat, useSay } from '../../../app/i18n/index.ts';
import { useCalls, useReferences, useWords } from '../../../fields/index.ts';
import { AnswerView } from '../../../resource/action/answer-view.tsx';
import type { ResultSlotProps } from '../../../resource/slots.ts';
import { Alert, Button, Modal, Progress, useReturnFocus } from '../../../ui/index.ts';
import { Loading } from '../../../ui/parts/index.ts';

interface Job {
  readonly status: keyof typeof jobStates;
  readonly done: number;
  readonly total: number | null;
  readonly errorCode: keyof typeof backgroundJob.fields.errorCode.options | null;
  readonly error: string | null;
  readonly result: { readonly base?: number } | null;
}

const words = {
  openBase: { zh: '打开导入的知识库', en: 'Open the base' },
  followJob: { zh: '后台任务', en: 'Background job' },
  goesOn: { zh: '关闭窗口不影响导入', en: 'The upload continues after you close this.' },
  made: {
    zh: '已导入，文档正在排队索引',
    en: 'The knowledge base was created. Its documents are queued for indexing.',
  },
} as const;

const lookEvery = 1_000;
const isOpen = (job: Job | undefined) => job === undefined || job.status === 'queued' || job.status === 'running';

/** A user who may import may lack access to background jobs; another attempt would not change that. */
const isRejected = (error: Error | null) =>
  error instanceof ResponseError && error.code !== null && findError(error.code)?.retryable !== true;

/** The progress and the result of an import that was just started. It continues after the dialog is closed, as a job. */
export function ZipImport({ answer, refresh, close }: ResultSlotProps) {
  useReturnFocus();
  const t = useWords();
  const localize = useSay();
  const { call } = useCalls();
  const { link } = useReferences();
  const { job: id } = answer as { readonly job: number };
  const { data: job, error } = useQuery({
    queryKey: ['zip import', id],
    queryFn: ({ signal }) => call<Job>(getResourcePath(backgroundJob.name, 'get'), { id }, { signal }),
    gcTime: 0,
    refetchInterval: ({ state }) => (isOpen(state.data) && !isRejected(state.error) ? lookEvery : false),
  });
  const hasEnded = !isOpen(job);
  useEffect(() => {
    if (hasEnded) refresh();
  }, [hasEnded, refresh]);
  const base = job?.result?.base;
  const [toBase, toJob] = [base === undefined ? null : link(knowledge.name, base), link(backgroundJob.name, id)];
  return (
    <Modal
      visible
      title={localize(knowledge.actions.importZip.label)}
      onCancel={close}
      footer={<Button onClick={close}>{t('common.close')}</Button>}
    >
      <div className="form-stack" data-testid="zip-import">
        {job ? <Course job={job} /> : error ? <Unseen why={error.message} /> : <Loading />}
        {toBase ? (
          <Link to={toBase} className="cell-link" onClick={close}>
            {localize(words.openBase)}
          </Link>
        ) : null}
        {toBase === null && toJob !== null ? (
          <Link to={toJob} className="cell-link" onClick={close}>
            {`${localize(words.followJob)} #${id}`}
          </Link>
        ) : null}
      </div>
    </Modal>
  );
}

/** The import was accepted, but its progress cannot be read. Without this message it would look rejected, and be sent again. */
function Unseen({ why }: { readonly why: string }) {
  const localize = useSay();
  return (
    <>
      <Alert type="warning" content={why} />
      <p className="hint">{[localize(jobStates.queued), localize(words.goesOn)].join(' · ')}</p>
    </>
  );
}

function Course({ job }: { readonly job: Job }) {
  const localize = useSay();
  const format = useFormat();
  const { errorCode: code } = backgroundJob.fields;
  const state = localize(jobStates[job.status]);
  if (isOpen(job)) {
    const percent = Math.round((100 * job.done) / Math.max(1, job.total ?? 0));
    return (
      <>
        <Progress percent={Math.min(100, percent)} aria-label={state} />
        <p className="hint">{[state, localize(words.goesOn)].join(' · ')}</p>
      </>
    );
  }
  if (job.status === 'succeeded') {
    const { base: _, ...counts } = job.result ?? {};
    return (
      <>
        <Alert type="success" content={localize(words.made)} />
        <AnswerView answer={formatResult(counts, knowledge.actions.checkZip.output, format)} />
      </>
    );
  }
  const reason = job.errorCode === null ? null : localize(code.options[job.errorCode]);
  return <Alert type="error" content={[state, reason, job.error].filter(Boolean).join(' · ')} />;
}
