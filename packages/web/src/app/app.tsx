import type { CurrentUser, Requester } from '@gantry/core';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { SignIn } from '../modules/auth/login/sign-in.tsx';
import { lazyPart, PartFailureProvider } from '../ui/lazy-part.tsx';
import { PartFailure } from '../ui/parts/part-failure.tsx';
import { ApiProvider } from './api/index.ts';
import { I18nProvider } from './i18n/index.ts';
import { getPath, navigateTo, useAtLogin } from './router/place.ts';
import type { Runtime } from './runtime.ts';
import type { SessionHost } from './session/index.ts';

/** Loads the code of the console behind sign-in. */
export const loadAppShell = () => import('./desk.tsx');
const AppShell = lazyPart(async () => ({ default: (await loadAppShell()).AppShell }));

/** Shows sign-in or the console behind it. The code of the console is loaded while the user types. */
export function App({ runtime }: { readonly runtime: Runtime }) {
  const { api, locale, t } = runtime;
  return (
    <ApiProvider api={api}>
      <I18nProvider locale={locale} t={t}>
        <PartFailureProvider value={PartFailure}>
          <SessionGuard runtime={runtime} />
        </PartFailureProvider>
      </I18nProvider>
    </ApiProvider>
  );
}

function SessionGuard({ runtime }: { readonly runtime: Runtime }) {
  const { api, host } = runtime;
  const atLogin = useAtLogin();
  const [user, setUser] = useState<CurrentUser | null>(null);
  const hasToken = host.session.token() !== null;
  // Cached searches must not be visible to the next user who signs in.
  const wasSignedIn = useRef(hasToken);
  wasSignedIn.current ||= hasToken;
  const enter = useCallback(
    async (who: Requester) => {
      const { getHome } = await import('./router/destination.ts');
      navigateTo(getHome(location.search, who, api.config), 'replace');
    },
    [api],
  );
  const signedIn = useCallback(
    (entering: CurrentUser) => {
      setUser(entering);
      void enter(entering);
    },
    [enter],
  );
  useEffect(() => {
    if (atLogin || hasToken) return;
    setUser(null);
    const path = getPath();
    if (path === '/' || path === '/workplace') return navigateTo('/login', 'replace');
    void import('./router/destination.ts').then(({ getLoginPath }) =>
      navigateTo(getLoginPath(path, wasSignedIn.current ? '' : location.search, api.config), 'replace'),
    );
  }, [atLogin, hasToken, api]);
  useEnterFromOtherTab(atLogin, host, enter);
  const prefetch = useMemo(() => () => void loadAppShell(), []);
  if (atLogin) return <SignIn host={host} onTyping={prefetch} onSignedIn={signedIn} />;
  if (!hasToken) return null;
  return (
    <Suspense fallback={null}>
      <AppShell runtime={runtime} entering={user} />
    </Suspense>
  );
}

/** Leaves sign-in when the user is already signed in or signs in from another tab. */
function useEnterFromOtherTab(atLogin: boolean, host: SessionHost, enter: (who: Requester) => Promise<void>) {
  useEffect(() => {
    if (!atLogin) return;
    const go = () => void enter(host.session.cachedInfo() ?? { role: 'user', permissionSet: [] });
    if (host.session.token() !== null && host.session.cachedInfo()) go();
    return host.tabs.subscribe((news) => (news.kind === 'signedIn' ? go() : undefined));
  }, [atLogin, host, enter]);
}
