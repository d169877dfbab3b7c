import './bulk.css';
import {
  type Action,
  type AnyResource,
  can,
  canRun,
  countPicked,
  type Fields,
  findStateField,
  getWritableFields,
  isPicked,
} from '@gantry/core';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { IconDown } from '../../ui/icons.ts';
import { Button, MenuButton } from '../../ui/index.ts';
import { getBulkActions, getMenuGroup, groupMenuItems } from '../action/row-menu.ts';
import type { ListUrl } from '../list/use-list-url.ts';
import type { Rows } from '../list/use-rows.ts';
import { usePageScope } from '../page-scope.tsx';

/** Buttons of the bar before the others move into a menu; a menu never has only one item. */
const maxButtons = 3;

interface BulkBarProps {
  readonly list: ListUrl;
  readonly rows: Rows;
  readonly onRun: (name: string, action: Action | null) => void;
}

/** The selected records when all of them are on the page; otherwise null. */
function listPickedRecords({ state }: ListUrl, rows: Rows): readonly FieldRecord[] | null {
  const shown = rows.records.filter(({ id }) => isPicked(state.picked, Number(id)));
  return shown.length === countPicked(state.picked, rows.total ?? 0) && !rows.capped ? shown : null;
}

/**
 * Bulk actions that at least one selected record allows, judged by the page and the filter. Actions that more records allow come
 * first.
 */
function useBulkActions(list: ListUrl, rows: Rows): readonly (readonly [string, Action])[] {
  const { resource, rights } = usePageScope();
  const records = listPickedRecords(list, rows);
  const filter = list.state.filters[findStateField(resource)?.name ?? ''];
  const states = Array.isArray(filter) ? filter.map(String) : null;
  const countAllowed = (action: Action) => {
    if (records) return records.filter((record) => canRun(rights, resource, action, record).ok).length;
    if (action.from === undefined) return Number.POSITIVE_INFINITY;
    return states === null ? action.from.length : action.from.filter((state) => states.includes(state)).length;
  };
  return getBulkActions(resource, rights)
    .map((entry) => ({ entry, allowed: countAllowed(entry[1]) }))
    .filter(({ allowed }) => allowed > 0)
    .sort((one, other) => (one.allowed === other.allowed ? 0 : other.allowed - one.allowed))
    .map(({ entry }) => entry);
}

/** All actions on the selected records; destructive actions come last. */
function useBulkItems(list: ListUrl, rows: Rows, onRun: BulkBarProps['onRun']) {
  const t = useWords();
  const localize = useSay();
  const { resource, rights } = usePageScope();
  const actions = useBulkActions(list, rows).map(([name, action]) => ({
    key: name,
    label: localize(action.label),
    danger: action.loss !== undefined,
    group: getMenuGroup(action),
    onSelect: () => onRun(name, action),
  }));
  const own = (key: string, label: string, group: 'own' | 'loss') => {
    const onSelect = () => onRun(key, null);
    return { key, label, group, danger: group === 'loss', onSelect };
  };
  const isBatch = can(rights, resource, 'batch');
  const isSet = isBatch && can(rights, resource, 'update') && Object.keys(getBulkFields(resource)).length > 0;
  const isDelete = isBatch && can(rights, resource, 'delete');
  return [
    ...actions.filter(({ danger }) => !danger),
    ...(isSet ? [own('update', t('resource.bulk.set'), 'own')] : []),
    ...actions.filter(({ danger }) => danger),
    ...(isDelete ? [own('delete', t('verb.delete'), 'loss')] : []),
  ];
}

/** The number of selected records, a button that selects all matches, and the bulk actions. */
export function BulkBar({ list, rows, onRun }: BulkBarProps) {
  const t = useWords();
  const format = useFormat();
  const { dispatch } = list;
  const { picked } = list.state;
  const total = rows.total ?? 0;
  const getAmount = (count: number, capped: boolean) => `${format.number(count)}${capped ? '+' : ''}`;
  const count = getAmount(countPicked(picked, total), rows.capped && picked.mode === 'allExcept');
  const words =
    picked.mode === 'some'
      ? t('list.selected', { count })
      : picked.ids.size > 0
        ? t('resource.list.allOf', { count, except: picked.ids.size })
        : t('list.allMatching', { count });
  const isPageFull = rows.records.length > 0 && rows.records.every(({ id }) => isPicked(picked, Number(id)));
  const hasMore = picked.mode === 'some' && isPageFull && total > picked.ids.size;
  const items = useBulkItems(list, rows, onRun);
  const shown = items.length > maxButtons + 1 ? items.slice(0, maxButtons) : items;
  const behind = items.slice(shown.length);
  return (
    <section className="bulk-bar" aria-label={t('verb.batch')}>
      <strong role="status">{words}</strong>
      {hasMore ? (
        <Button size="small" type="text" onClick={() => dispatch({ type: 'pickAll' })}>
          {t('resource.list.selectMatching', { count: getAmount(total, rows.capped) })}
        </Button>
      ) : null}
      <Button size="small" type="text" onClick={() => dispatch({ type: 'pickNone' })}>
        {t('resource.list.selectNone')}
      </Button>
      {shown.map(({ key, label, danger, onSelect }) => (
        <Button key={key} size="small" {...(danger ? { status: 'danger' as const } : {})} onClick={onSelect}>
          {label}
        </Button>
      ))}
      {behind.length > 0 ? (
        <MenuButton label={t('resource.more')} items={groupMenuItems(behind)} position="tl">
          <Button size="small">
            {t('common.more')} <IconDown aria-hidden="true" />
          </Button>
        </MenuButton>
      ) : null}
    </section>
  );
}

/** Returns the fields that can be set on many records: the form fields, except unique and secret ones. */
export function getBulkFields(resource: AnyResource): Fields {
  const shown = new Set((resource.form ?? []).flat());
  const own = new Set((resource.unique ?? []).flat());
  const entries = Object.entries(getWritableFields(resource, 'update')).filter(
    ([name, field]) => shown.has(name) && !own.has(name) && !field.unique && field.kind !== 'secret',
  );
  return Object.fromEntries(entries);
}
