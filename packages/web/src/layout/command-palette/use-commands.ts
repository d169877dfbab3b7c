import { allows, areas, can, kebab, type ScreenDefinition } from '@gantry/core';
import { useNavigate } from 'react-router-dom';
import { useAppearance } from '../../appearance/index.ts';
import { settingPlaces } from '../../catalogue/setting-places.ts';
import { sketches } from '../../catalogue/sketches.ts';
import { useLocale, useSay, useT } from '../../i18n/index.ts';
import { usePermittedScreens } from '../../router/screens-context.tsx';
import { useSession } from '../../session/index.ts';
import { useFullScreen } from '../navbar/full-screen-button.tsx';
import { useChangeLocale } from '../navbar/use-change-locale.ts';
import type { Command } from './match-commands.ts';

/** Pages that the person may open. */
function usePageCommands(screens: readonly ScreenDefinition[]): Command[] {
  const say = useSay();
  const navigate = useNavigate();
  return screens.map((screen) => {
    const area = areas.find((entry) => entry.name === screen.area);
    return {
      key: screen.path,
      kind: 'pages',
      title: say(screen.label),
      place: [area?.label, screen.group]
        .filter((words) => words !== undefined)
        .filter((words) => !screen.hidden && words.zh !== screen.label.zh)
        .map(say)
        .join(' / '),
      also: [screen.label.zh, screen.label.en, screen.path],
      run: () => void navigate(screen.path),
    };
  });
}

/** Creating a record, and what a resource can do as a whole; each on the page where it stands. */
function useResourceCommands(screens: readonly ScreenDefinition[], role: string): Command[] {
  const t = useT();
  const say = useSay();
  const navigate = useNavigate();
  return screens.flatMap((screen) =>
    sketches.flatMap((resource): Command[] => {
      if (resource.path !== screen.path) return [];
      const command = (name: string, title: string, also: readonly string[], opened: string): Command => ({
        key: `${resource.name}.${name}`,
        kind: 'actions',
        title,
        place: say(screen.label),
        also,
        run: () => void navigate(`${screen.path}?tab=${kebab(resource.name)}&${opened}`),
      });
      const { zh, en } = resource.label;
      const create = can(role, resource, 'create')
        ? [
            command(
              'create',
              t('console.command.create', { name: say(resource.label) }),
              [`新建${zh}`, `New ${en}`],
              'new=1',
            ),
          ]
        : [];
      const own = Object.entries(resource.actions ?? {})
        .filter(([, action]) => action.on === 'collection' && allows(action.roles, role))
        .map(([name, action]) =>
          command(name, say(action.label), [action.label.zh, action.label.en, zh, en], `run=${name}`),
        );
      return [...create, ...own];
    }),
  );
}

/** The settings that the person may see, each where it stands. */
function useSettingCommands(screens: readonly ScreenDefinition[], role: string): Command[] {
  const say = useSay();
  const navigate = useNavigate();
  const paths = new Set(screens.map(({ path }) => path));
  return settingPlaces
    .filter(({ path, roles }) => paths.has(path) && allows(roles, role))
    .map(({ name, label, within, to }) => ({
      key: `setting.${to}`,
      kind: 'settings',
      title: say(label),
      place: within.map(say).join(' / '),
      also: [name, ...[label, ...within].flatMap(({ zh, en }) => [zh, en])],
      run: () => void navigate(to),
    }));
}

/** What the frame itself can do. */
function useFrameCommands(): Command[] {
  const t = useT();
  const locale = useLocale();
  const changeLocale = useChangeLocale();
  const { settings, change, setTheme } = useAppearance();
  const { signOut } = useSession();
  const fullScreen = useFullScreen();
  const dark = settings.theme === 'dark';
  const command = (key: string, title: string, also: readonly string[], run: () => void): Command => ({
    key: `frame.${key}`,
    kind: 'actions',
    title,
    place: '',
    also,
    run,
  });
  return [
    command('theme', t(dark ? 'console.nav.toLight' : 'console.nav.toDark'), ['theme', '主题'], () =>
      setTheme(dark ? 'light' : 'dark'),
    ),
    command('locale', locale === 'zh-CN' ? 'English' : '中文', ['language', '语言'], () =>
      changeLocale(locale === 'zh-CN' ? 'en-US' : 'zh-CN'),
    ),
    command('settings', t('console.settings.title'), ['settings', '配置'], () => change({ globalSettings: true })),
    command(
      'full',
      t(fullScreen.on ? 'console.nav.exitFullScreen' : 'console.nav.fullScreen'),
      ['full screen', '全屏'],
      fullScreen.toggle,
    ),
    command('out', t('session.signOut'), ['logout', '退出'], () => void signOut()),
  ];
}

/** Everything that the palette offers the person. */
export function useCommands(): readonly Command[] {
  const { role } = useSession();
  const permitted = usePermittedScreens();
  return [
    ...usePageCommands(permitted),
    ...useResourceCommands(permitted, role),
    ...useFrameCommands(),
    ...useSettingCommands(permitted, role),
  ];
}
