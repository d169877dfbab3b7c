import { type Fields, formatResultSums } from '@gantry/core';
import { useFormat } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Button, Progress } from '../../ui/index.ts';
import { saveRows } from '../transfer/save-file.ts';
import { FailureRows } from './failure-rows.tsx';
import type { Bulk } from './use-bulk.ts';

interface BulkProgressProps {
  readonly bulk: Bulk;
  readonly action: string;
  /** What the action answers. */
  readonly output?: Fields | undefined;
}

/** How far a bulk action is, what came of it, and what failed with its reason. */
export function BulkProgress({ bulk, action, output }: BulkProgressProps) {
  const t = useWords();
  const format = useFormat();
  const { run, phase, problem } = bulk;
  if (!run) return null;
  const total = run.total ?? 0;
  const share = phase === 'ended' ? 100 : total === 0 ? 0 : Math.min(100, Math.round((run.done / total) * 100));
  const counts = { ok: format.number(run.done - run.failures.length), failed: format.number(run.failures.length) };
  const words = {
    idle: '',
    running: t('resource.bulk.running', { action }),
    stopped: t('resource.bulk.stopped'),
    ended: t('resource.bulk.finished', counts),
  }[phase];
  const added = formatResultSums(run.sums, output, format);
  return (
    <div className="form-stack">
      <p role="status">
        {words}{' '}
        <span className="dim figure">
          {t('resource.bulk.progress', { done: format.number(run.done), total: format.number(total) })}
        </span>
      </p>
      {added === '' ? null : <p className="figure">{added}</p>}
      <Progress
        percent={share}
        aria-label={words}
        status={run.failures.length > 0 ? 'warning' : phase === 'ended' ? 'success' : 'normal'}
      />
      {problem ? (
        <p role="alert" className="problem">
          {problem}
        </p>
      ) : null}
      {run.failures.length > 0 ? <Failures bulk={bulk} /> : null}
    </div>
  );
}

function Failures({ bulk }: { readonly bulk: Bulk }) {
  const t = useWords();
  const failures = bulk.run?.failures ?? [];
  const save = () => {
    const rows = failures.map((item) => [String(item.id), String(item.code), item.message]);
    saveRows('failures.csv', [['id', 'code', 'reason'], ...rows]);
  };
  return (
    <>
      <FailureRows caption={t('resource.bulk.failures')} failures={failures} />
      <Button size="small" type="text" onClick={save}>
        {t('resource.bulk.download')}
      </Button>
    </>
  );
}
