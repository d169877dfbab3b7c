import './record.css';
import {
  type AnyResource,
  can,
  findResource,
  findStateField,
  getRelatedLabel,
  kebab,
  listRelated,
  type ResourceSkeleton,
} from '@gantry/core';
import { Suspense, useEffect } from 'react';
import { useLocale, useSay } from '../../app/i18n/index.ts';
import { Can, useSession } from '../../app/session/index.ts';
import { rememberPlace } from '../../app/session/recent-places.ts';
import { FieldCell, type FieldRecord, useWords } from '../../fields/index.ts';
import { useOnPaper } from '../../ui/appearance/index.ts';
import { IconDown, IconLink, IconPrinter } from '../../ui/icons.ts';
import { Button, IconButton, MenuButton, useReturnFocus } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ErrorState, Loading, PageTabs, SideDrawer, useCopy } from '../../ui/parts/index.ts';
import { useRecordMenu } from '../action/row-actions.tsx';
import { getRecordActions, pickNextAction } from '../action/row-menu.ts';
import { useRunOnRecord } from '../action/use-run-from-address.ts';
import { usePageScope } from '../page-scope.tsx';
import { getTitle, useHost } from '../resource-host.tsx';
import { useSkeletons, WithDefinition } from '../use-definition.tsx';
import { createTitleOption } from '../use-title-of.ts';
import { HistoryTab, TimelineTab } from './history-tab.tsx';
import { RecordFields, RecordHighlights } from './record-fields.tsx';
import { useActionLabel } from './use-action-words.ts';
import { useRecord } from './use-record.ts';
import { useRelatedCounts } from './use-related-counts.ts';

/** Loaded when the first tab is opened. */
const RelatedTab = lazyPart(async () => ({ default: (await import('./related-tab.tsx')).RelatedTab }));

interface RecordDrawerProps {
  readonly id: number;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
  readonly onClose: () => void;
}

/** Adds the record to the recent places of the palette. */
function useVisit(resource: AnyResource, id: number, title: string | null): void {
  const { user } = useSession();
  const localize = useSay();
  const place = localize(resource.label);
  useEffect(() => {
    if (title === null) return;
    const to = `${resource.path}?tab=${kebab(resource.name)}&id=${id}`;
    rememberPlace(user.accountId, { key: `record.${resource.name}.${id}`, title, place, to });
  }, [resource, id, title, place, user.accountId]);
}

/** A record over its list: its fields, its history, and its actions. */
export function RecordDrawer({ id, tab, onTab, onClose }: RecordDrawerProps) {
  useReturnFocus();
  const { resource } = usePageScope();
  const record = useRecord(resource, id);
  const skeletons = useSkeletons();
  const state = findStateField(resource);
  const titled = useRecordTitle(resource, skeletons.data ?? []);
  useRunOnRecord(record.data);
  useVisit(resource, id, record.data ? titled(id, record.data) : null);
  return (
    <SideDrawer
      open
      width={860}
      title={titled(id, record.data)}
      extra={
        record.data && state ? <FieldCell field={state.field} name={state.name} record={record.data} /> : undefined
      }
      footer={record.data ? <RecordFoot record={record.data} /> : null}
      onClose={onClose}
    >
      {record.isPending || skeletons.isPending ? <Loading /> : null}
      {record.isError ? <ErrorState error={record.error} onRetry={() => void record.refetch()} /> : null}
      {record.data && !skeletons.isPending ? (
        <RecordBody record={record.data} skeletons={skeletons.data ?? []} tab={tab} onTab={onTab} />
      ) : null}
    </SideDrawer>
  );
}

/** With more tabs, some are not visible. */
const maxTabs = 8;

interface AllTabsProps {
  readonly tabs: readonly { readonly key: string; readonly label: string; readonly note?: string | undefined }[];
  readonly active: string;
  readonly onChange: (key: string) => void;
}

/** A menu of all tabs, for records with many relations. */
function AllTabs({ tabs, active, onChange }: AllTabsProps) {
  const t = useWords();
  const items = tabs.map(({ key, label, note }) => ({
    key,
    label: note === undefined ? label : `${label} ${note}`,
    checked: key === active,
    onSelect: () => onChange(key),
  }));
  return (
    <MenuButton label={t('resource.detail.allTabs')} items={items}>
      <IconButton raw label={t('resource.detail.allTabs')} icon={<IconDown />} />
    </MenuButton>
  );
}

interface RecordBodyProps {
  readonly record: FieldRecord;
  readonly skeletons: readonly ResourceSkeleton[];
  readonly tab: string;
  readonly onTab: (tab: string) => void;
}

function RecordBody({ record, skeletons, tab, onTab }: RecordBodyProps) {
  const t = useWords();
  const localize = useSay();
  const { resource, slots, refresh } = usePageScope();
  const { rights } = useSession();
  const { history } = useHost();
  const locale = useLocale();
  const Detail = slots.detail?.body;
  const { useEvents } = slots;
  const Footer = slots.footer;
  const shared = { resource, record, refresh };
  const log = history && history.name !== resource.name && can(rights, history, 'list') ? history : null;
  const related = listRelated({ resources: skeletons }, resource).filter((one) => can(rights, one.resource, 'list'));
  const counts = useRelatedCounts(related, Number(record.id));
  const onPaper = useOnPaper();
  const tabs = [
    ...(useEvents ? [{ key: 'history', label: t('resource.detail.timeline') }] : []),
    ...(slots.detail ? [{ key: 'own', label: localize(slots.detail.title) }] : []),
    { key: 'fields', label: t('resource.detail.details') },
    ...(log && !useEvents ? [{ key: 'history', label: t('resource.detail.history') }] : []),
    ...related.map((one) => ({ key: one.key, label: getRelatedLabel(one, locale), note: counts.get(one.key) })),
  ];
  const first = tabs[0]?.key ?? 'fields';
  const active = tabs.some((one) => one.key === tab) ? tab : first;
  const goTo = (key: string) => onTab(key === first ? '' : key);
  // The record is printed completely, whichever tab is open.
  const isTimeline = active === 'history' && useEvents !== undefined;
  const isWhole = onPaper && (active === 'own' || active === 'fields' || isTimeline);
  return (
    <>
      <RecordHighlights resource={resource} slots={slots} record={record} />
      <PageTabs
        label={t('resource.detail.tabs')}
        tabs={tabs}
        active={active}
        onChange={goTo}
        extra={tabs.length > maxTabs ? <AllTabs tabs={tabs} active={active} onChange={goTo} /> : null}
      >
        {(isTimeline || isWhole) && useEvents ? (
          <TimelineTab log={log} resource={resource} record={record} useEvents={useEvents} />
        ) : null}
        {(active === 'own' || isWhole) && Detail ? <Detail {...shared} /> : null}
        {active === 'fields' || isWhole ? (
          <div className="record-panel">
            <RecordFields resource={resource} slots={slots} record={record} />
            {Footer ? <Footer {...shared} /> : null}
          </div>
        ) : null}
        {related
          .filter(({ key }) => key === active)
          .map((one) => (
            <Suspense key={one.key} fallback={<Loading />}>
              <WithDefinition name={one.resource.name}>
                {(definition) => <RelatedTab related={{ ...one, resource: definition }} id={Number(record.id)} />}
              </WithDefinition>
            </Suspense>
          ))}
        {active === 'history' && log && !useEvents ? (
          <WithDefinition name={log.name}>
            {(definition) => <HistoryTab log={definition} resource={resource} id={Number(record.id)} />}
          </WithDefinition>
        ) : null}
      </PageTabs>
    </>
  );
}

function RecordFoot({ record }: { readonly record: FieldRecord }) {
  const t = useWords();
  const localize = useSay();
  const { resource, slots, rights, open, run, refresh } = usePageScope();
  const Own = slots.foot;
  const offered = getRecordActions(resource, rights, record, slots.placed);
  // Without a next step, the first action that the state allows.
  const first =
    pickNextAction(resource, offered, record) ??
    offered.find(({ action, permit }) => permit.ok && action.reads !== true && action.from !== undefined);
  const items = useRecordMenu(record, ['get', 'update', ...(first ? [first.name] : [])]);
  const copy = useCopy();
  return (
    <div className="record-foot">
      {items.length > 0 ? (
        <MenuButton label={t('resource.more')} items={items} position="tl">
          <Button>{t('resource.more')}</Button>
        </MenuButton>
      ) : null}
      <IconButton label={t('resource.copyLink')} icon={<IconLink />} onClick={() => void copy(location.href)} />
      <IconButton label={t('resource.print')} icon={<IconPrinter />} onClick={() => window.print()} />
      {Own ? <Own resource={resource} record={record} refresh={refresh} /> : null}
      <span className="spring" />
      {first ? (
        <Button {...(first.action.loss ? { status: 'danger' as const } : {})} onClick={() => run(first.name, record)}>
          {localize(first.action.label)}
        </Button>
      ) : null}
      <Can resource={resource} verb="update">
        <Button type="primary" onClick={() => open({ kind: 'edit', id: Number(record.id) })}>
          {t('verb.update')}
        </Button>
      </Can>
    </div>
  );
}

/** Returns the heading of a record: its title, or else the resource name with its number. */
function useRecordTitle(resource: AnyResource, skeletons: readonly ResourceSkeleton[]) {
  const t = useWords();
  const localize = useSay();
  const locale = useLocale();
  const getActionLabel = useActionLabel();
  const { history } = useHost();
  return (id: number, record: FieldRecord | undefined): string => {
    const formatNumbered = (name: string) => t('resource.record', { name, id });
    if (!record) return formatNumbered(localize(resource.label));
    if (history?.name === resource.name)
      return formatNumbered(
        getActionLabel(findResource({ resources: skeletons }, String(record.resource)), String(record.action)),
      );
    const option = createTitleOption(resource, record);
    if (option) return formatNumbered(localize(option));
    return typeof record[resource.title] === 'string'
      ? getTitle(resource, record, locale)
      : formatNumbered(localize(resource.label));
  };
}
