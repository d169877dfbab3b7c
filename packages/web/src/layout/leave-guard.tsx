import { Suspense } from 'react';
import { useBlocker } from 'react-router-dom';
import { useT } from '../app/i18n/index.ts';
import { useUnsaved } from '../app/session/index.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const ConfirmDialog = lazyPart(async () => ({
  default: (await import('../ui/parts/confirm-dialog.tsx')).ConfirmDialog,
}));

/** Asks before a page with unsaved work is left: by a link, by a tab, by the browser's own back. */
export function LeaveGuard() {
  const t = useT();
  const unsaved = useUnsaved();
  const blocker = useBlocker(
    ({ currentLocation: now, nextLocation: next }) =>
      unsaved.any() && `${now.pathname}${now.search}` !== `${next.pathname}${next.search}`,
  );
  if (blocker.state !== 'blocked') return null;
  const leave = () => {
    unsaved.purge();
    blocker.proceed();
  };
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        open
        title={t('console.leave.title')}
        okText={t('console.leave.go')}
        danger
        onConfirm={leave}
        onCancel={() => blocker.reset()}
      >
        {t('console.leave.text')}
      </ConfirmDialog>
    </Suspense>
  );
}
