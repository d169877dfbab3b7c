import { errorMessage } from '@gantry/core';
import { useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';

interface NotRefreshedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** The rows below are those of before: why, and another try. */
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
