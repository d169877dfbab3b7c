import './part-failure.css';
import { useT } from '../../app/i18n/index.ts';
import type { PartFailureProps } from '../lazy-part.tsx';
import { useReachable } from './use-reachable.ts';

/**
 * Shown for a part of the page that could not be loaded. While the server is unreachable, the part is retried automatically. If
 * the server responds, the code belongs to another version, and the page must be reloaded.
 */
export function PartFailure({ onRetry }: PartFailureProps) {
  const t = useT();
  const reachable = useReachable(onRetry);
  if (reachable === null) return null;
  return (
    <div className="part-failure" role="alert" data-testid="part-failure">
      <span>{t(reachable ? 'entry.partOutdated' : 'entry.partOffline')}</span>
      <button type="button" onClick={onRetry}>
        {t('common.retry')}
      </button>
      {reachable ? (
        <button type="button" className="primary" onClick={() => location.reload()}>
          {t('entry.reload')}
        </button>
      ) : null}
    </div>
  );
}
