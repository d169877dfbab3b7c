import { getError } from '@gantry/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { type Failure, useFailures } from '../../app/api/index.ts';
import { useT } from '../../app/i18n/index.ts';
import { useSession, useUnsaved } from '../../app/session/index.ts';
import { useToast } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const LogoutDialog = lazyPart(async () => ({ default: (await import('./logout-dialog.tsx')).LogoutDialog }));
const ReloginDialog = lazyPart(async () => ({ default: (await import('./relogin-dialog.tsx')).ReloginDialog }));

interface ReactionsProps {
  /** Whether to show a welcome message after sign-in. */
  readonly greet: boolean;
  /** Opens sign-in after the session has ended. */
  readonly onLeave: () => void;
}

/** Performs the reactions of the error catalogue: a message, the sign-out dialog or sign-in. Also follows the other tabs. */
export function Reactions({ greet, onLeave }: ReactionsProps) {
  const t = useT();
  const toast = useToast();
  const failures = useFailures();
  const unsaved = useUnsaved();
  const queries = useQueryClient();
  const { host } = useSession();
  const [request, setRequest] = useState<'none' | 'logout' | 'relogin'>('none');
  useEffect(() => {
    if (greet) toast.success(t('session.welcome'));
  }, [greet, toast, t]);
  const sessionOver = useCallback(() => {
    host.session.clear();
    if (unsaved.any()) return setRequest('relogin');
    queries.clear();
    onLeave();
  }, [host, unsaved, queries, onLeave]);
  useEffect(() => {
    const react = ({ error }: Failure) => {
      if (error.code === getError('stepUpNeeded').code) return;
      toast.error(error.message);
      if (error.verdict.reaction === 'relogin') sessionOver();
      if (error.verdict.reaction === 'confirmLogout') setRequest((now) => (now === 'none' ? 'logout' : now));
    };
    return failures.subscribe(react);
  }, [failures, toast, sessionOver]);
  useOtherTabs(sessionOver, () => setRequest('none'));
  useOtherLanguage();
  const resumeSession = () => {
    setRequest('none');
    host.tabs.publish({ kind: 'signedIn' });
    void queries.invalidateQueries();
  };
  return (
    <Suspense fallback={null}>
      {request === 'logout' ? (
        <LogoutDialog onStay={() => setRequest('none')} onSignInHere={() => setRequest('relogin')} />
      ) : null}
      {request === 'relogin' ? <ReloginDialog onDone={resumeSession} onGiveUp={onLeave} /> : null}
    </Suspense>
  );
}

/** Follows a language change in another tab, unless a reload would lose unsaved changes here. */
function useOtherLanguage() {
  const t = useT();
  const toast = useToast();
  const { host } = useSession();
  const unsaved = useUnsaved();
  useEffect(
    () =>
      host.tabs.subscribe(({ kind }) => {
        if (kind !== 'locale') return;
        if (unsaved.any()) toast.info(t('console.localeLater'));
        else location.reload();
      }),
    [host, unsaved, toast, t],
  );
}

/** Applies sign-in and sign-out in one tab to all tabs of the browser. */
function useOtherTabs(onSignedOut: () => void, onSignedIn: () => void) {
  const { host, user } = useSession();
  const unsaved = useUnsaved();
  useEffect(
    () =>
      host.tabs.subscribe((news) => {
        if (news.kind === 'signedOut') onSignedOut();
        if (news.kind !== 'signedIn') return;
        if (host.session.cachedInfo()?.name === user.name) onSignedIn();
        else if (!unsaved.any()) location.reload();
      }),
    [host, user, unsaved, onSignedOut, onSignedIn],
  );
}
