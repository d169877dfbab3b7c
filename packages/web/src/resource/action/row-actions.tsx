import './row-actions.css';
import { type Action, type AnyResource, can, canDelete, type Permit } from '@gantry/core';
import { useSay } from '../../app/i18n/index.ts';
import { Can } from '../../app/session/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { IconMore } from '../../ui/icons.ts';
import { Button, IconButton, MenuButton, type MenuItem } from '../../ui/index.ts';
import { useRowOrders } from '../order/use-hidden-order.ts';
import { usePageScope } from '../page-scope.tsx';
import { useTitleOf } from '../use-title-of.ts';
import { getRecordActions, getRejectedState, isOnlyRead, pickForemost, type RecordAction } from './row-menu.ts';

/** Everything that may be done with a record, as a menu; what may not be done now says why. Its index is that among the rows in sight. */
export function useRecordMenu(record: FieldRecord, without: string | null, index: number | null = null): MenuItem[] {
  const t = useWords();
  const localize = useSay();
  const { resource, slots, role, rights, open, run, remove } = usePageScope();
  const reasonOf = useReason(resource);
  const id = Number(record.id);
  const item = (availableAction: RecordAction): MenuItem => {
    const title = reasonOf(availableAction);
    return {
      key: availableAction.name,
      label: localize(availableAction.action.label),
      disabled: !availableAction.permit.ok,
      danger: availableAction.action.danger === true,
      ...(title ? { title } : {}),
      onSelect: () => run(availableAction.name, record),
    };
  };
  const steps = useOrderItems(record, index);
  const items = getRecordActions(resource, rights, record, slots.placed)
    .filter((availableAction) => availableAction.name !== without)
    .map(item);
  if (can(role, resource, 'create') && can(role, resource, 'get')) {
    items.push({ key: '+copy', label: t('resource.copyAsNew'), onSelect: () => open({ kind: 'new', like: id }) });
  }
  items.push(...steps);
  if (can(role, resource, 'delete')) {
    const permit = canDelete(rights, resource, record);
    const title = reasonOf({ action: { label: { zh: t('verb.delete'), en: t('verb.delete') } }, permit });
    items.push({
      key: '+delete',
      label: t('verb.delete'),
      danger: true,
      disabled: !permit.ok,
      ...(title ? { title } : {}),
      divided: true,
      onSelect: () => remove(record),
    });
  }
  return items;
}

interface RowActionsProps {
  readonly record: FieldRecord;
  readonly index: number;
  /** Only the row of the cursor has its buttons in the tab order. */
  readonly reachable: boolean;
}

export function RowActions({ record, index, reachable }: RowActionsProps) {
  const t = useWords();
  const localize = useSay();
  const { resource, role, rights, slots, open, run, refresh } = usePageScope();
  const first = pickForemost(getRecordActions(resource, rights, record, slots.placed));
  const items = useRecordMenu(record, first?.name ?? null, index);
  const titleOf = useTitleOf(resource);
  const tabIndex = reachable ? 0 : -1;
  const Extra = slots.rowExtra?.body;
  return (
    <span className="row-actions">
      {Extra ? <Extra resource={resource} record={record} refresh={refresh} /> : null}
      <Can resource={resource} verb="update">
        <Button
          type="text"
          size="mini"
          tabIndex={tabIndex}
          onClick={() => open({ kind: 'edit', id: Number(record.id) })}
        >
          {t('verb.update')}
        </Button>
      </Can>
      {isOnlyRead(resource, role, slots.placed) ? (
        <Can resource={resource} verb="get">
          <Button
            type="text"
            size="mini"
            tabIndex={tabIndex}
            onClick={() => open({ kind: 'view', id: Number(record.id), tab: '' })}
          >
            {t('verb.get')}
          </Button>
        </Can>
      ) : null}
      {first ? (
        <Button
          type="text"
          size="mini"
          tabIndex={tabIndex}
          {...(first.action.danger ? { status: 'danger' as const } : {})}
          onClick={() => run(first.name, record)}
        >
          {localize(first.action.label)}
        </Button>
      ) : null}
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

/** Why an action is rejected, in words; its help when it is not. */
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

/** The steps up and down of a row in sight; where the list shows another order, the way to the one by hand. */
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
  const { place, total } = scope.placeOf(index);
  const step = (key: string, by: -1 | 1, label: string, disabled: boolean): MenuItem => ({
    ...{ key, label, disabled, divided: by < 0 },
    onSelect: () => scope.step(Number(record.id), by),
  });
  return [
    step('+up', -1, t('resource.sorting.up'), place === 1),
    step('+down', 1, t('resource.sorting.down'), place === total),
  ];
}
