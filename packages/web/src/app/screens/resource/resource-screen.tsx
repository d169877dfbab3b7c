import { findResource, getTabLabel, type Locale, type LocalizedText, type ReportOutline } from '@gantry/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { createCalls, loadResourceWords, useWords, WordsProvider } from '../../../fields/index.ts';
import { loadSlots } from '../../../modules/index.ts';
import { ListPage } from '../../../resource/list/list-page.tsx';
import { prefetchList } from '../../../resource/list/prefetch-list.ts';
import { type ResourceHost, ResourceHostProvider } from '../../../resource/resource-host.tsx';
import { loadCode } from '../../../ui/lazy-part.tsx';
import { Empty, Loading, PageFrame, PageTabs } from '../../../ui/parts/index.ts';
import { forever } from '../../api/index.ts';
import { loadResource, loadSettings, outline } from '../../catalog/index.ts';
import { getTabKey, listOpenTabs, type TabOutline } from '../../catalog/open-tabs.ts';
import { useLocale, useSay } from '../../i18n/index.ts';
import { useSession } from '../../session/index.ts';
import type { Opening } from '../page-module.ts';
import { PageOpening } from '../page-opening.tsx';

/** Loaders of the report pages that are tabs. */
const reportPages: Readonly<Record<string, () => Promise<ComponentType>>> = {
  usageReport: async () => (await import('../../../modules/usage/usage-page.tsx')).UsagePage,
};

const host: ResourceHost = {
  outline,
  history: findResource(outline, 'auditLog'),
  loadResource,
  loadSkeletons: async () => (await import('../../catalog/sketches.ts')).skeletons,
};

/** Returns the tab in the URL, or the first tab. */
function getActiveTab(tabs: readonly TabOutline[], params: URLSearchParams): TabOutline | undefined {
  const wanted = params.get('tab');
  return tabs.find((tab) => getTabKey(tab) === wanted) ?? tabs[0];
}

const getWordsQuery = (locale: Locale) =>
  queryOptions({ queryKey: ['words', locale], queryFn: () => loadCode(() => loadResourceWords(locale)), ...forever });
const getTabQuery = (tab: TabOutline) =>
  queryOptions({ queryKey: ['tab', getTabKey(tab)], queryFn: () => loadCode(() => loadTabModule(tab)), ...forever });

/** How long, in ms, a page waits for its requests. A response within that time avoids a first render without data. */
const maxPrefetchWaitMs = 150;

async function prepareTab(tab: TabOutline, opening: Opening): Promise<void> {
  const { queries } = opening;
  await queries.prefetchQuery(getTabQuery(tab));
  const requested = queries.getQueryData(getTabQuery(tab).queryKey)?.prompt?.(opening);
  await Promise.race([requested, new Promise((later) => setTimeout(later, maxPrefetchWaitMs))]);
}

/** Loads the translations of the page and the tab in the URL before the page is rendered. */
export async function prepareTabs(opening: Opening): Promise<void> {
  const { queries, screen, role, locale } = opening;
  const tab = getActiveTab(listOpenTabs(screen.path, role), new URLSearchParams(location.search));
  await Promise.all([queries.prefetchQuery(getWordsQuery(locale)), tab ? prepareTab(tab, opening) : undefined]);
}

/** The page of a route, with its resources and settings as tabs. Shows the first tab when the URL names none. */
export function ResourceScreen({ path }: { readonly path: string }) {
  const words = useQuery({ ...getWordsQuery(useLocale()), throwOnError: true });
  if (!words.data) return <PageOpening />;
  return (
    <WordsProvider words={words.data}>
      <ResourceHostProvider host={host}>
        <ScreenTabs path={path} />
      </ResourceHostProvider>
    </WordsProvider>
  );
}

function ScreenTabs({ path }: { readonly path: string }) {
  const t = useWords();
  const { role } = useSession();
  const tabs = useMemo(() => listOpenTabs(path, role), [path, role]);
  const [params, setParams] = useSearchParams();
  const active = getActiveTab(tabs, params);
  if (!active) return <Empty title={t('reason.role')} />;
  const first = tabs[0] ?? active;
  return (
    <ActiveTab
      tabs={tabs}
      active={active}
      onChoose={(key) => setParams(key === getTabKey(first) ? {} : { tab: key })}
    />
  );
}

interface ActiveTabProps {
  readonly tabs: readonly TabOutline[];
  readonly active: TabOutline;
  readonly onChoose: (key: string) => void;
}

function ActiveTab({ tabs, active, onChoose }: ActiveTabProps) {
  const localize = useSay();
  const t = useWords();
  const { data } = useQuery({ ...getTabQuery(active), throwOnError: true });
  const body = data ? data.draw() : <Loading />;
  const draw = (row: ReactNode, panel: ReactNode) => (
    <PageFrame about={data?.help ? localize(data.help) : undefined} compact={{ tabs: row }}>
      {panel}
    </PageFrame>
  );
  if (tabs.length < 2) return draw(null, body);
  return (
    <PageTabs
      label={t('resource.list.tabs')}
      tabs={tabs.map((tab) => ({ key: getTabKey(tab), label: localize(getTabLabel(tab)) }))}
      active={getTabKey(active)}
      onChange={onChoose}
      frame={draw}
    >
      {body}
    </PageTabs>
  );
}

/** A tab with everything that its render needs. */
interface LoadedTab {
  readonly help: LocalizedText | null;
  readonly draw: () => ReactNode;
  /** Requests the data of the tab from the server. */
  readonly prompt?: (opening: Opening) => Promise<void>;
}

/** Loads the definition and the component of a tab. */
async function loadTabModule(tab: TabOutline): Promise<LoadedTab> {
  if (tab.kind === 'report') return loadReport(tab.report);
  if (tab.kind === 'settings') return loadSettingsTab(tab.settings.name);
  const { name } = tab.resource;
  const [resource, slots] = await Promise.all([loadResource(name), loadSlots(name)]);
  return {
    help: resource.help ?? null,
    draw: () => <ListPage key={name} resource={resource} slots={slots} />,
    prompt: ({ queries, api, role }) => prefetchList({ queries, calls: createCalls(api), role, resource, slots }),
  };
}

async function loadSettingsTab(name: string): Promise<LoadedTab> {
  const page = import('../settings-page/settings-page.tsx');
  const [{ SettingsPage }, settings] = await Promise.all([page, loadSettings(name)]);
  return { help: null, draw: () => <SettingsPage key={name} settings={settings} /> };
}

async function loadReport({ name, help }: ReportOutline): Promise<LoadedTab> {
  const Report = await reportPages[name]?.();
  return { help: help ?? null, draw: () => (Report ? <Report /> : null) };
}
