import { type CurrentUser, getDestination, homeName } from '@gantry/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Reactions } from '../layout/reactions/reactions.tsx';
import { AppearanceProvider } from '../ui/appearance/index.ts';
import { ArcoProvider, loadArcoLocale, ToastProvider } from '../ui/index.ts';
import { createQueryClient } from './api/query-client.ts';
import styles from './desk.module.css';
import { FormatProvider, I18nProvider, loadTranslations, type Say, useLocale } from './i18n/index.ts';
import { findScreen, getLoginPath, listScreens } from './router/destination.ts';
import { getPath, navigateTo } from './router/place.ts';
import { ConsoleRouter } from './routes.tsx';
import type { Runtime } from './runtime.ts';
import { FirstPageProvider } from './screens/first-page.tsx';
import { createPageQuery, openPage } from './screens/open-page.ts';
import { SignedInProvider, StepUpProvider, UnsavedProvider, useSignedIn } from './session/index.ts';

type ArcoWords = Awaited<ReturnType<typeof loadArcoLocale>>;

/** Loads the signed-in user. On failure the session is over, and sign-in remembers the requested page. */
function useCurrentUserOrSignIn(runtime: Runtime, entering: CurrentUser | null): CurrentUser | null {
  const [user, setUser] = useState(entering);
  const { api, host } = runtime;
  const requested = useRef(false);
  useEffect(() => {
    if (user && !user.mustChangePassword) return;
    if (requested.current) return;
    requested.current = true;
    const leave = () =>
      host.session.signOut().finally(() => navigateTo(getLoginPath(getPath(), '', api.config), 'replace'));
    const found = runtime.who() ?? host.session.loadInfo();
    found.then((info) => (info.mustChangePassword ? leave() : setUser(info)), leave);
  }, [user, api, host, runtime]);
  return user?.mustChangePassword ? null : user;
}

interface AppShellTexts {
  readonly arco: ArcoWords;
  readonly t: Say;
}

/** Loads the translations of the frame and of Arco in the current language of the page. */
function useAppShellTexts(): AppShellTexts | null {
  const locale = useLocale();
  const [words, setWords] = useState<AppShellTexts | null>(null);
  useEffect(() => {
    void Promise.all([loadArcoLocale(locale), loadTranslations(locale, 'frame')]).then(([arco, t]) =>
      setWords({ arco, t }),
    );
  }, [locale]);
  return words;
}

/** How long, in ms, the first page is awaited so that it renders in one step. */
const timeoutMs = 400;

/** Whether the page in the URL can be rendered immediately. Its code is requested before the signed-in user is known. */
function useFirstPage(queries: QueryClient, { api, locale }: Runtime, user: CurrentUser | null): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const screens = listScreens(api.config);
    const findHome = () => screens.find(({ name }) => name === homeName);
    const screen = getPath() === '/' ? findHome() : findScreen(screens, getPath());
    if (!screen) return setReady(true);
    if (!user) return void queries.prefetchQuery(createPageQuery(screen));
    const timer = window.setTimeout(() => setReady(true), timeoutMs);
    void openPage({ queries, api, screen, role: user.role, locale }).finally(() => setReady(true));
    return () => window.clearTimeout(timer);
  }, [queries, api, locale, user]);
  return ready;
}

interface AppShellProps {
  readonly runtime: Runtime;
  /** The user who has just signed in; null when the page was opened with a session. */
  readonly entering: CurrentUser | null;
}

/** The console behind sign-in. */
export function AppShell({ runtime, entering }: AppShellProps) {
  const user = useCurrentUserOrSignIn(runtime, entering);
  const words = useAppShellTexts();
  const [queries] = useState(createQueryClient);
  const ready = useFirstPage(queries, runtime, user);
  if (!user || !words) return <div className={styles.deskOpening} />;
  return (
    <QueryClientProvider client={queries}>
      <I18nProvider locale={runtime.locale} t={words.t}>
        <FormatProvider timeZone={runtime.api.config.timezone} currency={runtime.api.config.currency}>
          <ArcoProvider words={words.arco}>
            <AppearanceProvider initial={runtime.appearance} host={runtime.host} applyPalette={runtime.applyPalette}>
              <ToastProvider>
                <UnsavedProvider>
                  <FirstPageProvider value={ready}>
                    <SignedInAppShell runtime={runtime} user={user} greet={entering !== null} />
                  </FirstPageProvider>
                </UnsavedProvider>
              </ToastProvider>
            </AppearanceProvider>
          </ArcoProvider>
        </FormatProvider>
      </I18nProvider>
    </QueryClientProvider>
  );
}

interface SignedInAppShellProps {
  readonly runtime: Runtime;
  readonly user: CurrentUser;
  readonly greet: boolean;
}

function SignedInAppShell({ runtime, user, greet }: SignedInAppShellProps) {
  const { api, host } = runtime;
  const [screens] = useState(() => listScreens(api.config));
  const leave = useCallback(() => {
    const to = getDestination(findScreen(screens, getPath()), { hasToken: false, role: null, screens });
    navigateTo(to.go === 'login' && to.redirect ? `/login?redirect=${to.redirect}` : '/login');
  }, [screens]);
  const signedIn = useSignedIn(host, user, leave);
  return (
    <SignedInProvider value={signedIn}>
      <StepUpProvider>
        <Reactions greet={greet} onLeave={leave} />
        <ConsoleRouter screens={screens} />
      </StepUpProvider>
    </SignedInProvider>
  );
}
