import './record.css';
import { can, relatedLabel, relatedOf, stateField } from '@gantry/core';
import { lazy, Suspense } from 'react';
import { FieldCell, type FieldRecord, useWords } from '../../fields/index.ts';
import { useLocale, useSay } from '../../i18n/index.ts';
import { ErrorState, Loading, PageTabs, SideDrawer } from '../../parts/index.ts';
import { IconLink } from '../../ui/icons.ts';
import { Button, IconButton, MenuButton, useToast } from '../../ui/index.ts';
import { useRecordMenu } from '../action/row-actions.tsx';
import { foremost, recordDeeds } from '../action/row-menu.ts';
import { usePageScope } from '../page-scope.tsx';
import { titleOf, useHost } from '../resource-host.tsx';
import { useReturnFocus } from '../use-return-focus.ts';
import { HistoryTab } from './history-tab.tsx';
import { RecordFields } from './record-fields.tsx';
import { useRecord } from './use-record.ts';

/** Loaded when the first of them is opened. */
const RelatedTab = lazy(async () => ({ default: (await import('./related-tab.tsx')).RelatedTab }));

interface RecordDrawerProps {
  readonly id: number;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
  readonly onClose: () => void;
}

/** A record over its list: its fields, what was done to it, and what may be done. */
export function RecordDrawer({ id, tab, onTab, onClose }: RecordDrawerProps) {
  useReturnFocus();
  const t = useWords();
  const say = useSay();
  const { resource } = usePageScope();
  const record = useRecord(resource, id);
  const state = stateField(resource);
  const title = record.data ? titleOf(resource, record.data) : t('resource.record', { name: say(resource.label), id });
  return (
    <SideDrawer
      open
      width={860}
      title={title}
      extra={
        record.data && state ? <FieldCell field={state.field} name={state.name} record={record.data} /> : undefined
      }
      footer={record.data ? <RecordFoot record={record.data} /> : null}
      onClose={onClose}
    >
      {record.isPending ? <Loading /> : null}
      {record.isError ? <ErrorState error={record.error} onRetry={() => void record.refetch()} /> : null}
      {record.data ? <RecordBody record={record.data} tab={tab} onTab={onTab} /> : null}
    </SideDrawer>
  );
}

interface RecordBodyProps {
  readonly record: FieldRecord;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
}

function RecordBody({ record, tab, onTab }: RecordBodyProps) {
  const t = useWords();
  const say = useSay();
  const { resource, slots, role, refresh } = usePageScope();
  const { history, catalogue } = useHost();
  const locale = useLocale();
  const Detail = slots.detail?.body;
  const Footer = slots.footer;
  const shared = { resource, record, refresh };
  const log = history && history.name !== resource.name && can(role, history, 'list') ? history : null;
  const related = relatedOf(catalogue, resource).filter((one) => can(role, one.resource, 'list'));
  const tabs = [
    ...(slots.detail ? [{ key: 'own', label: say(slots.detail.title) }] : []),
    { key: 'fields', label: t('resource.detail.details') },
    ...related.map((one) => ({ key: one.key, label: relatedLabel(one, locale) })),
    ...(log ? [{ key: 'history', label: t('resource.detail.history') }] : []),
  ];
  const first = tabs[0]?.key ?? 'fields';
  const active = tabs.some((one) => one.key === tab) ? tab : first;
  return (
    <PageTabs
      label={t('resource.detail.tabs')}
      tabs={tabs}
      active={active}
      onChange={(key) => onTab(key === first ? '' : key)}
    >
      {active === 'own' && Detail ? <Detail {...shared} /> : null}
      {active === 'fields' ? (
        <div className="record-panel">
          <RecordFields resource={resource} slots={slots} record={record} />
          {Footer ? <Footer {...shared} /> : null}
        </div>
      ) : null}
      {related
        .filter(({ key }) => key === active)
        .map((one) => (
          <Suspense key={one.key} fallback={<Loading />}>
            <RelatedTab related={one} id={Number(record.id)} />
          </Suspense>
        ))}
      {active === 'history' && log ? <HistoryTab log={log} resource={resource} id={Number(record.id)} /> : null}
    </PageTabs>
  );
}

function RecordFoot({ record }: { readonly record: FieldRecord }) {
  const t = useWords();
  const say = useSay();
  const toast = useToast();
  const { resource, slots, role, open, run } = usePageScope();
  const first = foremost(
    recordDeeds(resource, role, record, slots.placed).filter((deed) => deed.action.reads !== true),
  );
  const items = useRecordMenu(record, first?.name ?? null);
  const copy = async () => {
    await navigator.clipboard.writeText(location.href);
    toast.success(t('common.copied'));
  };
  return (
    <div className="record-foot">
      {items.length > 0 ? (
        <MenuButton label={t('resource.more')} items={items} position="tl">
          <Button>{t('resource.more')}</Button>
        </MenuButton>
      ) : null}
      <IconButton label={t('resource.copyLink')} icon={<IconLink />} onClick={() => void copy()} />
      <span className="spring" />
      {first ? (
        <Button {...(first.action.danger ? { status: 'danger' as const } : {})} onClick={() => run(first.name, record)}>
          {say(first.action.label)}
        </Button>
      ) : null}
      {can(role, resource, 'update') ? (
        <Button type="primary" onClick={() => open({ kind: 'edit', id: Number(record.id) })}>
          {t('verb.update')}
        </Button>
      ) : null}
    </div>
  );
}
