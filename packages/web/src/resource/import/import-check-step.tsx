import type { Fields } from '@gantry/core';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Alert, Button, Checkbox, Progress } from '../../ui/index.ts';
import type { Slots } from '../slots.ts';
import { ImportErrors } from './import-errors.tsx';
import type { ImportRow } from './import-run.ts';
import type { Import } from './use-import.ts';

interface CheckStepProps {
  readonly work: Import;
  readonly rows: readonly ImportRow[];
  readonly fields: Fields;
  /** What the entity offers for what came in, and whether it is wanted. */
  readonly next: Slots['imported'];
  readonly wanted: boolean;
  readonly onWanted: (wanted: boolean) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** What would happen, with every wrong line, before anything is written. */
export function CheckStep({ work, rows, fields, next, wanted, onWanted, onBack, onNext }: CheckStepProps) {
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const { progress, phase, problem, sentBefore } = work;
  const good = rows.length - progress.failed;
  const share = rows.length === 0 ? 0 : Math.round((progress.sent / rows.length) * 100);
  const checked = phase === 'checked';
  return (
    <div className="import-step">
      {checked ? null : (
        <>
          <p role="status">
            {t('resource.import.checking', { done: format.number(progress.sent), total: format.number(rows.length) })}
          </p>
          <Progress percent={share} aria-label={t('resource.import.check')} />
        </>
      )}
      {problem ? (
        <p role="alert" className="problem">
          {problem}
        </p>
      ) : null}
      {checked ? (
        <>
          <p role="status" data-testid="import-verdict">
            {t('resource.import.checked', {
              count: format.number(rows.length),
              created: format.number(progress.created),
              updated: format.number(progress.updated),
              skipped: format.number(progress.skipped),
              failed: format.number(progress.failed),
            })}
          </p>
          {sentBefore > 0 && sentBefore < rows.length ? (
            <Alert type="info" content={t('resource.import.interrupted', { done: format.number(sentBefore) })} />
          ) : null}
          {progress.failed === 0 ? <Alert type="success" content={t('resource.import.allGood')} /> : null}
        </>
      ) : null}
      <ImportErrors errors={progress.errors} rows={rows} fields={fields} />
      {next && checked && good > 0 ? (
        <Checkbox checked={wanted} onChange={onWanted}>
          {localize(next.choice)}
        </Checkbox>
      ) : null}
      <div className="import-foot">
        <Button onClick={onBack}>{t('resource.import.back')}</Button>
        <Button type="primary" disabled={!checked || good === 0} onClick={onNext}>
          {t(progress.failed > 0 ? 'resource.import.startGood' : 'resource.import.start', {
            count: format.number(good),
          })}
        </Button>
      </div>
    </div>
  );
}
