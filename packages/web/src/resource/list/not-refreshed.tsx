import { errorMessage } from '@gantry/core';
import { useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';

interface NotRefreshedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Warns that the rows below are outdated, with the reason and a retry button. */
export function NotRefreshed({ error, onRetry }: NotRefreshedProps) {
  const t = useWords();
  const reason = errorMessage(error);
  return (
    <div className="not-refreshed" role="alert">
      <span>{t('resource.list.notRefreshed', { reason })}</span>
      <Button size="mini" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
