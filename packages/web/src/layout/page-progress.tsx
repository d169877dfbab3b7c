import './page-progress.css';
import { useIsFetching } from '@tanstack/react-query';
import { useT } from '../i18n/index.ts';

/** Whether code or data is on its way that was not there before; what is only asked for again is none of it. */
export function usePageBusy(): boolean {
  return useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0;
}

/** A thin bar at the top while something is on its way; what comes at once is spared it. */
export function PageProgress({ busy }: { readonly busy: boolean }) {
  const t = useT();
  if (!busy) return null;
  return <div className="page-progress" role="progressbar" aria-label={t('common.loading')} data-testid="progress" />;
}
