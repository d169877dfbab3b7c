import { allows, boundTo, can, catalogue, kebab, resourceNamed, type Tab, tabsOf } from '@gantry/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { loadResourceWords, useWords, WordsProvider } from '../../fields/index.ts';
import { useLocale, useSay } from '../../i18n/index.ts';
import { slotsOf } from '../../overrides/index.ts';
import { Empty, Loading, PageFrame, PageTabs } from '../../parts/index.ts';
import { ListPage } from '../../resource/list/list-page.tsx';
import { ResourceHostProvider } from '../../resource/resource-host.tsx';
import { useSession } from '../../session/index.ts';
import { reportPages } from '../report-pages.ts';

const SettingsPage = lazy(async () => ({ default: (await import('../settings-page/settings-page.tsx')).SettingsPage }));
const host = { catalogue, history: resourceNamed(catalogue, 'auditLog') };

/** Loaded once, then kept for the life of the page. */
const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: 2 };

function keyOf(tab: Tab): string {
  return kebab(boundTo(tab).name);
}

function mayOpen(role: string, tab: Tab): boolean {
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
  const say = useSay();
  const t = useWords();
  const { role } = useSession();
  const [params, setParams] = useSearchParams();
  const tabs = useMemo(() => tabsOf(catalogue, path).filter((tab) => mayOpen(role, tab)), [path, role]);
  const wanted = params.get('tab');
  const active = tabs.find((tab) => keyOf(tab) === wanted) ?? tabs[0];
  if (!active) return <Empty title={t('reason.role')} />;
  const labelOf = (tab: Tab) => say(boundTo(tab).label);
  const help = active.kind === 'settings' ? undefined : boundHelp(active);
  const choose = (key: string) => setParams(key === keyOf(tabs[0] ?? active) ? {} : { tab: key });
  const body = (
    <Suspense fallback={<Loading />}>
      <TabBody key={keyOf(active)} tab={active} />
    </Suspense>
  );
  return (
    <PageFrame about={help ? say(help) : undefined}>
      {tabs.length > 1 ? (
        <PageTabs
          label={t('resource.list.tabs')}
          tabs={tabs.map((tab) => ({ key: keyOf(tab), label: labelOf(tab) }))}
          active={keyOf(active)}
          onChange={choose}
        >
          {body}
        </PageTabs>
      ) : (
        body
      )}
    </PageFrame>
  );
}

function boundHelp(tab: Exclude<Tab, { kind: 'settings' }>) {
  return tab.kind === 'report' ? tab.report.help : tab.resource.help;
}

function TabBody({ tab }: { readonly tab: Tab }) {
  if (tab.kind === 'settings') return <SettingsPage settings={tab.settings} />;
  if (tab.kind === 'resource') return <ResourceTab resource={tab.resource} />;
  const Report = reportPages[tab.report.name];
  return Report ? <Report /> : null;
}

function ResourceTab({ resource }: Pick<Extract<Tab, { kind: 'resource' }>, 'resource'>) {
  const slots = useSuspenseQuery({
    queryKey: ['slots', resource.name],
    queryFn: () => slotsOf(resource.name),
    ...forever,
  });
  return <ListPage resource={resource} slots={slots.data} />;
}
