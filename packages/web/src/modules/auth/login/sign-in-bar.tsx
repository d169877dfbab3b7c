import { type Locale, locales, storageKeys } from '@gantry/core';
import { useState } from 'react';
import { useLocale, useT } from '../../../app/i18n/index.ts';
import type { SessionHost } from '../../../app/session/index.ts';
import { applyTheme } from '../../../ui/appearance/apply-theme.ts';

const names: Readonly<Record<Locale, string>> = { 'zh-CN': '中文', 'en-US': 'English' };

/** Language and theme, before anyone has signed in. */
export function SignInBar({ host }: { readonly host: SessionHost }) {
  const t = useT();
  const locale = useLocale();
  const [dark, setDark] = useState(() => document.body.getAttribute('arco-theme') === 'dark');
  const chooseLocale = (next: string) => {
    if (next === locale) return;
    host.store.set(storageKeys.locale, next);
    location.reload();
  };
  const toggleTheme = () => {
    const theme = dark ? 'light' : 'dark';
    host.store.set(storageKeys.theme, theme);
    host.tabs.publish({ kind: 'theme', theme });
    applyTheme(theme);
    setDark(!dark);
  };
  return (
    <header className="sign-in-bar">
      <select aria-label={t('entry.locale')} value={locale} onChange={(event) => chooseLocale(event.target.value)}>
        {locales.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </select>
      <button type="button" onClick={toggleTheme} aria-pressed={dark}>
        {t(dark ? 'entry.toLight' : 'entry.toDark')}
      </button>
    </header>
  );
}
