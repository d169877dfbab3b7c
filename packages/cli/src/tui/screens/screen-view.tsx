import {
  actionPreviews,
  aiIcon,
  bannedWord,
  type Catalogue,
  catalogue,
  chatSession,
  course,
  decodeListState,
  getTabLabel,
  kebab,
  knowDoc,
  knowledge,
  knowledgeExport,
  type ListState,
  listTabs,
  localize,
  mindMapTask,
  pdfDoc,
  recallRecord,
  redeemBatch,
  regionalAgent,
  resolveTab,
  settingParameter,
  slideTask,
  type Tab,
  usageReport,
  writeTask,
} from '@gantry/core';
import { Box } from 'ink';
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { Account } from '../../modules/auth/account.tsx';
import { chatThreadPage } from '../../modules/chats/chat-thread.tsx';
import { iconUpload } from '../../modules/content/icon-upload.tsx';
import { documentDownload, materialDownload, textDownload } from '../../modules/knowledge/document-download-page.tsx';
import {
  archiveCheckPage,
  archiveUploadPage,
  contractUploadPage,
  documentUploadPage,
  materialUploadPage,
} from '../../modules/knowledge/document-upload-page.tsx';
import { recallTestPage } from '../../modules/knowledge/recall-test.tsx';
import { wordTestPage } from '../../modules/moderation/word-test.tsx';
import { saveCodes } from '../../modules/redeem/save-codes.ts';
import { UsageScreen } from '../../modules/usage/usage-screen.tsx';
import { Workplace } from '../../modules/workplace/workplace.tsx';
import { keymaps } from '../keys/keymap.ts';
import { TabBar } from '../parts/tab-bar.tsx';
import { AreaProvider, type Tui, useArea, useTui } from '../parts/tui-context.ts';
import { useKeys } from '../parts/use-keys.ts';
import type { ActionPages } from '../resource/action-run.tsx';
import { type DeepLink, deepLinkParameters, parseDeepLink } from '../resource/deep-link.ts';
import { applyQuickFilter } from '../resource/filter-flow.tsx';
import { ResourceScreen } from '../resource/resource-screen.tsx';
import { canOpenTab } from './navigation-targets.ts';
import { SettingsScreen } from './settings-screen.tsx';

/** Screens with a component of their own, by route; all others show resources, reports and settings. */
const customScreens: Readonly<Record<string, ComponentType>> = {
  '/workplace': Workplace,
  '/user/info': Account,
  '/user/setting': Account,
};

/** The components of reports that are shown as tabs, by report. */
const reportScreens: Readonly<Record<string, ComponentType>> = {
  [usageReport.name]: UsageScreen,
};

/** Actions with their own page, additional actions, previews of actions and their follow-ups. */
const actionPages: ActionPages = {
  custom: {
    [`${bannedWord.name}.test`]: wordTestPage,
    [`${chatSession.name}.thread`]: chatThreadPage,
    [`${recallRecord.name}.test`]: recallTestPage,
    [`${knowledge.name}.checkZip`]: archiveCheckPage,
    [`${knowledge.name}.importZip`]: archiveUploadPage,
    [`${knowDoc.name}.add`]: documentUploadPage,
    [`${pdfDoc.name}.add`]: documentUploadPage,
    [`${regionalAgent.name}.attachContract`]: contractUploadPage,
    [`${course.name}.attach`]: materialUploadPage,
  },
  extra: {
    [aiIcon.name]: [iconUpload],
    [knowDoc.name]: [documentDownload],
    [pdfDoc.name]: [documentDownload],
    [regionalAgent.name]: [documentDownload],
    [course.name]: [materialDownload],
    [knowledgeExport.name]: [documentDownload],
    [writeTask.name]: [textDownload],
    [slideTask.name]: [textDownload],
    [mindMapTask.name]: [textDownload],
  },
  preview: actionPreviews,
  next: { [`${redeemBatch.name}.generate`]: saveCodes },
};

/** What the terminal interface leaves to the commands and the console, and why. */
const unsupported: Readonly<Record<string, string>> = {
  import: 'files are read by `gantry <resource> import`, which can be resumed',
  export: 'files are written by `gantry <resource> export`, which streams',
  'file upload': 'an image is uploaded in the console; its path can be typed here',
};

function describeBinding(path: string, all: Catalogue): string {
  const custom = customScreens[path];
  if (custom) return `custom`;
  const tabs = listTabs(all, path).map((tab) => `${tab.kind} ${resolveTab(tab).name}`);
  return tabs.length > 0 ? tabs.join(', ') : 'absent: nothing is defined for it yet';
}

/** Describes each route of the product in one line, then actions with pages of their own and what is not supported. */
export function describeTuiScreens(all: Catalogue = catalogue): string[] {
  return [
    ...all.screens.map((screen) => `${screen.path}: ${describeBinding(screen.path, all)}`),
    ...Object.keys(actionPages.custom).map((name) => `action ${name}: own page`),
    ...Object.entries(actionPages.extra).map(
      ([name, actions]) => `additional actions of ${name}: ${actions.map(({ label }) => label.en).join(', ')}`,
    ),
    ...Object.entries(unsupported).map(([what, why]) => `not supported, ${what}: ${why}`),
  ];
}

/** A route with its open tab and query string. */
export interface Route {
  readonly path: string;
  readonly search: string;
  readonly tab: number;
  /** The number of the visit, so that following the same link again is a new visit. */
  readonly visit: number;
}

/** Parses a link: a path, and in its query string the name of the tab and the state of its list. */
export function parseRoute(link: string): Route {
  const [path = '', search = ''] = link.split('?');
  const requested = new URLSearchParams(search).get('tab');
  const tab = listTabs(catalogue, path).findIndex((one) =>
    [resolveTab(one).name, kebab(resolveTab(one).name)].includes(requested ?? ''),
  );
  return { path, search, tab: Math.max(0, tab), visit: 0 };
}

/** The list state in the query string of a link, including a quick filter; null when there is none. */
function getListState(search: string, tab: Tab | undefined, tui: Tui): ListState | null {
  if (search === '') return null;
  const parameters = new URLSearchParams(search);
  for (const name of ['tab', settingParameter, ...deepLinkParameters]) parameters.delete(name);
  if ([...parameters.keys()].length === 0) return null;
  const state = decodeListState((name) => parameters.get(name));
  const quick = parameters.get('quick');
  return quick !== null && tab?.kind === 'resource' ? applyQuickFilter(tab.resource, quick, state, tui) : state;
}

interface TabContentProps {
  readonly tab: Tab;
  readonly start: ListState | null;
  /** The setting that the link names; null for none. */
  readonly setting: string | null;
  readonly visit: number;
  readonly deepLink: DeepLink | null;
}

function TabContent({ tab, start, setting, visit, deepLink }: TabContentProps) {
  if (tab.kind === 'settings') {
    const { name } = tab.settings;
    return <SettingsScreen key={setting === null ? name : `${name} ${visit}`} page={tab.settings} setting={setting} />;
  }
  if (tab.kind === 'report') {
    const Report = reportScreens[tab.report.name];
    return Report ? <Report key={tab.report.name} /> : null;
  }
  return (
    <ResourceScreen
      key={tab.resource.name}
      resource={tab.resource}
      pages={actionPages}
      start={start}
      deepLink={deepLink}
    />
  );
}

/** What the link opens; null when the user returns to a route where it was opened before. */
function useDeepLinkOnce({ search, visit }: Route): DeepLink | null {
  const { memory } = useTui();
  const key = `opened:${visit}`;
  const [deepLink] = useState(() => (memory.has(key) ? null : parseDeepLink(search)));
  useEffect(() => void memory.set(key, true), [memory, key]);
  // Opening another tab clears the query string; the link does not apply to it.
  return search === '' ? null : deepLink;
}

/** The screen of a route: its own component, or the tabs of its resources, reports and settings that the user may open. */
export function ScreenView({ route, onTab }: { route: Route; onTab: (tab: number) => void }) {
  const area = useArea();
  const tui = useTui();
  const { rights } = tui;
  const Custom = customScreens[route.path];
  const all = useMemo(() => listTabs(catalogue, route.path), [route.path]);
  const tabs = useMemo(() => all.filter((tab) => canOpenTab(rights, tab)), [all, rights]);
  const requested = all[route.tab];
  const at = Math.max(0, requested ? tabs.indexOf(requested) : -1);
  const tab = tabs[at];
  const start = useMemo(() => getListState(route.search, requested, tui), [route.search, requested, tui]);
  const deepLink = useDeepLinkOnce(route);
  const openTab = (index: number) => {
    const next = tabs[(index + tabs.length) % tabs.length];
    if (next) onTab(all.indexOf(next));
  };
  useKeys(
    keymaps.tabs,
    {
      nextTab: () => openTab(at + 1),
      previousTab: () => openTab(at - 1),
      tab: (key) => Number(key.name) <= tabs.length && openTab(Number(key.name) - 1),
    },
    { active: tabs.length > 1 },
  );
  if (Custom) return <Custom />;
  if (!tab) return null;
  const isRequested = tab === requested;
  const content = (
    <TabContent
      tab={tab}
      start={isRequested ? start : null}
      setting={isRequested ? new URLSearchParams(route.search).get(settingParameter) : null}
      visit={route.visit}
      deepLink={isRequested ? deepLink : null}
    />
  );
  if (tabs.length === 1) return content;
  return (
    <Box flexDirection="column">
      <TabBar labels={tabs.map((one) => localize(getTabLabel(one), tui.locale))} at={at} />
      <AreaProvider value={{ width: area.width, height: area.height - 1 }}>{content}</AreaProvider>
    </Box>
  );
}
