import { createClient, createSession, defaultLocale, storageKeys, toLocale } from '@gantry/core';
import { createPaletteSheet } from '../ui/appearance/apply-palette.ts';
import { createInitialSettings } from '../ui/appearance/initial-settings.ts';
import type { Failure } from './api/api-context.tsx';
import { createChannel } from './api/channel.ts';
import { loadConfig } from './api/runtime-config.ts';
import { fetchTransport } from './api/transport.ts';
import { loadTranslations } from './i18n/words-of.ts';
import { getPath, isLogin } from './router/place.ts';
import type { Runtime } from './runtime.ts';
import { createBrowserStore } from './session/browser-store.ts';
import { createTabSync } from './session/tab-sync.ts';

/** Passes a request that was started early to the first caller, which also handles its failure. */
function takeOnce<T>(early: Promise<T> | null): () => Promise<T> | null {
  let left = early;
  early?.catch(() => undefined);
  return () => {
    const given = left;
    left = null;
    return given;
  };
}

/** Creates the runtime of the page and requests the signed-in user. It needs no rendering code, so it runs while that loads. */
export async function makeRuntime(): Promise<Runtime> {
  const store = createBrowserStore();
  const stored = store.get(storageKeys.locale);
  const guessed = loadTranslations(toLocale(stored ?? defaultLocale), 'entry');
  const returning = store.get(storageKeys.token) !== null && !isLogin(getPath());
  const config = await loadConfig();
  const locale = toLocale(stored ?? config.defaultLocale);
  const words = toLocale(stored ?? defaultLocale) === locale ? guessed : loadTranslations(locale, 'entry');
  const failures = createChannel<Failure>();
  const client = createClient({
    baseUrl: config.apiBaseUrl,
    transport: fetchTransport(async () => (await words)('entry.unreachable')),
    token: () => store.get(storageKeys.token),
    locale: () => locale,
    onFailure: (error, path) => failures.publish({ error, path }),
  });
  const appearance = createInitialSettings(config.appearance, store.get(storageKeys.theme));
  const session = createSession(client, store);
  const who = takeOnce(returning ? session.loadInfo() : null);
  return {
    api: { client, config, failures },
    host: { session, store, tabs: createTabSync() },
    who,
    returning,
    locale,
    t: await words,
    appearance,
    applyPalette: createPaletteSheet(document),
  };
}
