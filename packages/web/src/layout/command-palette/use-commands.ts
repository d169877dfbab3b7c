import {
  allowsRole,
  areas,
  can,
  canChange,
  canUse,
  getTabLabel,
  kebab,
  type Rights,
  type ScreenDefinition,
} from '@gantry/core';
import { useNavigate } from 'react-router-dom';
import { getTabKey, listOpenTabs } from '../../app/catalog/open-tabs.ts';
import { findSettings } from '../../app/catalog/setting-places.ts';
import { skeletons } from '../../app/catalog/sketches.ts';
import { useLocale, useSay, useT } from '../../app/i18n/index.ts';
import { usePermittedScreens } from '../../app/router/screens-context.tsx';
import { useSession } from '../../app/session/index.ts';
import { useAppearance } from '../../ui/appearance/index.ts';
import { useFullScreen } from '../navbar/full-screen-button.tsx';
import { useChangeLocale } from '../navbar/use-change-locale.ts';
import type { Command } from './match-commands.ts';

/** Pages that the user may open. */
function usePageCommands(screens: readonly ScreenDefinition[]): Command[] {
  const localize = useSay();
  const navigate = useNavigate();
  return screens.map((screen) => {
    const area = areas.find((entry) => entry.name === screen.area);
    return {
      key: screen.path,
      kind: 'pages',
      title: localize(screen.label),
      place: (screen.hidden ? [] : [area?.label, screen.group])
        .filter((words) => words !== undefined)
        .map(localize)
        .filter((words) => words !== localize(screen.label))
        .join(' / '),
      also: [screen.label.zh, screen.label.en, screen.path],
      run: () => void navigate(screen.path),
    };
  });
}

/** Tabs of those pages, each as a command of its own. */
function useTabCommands(screens: readonly ScreenDefinition[], role: string): Command[] {
  const localize = useSay();
  const navigate = useNavigate();
  return screens.flatMap((screen) =>
    listOpenTabs(screen.path, role).flatMap((tab, at): Command[] => {
      const label = getTabLabel(tab);
      if (label.zh === screen.label.zh || label.en === screen.label.en) return [];
      const to = at === 0 ? screen.path : `${screen.path}?tab=${getTabKey(tab)}`;
      return [
        {
          key: `tab.${screen.path}.${getTabKey(tab)}`,
          kind: 'pages',
          title: localize(label),
          place: localize(screen.label),
          also: [label.zh, label.en],
          run: () => void navigate(to),
        },
      ];
    }),
  );
}

/** Commands that create a record or run a resource-level action, each on its page. */
function useResourceCommands(screens: readonly ScreenDefinition[], rights: Rights): Command[] {
  const t = useT();
  const localize = useSay();
  const navigate = useNavigate();
  return screens.flatMap((screen) =>
    skeletons.flatMap((resource): Command[] => {
      if (resource.path !== screen.path) return [];
      const command = (name: string, title: string, also: readonly string[], opened: string): Command => ({
        key: `${resource.name}.${name}`,
        kind: 'actions',
        title,
        place: localize(screen.label),
        also,
        run: () => void navigate(`${screen.path}?tab=${kebab(resource.name)}&${opened}`),
      });
      const { zh, en } = resource.label;
      const create = can(rights, resource, 'create')
        ? [
            command(
              'create',
              t('console.command.create', { name: localize(resource.label) }),
              [`新建${zh}`, `New ${en}`],
              'new=1',
            ),
          ]
        : [];
      const own = Object.entries(resource.actions ?? {})
        .filter(
          ([, action]) =>
            action.on === 'collection' &&
            (action.reads ? canUse : canChange)(rights, { roles: action.roles, path: resource.path }),
        )
        .map(([name, action]) =>
          command(name, localize(action.label), [action.label.zh, action.label.en, zh, en], `run=${name}`),
        );
      return [...create, ...own];
    }),
  );
}

/** The settings that the user may see, each on its page. */
function useSettingCommands(screens: readonly ScreenDefinition[], role: string): Command[] {
  const localize = useSay();
  const navigate = useNavigate();
  const paths = new Set(screens.map(({ path }) => path));
  return findSettings
    .filter(({ path, roles }) => paths.has(path) && allowsRole(roles, role))
    .map(({ name, label, within, to }) => ({
      key: `setting.${to}`,
      kind: 'settings',
      title: localize(label),
      place: within.map(localize).join(' / '),
      also: [name, ...[label, ...within].flatMap(({ zh, en }) => [zh, en])],
      run: () => void navigate(to),
    }));
}

/** Commands of the frame itself. */
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

/** All commands that the palette offers the user. */
export function useCommands(): readonly Command[] {
  const { role, rights } = useSession();
  const permitted = usePermittedScreens();
  return [
    ...usePageCommands(permitted),
    ...useTabCommands(permitted, role),
    ...useResourceCommands(permitted, rights),
    ...useFrameCommands(),
    ...useSettingCommands(permitted, role),
  ];
}
