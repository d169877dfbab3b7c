import '@arco-design/web-react/es/Empty/style/css.js';
import '@arco-design/web-react/es/Result/style/css.js';
import './states.css';
import { Empty as ArcoEmpty, Result } from '@arco-design/web-react';
import { errorMessage, ResponseError } from '@gantry/core';
import type { ReactNode } from 'react';
import { useT } from '../../app/i18n/index.ts';
import { Button, Spin } from '../index.ts';

/** Shows that something is loading. */
export function Loading({ label }: { readonly label?: string }) {
  const t = useT();
  return (
    <div className="state loading" role="status">
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

/** Shown when there is nothing to show, with a next step. */
export function Empty({ title, hint, action }: EmptyProps) {
  const t = useT();
  return (
    <ArcoEmpty
      className="state"
      description={
        <>
          <div className="state-title">{title ?? t('common.empty')}</div>
          {hint ? <div className="state-text">{hint}</div> : null}
          {action}
        </>
      }
    />
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** The error message of the server, the request ID, and a retry button. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const t = useT();
  const message = errorMessage(error);
  const isUnreachable = error instanceof ResponseError && error.httpStatus === null;
  const requestId = error instanceof ResponseError ? error.data.requestId : undefined;
  return (
    <div role="alert">
      <Result
        className="state"
        status="error"
        subTitle={message}
        extra={
          onRetry ? (
            <Button onClick={onRetry} type="outline">
              {t('common.retry')}
            </Button>
          ) : null
        }
      >
        {isUnreachable ? <div className="state-text">{t('console.retries')}</div> : null}
        {typeof requestId === 'string' ? (
          <code className="state-text">{t('console.requestId', { id: requestId })}</code>
        ) : null}
      </Result>
    </div>
  );
}
