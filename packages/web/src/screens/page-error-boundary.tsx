import { errorMessage } from '@gantry/core';
import '../parts/page-frame.css';
import { Component, type ReactNode } from 'react';
import { useT } from '../i18n/index.ts';
import { Button } from '../ui/index.ts';

interface State {
  readonly error: Error | null;
}

/** A page that breaks leaves the frame standing, and can be opened again. */
export class PageErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(errorMessage(error)) };
  }

  override render() {
    const { error } = this.state;
    return error ? <BrokenPage error={error} onRetry={() => this.setState({ error: null })} /> : this.props.children;
  }
}

interface BrokenPageProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

function BrokenPage({ error, onRetry }: BrokenPageProps) {
  const t = useT();
  return (
    <main id="page" className="page" tabIndex={-1} data-testid="broken-page">
      <div className="card state" role="alert">
        <h1 className="state-title">{t('console.brokenPage')}</h1>
        <code className="state-text">{error.message}</code>
        <div className="page-actions">
          <Button type="primary" onClick={onRetry}>
            {t('common.retry')}
          </Button>
          <Button onClick={() => location.reload()}>{t('console.reloadPage')}</Button>
        </div>
      </div>
    </main>
  );
}
