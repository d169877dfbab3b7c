import '@arco-design/web-react/es/Result/style/css.js';
import '../../ui/parts/page-frame.css';
import '../../ui/parts/states.css';
import { Result } from '@arco-design/web-react';
import { errorMessage } from '@gantry/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { useRouteError } from 'react-router-dom';
import { Button } from '../../ui/index.ts';
import { useReachable } from '../../ui/parts/use-reachable.ts';
import { useT } from '../i18n/index.ts';

interface State {
  readonly error: Error | null;
}

/** Contains errors of a page: the frame stays usable, and the page can be opened again. */
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

/** Browsers report code that cannot be loaded with different English messages; the error has no other distinguishing mark. */
const isLoadFailure = ({ message }: Error) =>
  /dynamically imported module|importing a module script|error loading/i.test(message);

function BrokenPage({ error, onRetry }: BrokenPageProps) {
  const { reset } = useQueryErrorResetBoundary();
  const retry = () => {
    reset();
    onRetry();
  };
  return isLoadFailure(error) ? <UnloadedPage onRetry={retry} /> : <Broken reason={error.message} onRetry={retry} />;
}

/** A page whose code could not be loaded. It opens automatically when the server responds again. */
function UnloadedPage({ onRetry }: { readonly onRetry: () => void }) {
  const t = useT();
  const reachable = useReachable(onRetry);
  return <Broken reason={t(reachable === true ? 'entry.partOutdated' : 'entry.partOffline')} onRetry={onRetry} />;
}

function Broken({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  const t = useT();
  return (
    <main id="page" className="page" tabIndex={-1} data-testid="broken-page">
      <div role="alert">
        <Result
          className="card state"
          status="error"
          title={<h1>{t('console.brokenPage')}</h1>}
          subTitle={reason}
          extra={
            <>
              <Button type="primary" onClick={onRetry}>
                {t('common.retry')}
              </Button>{' '}
              <Button onClick={() => location.reload()}>{t('console.reloadPage')}</Button>
            </>
          }
        />
      </div>
    </main>
  );
}

/** Shown when the frame itself fails. Reloads the page at the same URL. */
export function BrokenFrame() {
  const error = useRouteError();
  return <Broken reason={error instanceof Error ? error.message : String(error)} onRetry={() => location.reload()} />;
}
