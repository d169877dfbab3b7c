import './states.css';
import { errorMessage, ResponseError } from '@gantry/core';
import type { ReactNode } from 'react';
import { useT } from '../../app/i18n/index.ts';
import { Button, Spin } from '../index.ts';

/** Something is on its way. */
export function Loading({ label }: { readonly label?: string }) {
  const t = useT();
  return (
    <div className="state" role="status">
      <Spin dot />
      <span className="state-text">{label ?? t('common.loading')}</span>
    </div>
  );
}

interface EmptyProps {
  readonly title?: string;
  readonly hint?: ReactNode;
  readonly action?: ReactNode;
}

/** Nothing to show, and what to do about it. */
export function Empty({ title, hint, action }: EmptyProps) {
  const t = useT();
  return (
    <div className="state">
      <svg className="state-art" viewBox="0 0 96 64" aria-hidden="true">
        <path d="M14 30h18l5 9h22l5-9h18v22a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4z" />
        <path d="M14 30l12-20h44l12 20" />
      </svg>
      <span className="state-title">{title ?? t('common.empty')}</span>
      {hint ? <span className="state-text">{hint}</span> : null}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** What went wrong in the server's words, the number to quote, and another try. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const t = useT();
  const message = errorMessage(error);
  const isUnreachable = error instanceof ResponseError && error.httpStatus === null;
  const requestId = error instanceof ResponseError ? error.data.requestId : undefined;
  return (
    <div className="state" role="alert">
      <span className="state-title">{message}</span>
      {isUnreachable ? <span className="state-text">{t('console.retries')}</span> : null}
      {typeof requestId === 'string' ? (
        <code className="state-text">{t('console.requestId', { id: requestId })}</code>
      ) : null}
      {onRetry ? (
        <Button onClick={onRetry} type="outline">
          {t('common.retry')}
        </Button>
      ) : null}
    </div>
  );
}
