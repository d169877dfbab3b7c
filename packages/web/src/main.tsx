import './ui/base-style.ts';
import './base.css';
import { createClient, createSession, defaultLocale, localeOf, storageKeys } from '@gantry/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createChannel, type Failure, fetchTransport, loadConfig } from './api/index.ts';
import { App, loadDesk } from './app.tsx';
import { createPaletteSheet } from './appearance/apply-palette.ts';
import { applyTheme } from './appearance/apply-theme.ts';
import { initialSettings } from './appearance/initial-settings.ts';
import { wordsOf } from './i18n/index.ts';
import { isLogin } from './router/place.ts';
import type { Runtime } from './runtime.ts';
import { createBrowserStore, createTabSync } from './session/index.ts';

/** Gives a promise that began early to the first who asks for it; its failure is theirs to meet. */
function once<T>(early: Promise<T> | null): () => Promise<T> | null {
  let left = early;
  early?.catch(() => undefined);
  return () => {
    const given = left;
    left = null;
    return given;
  };
}

async function makeRuntime(): Promise<Runtime> {
  const store = createBrowserStore();
  const stored = store.get(storageKeys.locale);
  const guessed = wordsOf(localeOf(stored ?? defaultLocale), 'entry');
  const returning = store.get(storageKeys.token) !== null && !isLogin(location.pathname);
  if (returning) void loadDesk();
  const config = await loadConfig();
  const locale = localeOf(stored ?? config.defaultLocale);
  const failures = createChannel<Failure>();
  const client = createClient({
    baseUrl: config.apiBaseUrl,
    transport: fetchTransport,
    token: () => store.get(storageKeys.token),
    locale: () => locale,
    onFailure: (error, path) => failures.publish({ error, path }),
  });
  const looks = initialSettings(config.appearance, store.get(storageKeys.theme));
  const session = createSession(client, store);
  const who = once(returning ? session.loadInfo() : null);
  return {
    api: { client, config, failures },
    host: { session, store, tabs: createTabSync() },
    who,
    locale,
    t: await (localeOf(stored ?? defaultLocale) === locale ? guessed : wordsOf(locale, 'entry')),
    looks,
    applyPalette: createPaletteSheet(document),
  };
}

async function start(root: HTMLElement): Promise<void> {
  const runtime = await makeRuntime();
  document.documentElement.lang = runtime.locale;
  document.title = runtime.api.config.siteName;
  applyTheme(runtime.looks.theme);
  runtime.applyPalette(runtime.looks.themeColor);
  createRoot(root).render(
    <StrictMode>
      <App runtime={runtime} />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root) void start(root);
