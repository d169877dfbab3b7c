import { type Locale, storageKeys } from '@gantry/core';
import { useCallback } from 'react';
import { useLocale, useT } from '../../app/i18n/index.ts';
import { useSession, useUnsaved } from '../../app/session/index.ts';
import { useToast } from '../../ui/index.ts';

/** How long, in ms, the message is shown before the page reloads. */
const readingMs = 800;

/** Changes the language, shows a message and reloads. With unsaved changes, the language changes at the next reload. */
export function useChangeLocale(): (locale: Locale) => void {
  const t = useT();
  const toast = useToast();
  const current = useLocale();
  const unsaved = useUnsaved();
  const { host } = useSession();
  return useCallback(
    (locale) => {
      if (locale === current) return;
      host.store.set(storageKeys.locale, locale);
      host.tabs.publish({ kind: 'locale' });
      if (unsaved.any()) return toast.info(t('console.localeLater'));
      toast.success(t('session.localeChanged'));
      window.setTimeout(() => location.reload(), readingMs);
    },
    [current, host, unsaved, toast, t],
  );
}
