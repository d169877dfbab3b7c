import './row-actions.css';
import { type Action, type AnyResource, can, canDelete, type Permit } from '@gantry/core';
import { useSay } from '../../app/i18n/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { IconMore } from '../../ui/icons.ts';
import { Button, IconButton, MenuButton, type MenuItem } from '../../ui/index.ts';
import { useRowOrders } from '../order/use-hidden-order.ts';
import { usePageScope } from '../page-scope.tsx';
import { useTitleOf } from '../use-title-of.ts';
import { getMenuGroup, getRecordActions, getRejectedState, groupMenuItems, pickNextStep } from './row-menu.ts';

/**
 * Returns the actions that a record currently allows, as a menu in groups. A disabled action shows the reason. `shown` names the
 * actions with a button next to the menu, which the menu omits. `index` is the position of the record among the visible rows.
 */
export function useRecordMenu(record: FieldRecord, shown: readonly string[], index: number | null = null): MenuItem[] {
  const t = useWords();
  const localize = useSay();
  const { resource, slots, rights, open, run, remove } = usePageScope();
  const reasonOf = useReason(resource);
  const id = Number(record.id);
  const steps = useOrderItems(record, index);
  const items: (MenuItem & { group: ReturnType<typeof getMenuGroup> })[] = [];
  const add = (item: MenuItem, group: ReturnType<typeof getMenuGroup> = 'own') => items.push({ ...item, group });
  if (!shown.includes('get') && index !== null && can(rights, resource, 'get'))
    add({ key: '+view', label: t('verb.get'), onSelect: () => open({ kind: 'view', id, tab: '' }) });
  if (!shown.includes('update') && can(rights, resource, 'update'))
    add({ key: '+edit', label: t('verb.update'), onSelect: () => open({ kind: 'edit', id }) });
  for (const offered of getRecordActions(resource, rights, record, slots.placed)) {
    const { name, action, permit } = offered;
    // Actions of other states are omitted; an action that a rule forbids is shown with the reason.
    if (shown.includes(name) || (!permit.ok && permit.why === undefined)) continue;
    const title = reasonOf(offered);
    const item = { key: name, label: localize(action.label), disabled: !permit.ok, danger: action.loss !== undefined };
    add({ ...item, ...(title ? { title } : {}), onSelect: () => run(name, record) }, getMenuGroup(action));
  }
  if (can(rights, resource, 'create') && can(rights, resource, 'get'))
    add({ key: '+copy', label: t('resource.copyAsNew'), onSelect: () => open({ kind: 'new', like: id }) });
  for (const step of steps) add(step);
  if (can(rights, resource, 'delete')) {
    const permit = canDelete(rights, resource, record);
    const label = t('verb.delete');
    const title = reasonOf({ action: { label: { zh: label, en: label } }, permit });
    const item = { key: '+delete', label, danger: true, disabled: !permit.ok };
    if (permit.ok || permit.why) add({ ...item, ...(title ? { title } : {}), onSelect: () => remove(record) }, 'loss');
  }
  return groupMenuItems(items);
}

interface RowActionsProps {
  readonly record: FieldRecord;
  readonly index: number;
  /** Whether the buttons are in the tab order. They are only in the row of the cursor. */
  readonly reachable: boolean;
}

/** The next step of a row as a button, and a menu of all other actions. */
export function RowActions({ record, index, reachable }: RowActionsProps) {
  const t = useWords();
  const localize = useSay();
  const { resource, rights, slots, open, run, refresh } = usePageScope();
  const id = Number(record.id);
  const step = pickNextStep(resource, getRecordActions(resource, rights, record, slots.placed), record, rights);
  const isAction = step !== null && typeof step === 'object';
  const items = useRecordMenu(record, step === null ? [] : [isAction ? step.name : step], index);
  const titleOf = useTitleOf(resource);
  const tabIndex = reachable ? 0 : -1;
  const Extra = slots.rowExtra?.body;
  const take = () => {
    if (isAction) run(step.name, record);
    else open(step === 'update' ? { kind: 'edit', id } : { kind: 'view', id, tab: '' });
  };
  return (
    <span className="row-actions">
      {Extra ? <Extra resource={resource} record={record} refresh={refresh} /> : null}
      {step === null ? null : (
        <Button type="text" size="mini" tabIndex={tabIndex} onClick={take}>
          {isAction ? localize(step.action.label) : t(`verb.${step}`)}
        </Button>
      )}
      {items.length > 0 ? (
        <MenuButton label={t('resource.more')} items={items}>
          <IconButton
            raw
            size="mini"
            tabIndex={tabIndex}
            label={`${t('resource.more')}: ${titleOf(record)}`}
            icon={<IconMore />}
            data-row-menu
          />
        </MenuButton>
      ) : null}
    </span>
  );
}

interface Offered {
  readonly action: Pick<Action, 'label' | 'help'>;
  readonly permit: Permit;
}

/** Returns a function that explains why an action is disabled, or else returns its help. */
function useReason(resource: AnyResource): (offered: Offered) => string | undefined {
  const t = useWords();
  const localize = useSay();
  return ({ action, permit }) => {
    if (permit.ok) return action.help ? localize(action.help) : undefined;
    const state = getRejectedState(resource, permit);
    if (permit.reason === 'role') return t('reason.role');
    if (permit.why) return localize(permit.why);
    return t('reason.state', { state: state ? localize(state) : (permit.state ?? ''), action: localize(action.label) });
  };
}

/** Menu items that move a visible row up or down, or, while the list is sorted differently, a link to the manual order. */
function useOrderItems(record: FieldRecord, index: number | null): MenuItem[] {
  const t = useWords();
  const { scope, hidden } = useRowOrders();
  if (index === null) return [];
  if (hidden) {
    const { why, show } = hidden.of(record);
    const label = t('resource.sorting.show');
    return [{ key: '+order', label, title: why, divided: true, disabled: show === null, onSelect: () => show?.() }];
  }
  if (!scope) return [];
  const { place, total } = scope.getPosition(index);
  const step = (key: string, by: -1 | 1, label: string, disabled: boolean): MenuItem => ({
    ...{ key, label, disabled, divided: by < 0 },
    onSelect: () => scope.step(Number(record.id), by),
  });
  return [
    step('+up', -1, t('resource.sorting.up'), place === 1),
    step('+down', 1, t('resource.sorting.down'), place === total),
  ];
}
