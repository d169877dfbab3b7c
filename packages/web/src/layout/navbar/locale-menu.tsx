import { type Locale, locales } from '@gantry/core';
import { useLocale, useT } from '../../app/i18n/index.ts';
import { IconLanguage } from '../../ui/icons.ts';
import { IconButton, MenuButton } from '../../ui/index.ts';
import { useChangeLocale } from './use-change-locale.ts';

const names: Readonly<Record<Locale, string>> = { 'zh-CN': '中文', 'en-US': 'English' };

/** The languages, each in its own words. */
export function LocaleMenu() {
  const t = useT();
  const current = useLocale();
  const changeLocale = useChangeLocale();
  const items = locales.map((locale) => ({
    key: locale,
    label: <span lang={locale}>{names[locale]}</span>,
    checked: locale === current,
    onSelect: () => changeLocale(locale),
  }));
  return (
    <MenuButton label={t('console.nav.locale')} items={items}>
      <IconButton label={t('console.nav.locale')} icon={<IconLanguage />} type="outline" shape="circle" />
    </MenuButton>
  );
}
