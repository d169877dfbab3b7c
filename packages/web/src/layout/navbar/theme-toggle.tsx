import { useT } from '../../app/i18n/index.ts';
import { useAppearance } from '../../ui/appearance/index.ts';
import { IconMoonFill, IconSunFill } from '../../ui/icons.ts';
import { IconButton } from '../../ui/index.ts';

/** Shows the theme that a click leads to. */
export function ThemeToggle() {
  const t = useT();
  const { settings, setTheme } = useAppearance();
  const dark = settings.theme === 'dark';
  return (
    <IconButton
      label={t(dark ? 'console.nav.toLight' : 'console.nav.toDark')}
      icon={dark ? <IconSunFill /> : <IconMoonFill />}
      type="outline"
      shape="circle"
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  );
}
