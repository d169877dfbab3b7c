import './page-progress.css';
import { useIsFetching } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../app/i18n/index.ts';

/**
 * What the frame holds. It knows by itself whether code or data is on its way that was not there before (what is only asked
 * for again is none of it), so that no part of the frame is drawn anew for it.
 */
export function BusyContent({ children }: { readonly children: ReactNode }) {
  const busy = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0;
  return (
    <>
      {busy ? <PageProgress /> : null}
      <div className="shell-content" aria-busy={busy}>
        {children}
      </div>
    </>
  );
}

/** A thin bar at the top while something is on its way; what comes at once is spared it. */
function PageProgress() {
  const t = useT();
  return <div className="page-progress" role="progressbar" aria-label={t('common.loading')} data-testid="progress" />;
}
