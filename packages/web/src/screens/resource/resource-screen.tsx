import { allows, boundTo, can, kebab, resourceNamed, tabsOf } from '@gantry/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { loadResource, outline } from '../../catalogue/index.ts';
import { loadResourceWords, useWords, WordsProvider } from '../../fields/index.ts';
import { useLocale, useSay } from '../../i18n/index.ts';
import { Empty, Loading, PageFrame, PageTabs } from '../../parts/index.ts';
import { ListPage } from '../../resource/list/list-page.tsx';
import { type ResourceHost, ResourceHostProvider } from '../../resource/resource-host.tsx';
import { useSession } from '../../session/index.ts';
import { reportPages } from '../report-pages.ts';
import { type LoadedTab, loadTab, type TabOutline } from './load-tab.ts';

const SettingsPage = lazy(async () => ({ default: (await import('../settings-page/settings-page.tsx')).SettingsPage }));
const host: ResourceHost = {
  outline,
  history: resourceNamed(outline, 'auditLog'),
  loadResource,
  loadSketches: async () => (await import('../../catalogue/sketches.ts')).sketches,
};

/** Loaded once, then kept for the life of the page. */
const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: 2 };

function keyOf(tab: TabOutline): string {
  return kebab(boundTo(tab).name);
}

function mayOpen(role: string, tab: TabOutline): boolean {
  if (tab.kind === 'resource') return can(role, tab.resource, 'list');
  return allows((tab.kind === 'report' ? tab.report : tab.settings).roles, role);
}

/** The page of a route: its resources and settings as tabs, the first of them when the address names none. */
export function ResourceScreen({ path }: { readonly path: string }) {
  const locale = useLocale();
  const words = useSuspenseQuery({ queryKey: ['words', locale], queryFn: () => loadResourceWords(locale), ...forever });
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
  const tabs = useMemo(() => tabsOf(outline, path).filter((tab) => mayOpen(role, tab)), [path, role]);
  const [params, setParams] = useSearchParams();
  const wanted = params.get('tab');
  const first = tabs[0];
  if (!first) return <Empty title={t('reason.role')} />;
  return (
    <ActiveTab
      tabs={tabs}
      active={tabs.find((tab) => keyOf(tab) === wanted) ?? first}
      onChoose={(key) => setParams(key === keyOf(first) ? {} : { tab: key })}
    />
  );
}

interface ActiveTabProps {
  readonly tabs: readonly TabOutline[];
  readonly active: TabOutline;
  readonly onChoose: (key: string) => void;
}

function ActiveTab({ tabs, active, onChoose }: ActiveTabProps) {
  const say = useSay();
  const t = useWords();
  const key = keyOf(active);
  const loaded = useQuery({ queryKey: ['tab', key], queryFn: () => loadTab(active), throwOnError: true, ...forever });
  const help = loaded.data?.help;
  const body = (
    <Suspense fallback={<Loading />}>{loaded.data ? <TabBody key={key} tab={loaded.data} /> : <Loading />}</Suspense>
  );
  return (
    <PageFrame about={help ? say(help) : undefined}>
      {tabs.length > 1 ? (
        <PageTabs
          label={t('resource.list.tabs')}
          tabs={tabs.map((tab) => ({ key: keyOf(tab), label: say(boundTo(tab).label) }))}
          active={key}
          onChange={onChoose}
        >
          {body}
        </PageTabs>
      ) : (
        body
      )}
    </PageFrame>
  );
}

function TabBody({ tab }: { readonly tab: LoadedTab }) {
  if (tab.kind === 'settings') return <SettingsPage settings={tab.settings} />;
  if (tab.kind === 'resource') return <ListPage resource={tab.resource} slots={tab.slots} />;
  const Report = reportPages[tab.report.name];
  return Report ? <Report /> : null;
}
