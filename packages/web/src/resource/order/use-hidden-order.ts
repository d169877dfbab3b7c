import { allFields, allowsRole, findOrderBlocker, getHandOrder } from '@gantry/core';
import { type RefObject, useEffect, useRef } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import type { ListUrl } from '../list/use-list-url.ts';
import { usePageScope } from '../page-scope.tsx';
import { getTitle } from '../resource-host.tsx';
import type { HiddenOrder } from './order-scope.ts';

/** Why rows cannot be moved while the list shows something else than their order by hand, and the way to that order. */
export function useHiddenOrder(list: ListUrl, place: string, box: RefObject<HTMLElement | null>): HiddenOrder | null {
  const t = useWords();
  const localize = useSay();
  const { resource, role } = usePageScope();
  const requested = useRef(false);
  const seen = useRef(place);
  // The rows are drawn anew for another order, and who asked for it goes on where they are.
  useEffect(() => {
    if (seen.current === place) return;
    seen.current = place;
    if (requested.current) box.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
    requested.current = false;
  }, [place, box]);
  const { state, dispatch } = list;
  const hidden = findOrderBlocker(resource, state);
  const order = getHandOrder(resource);
  if (!hidden || !order || !allowsRole(order.roles, role)) return null;
  const { by, within } = order;
  const group = within === undefined ? '' : localize(allFields(resource)[within]?.label ?? { zh: within, en: within });
  const show = (filters: Readonly<Record<string, unknown>>) => {
    requested.current = true;
    dispatch({ type: 'view', keyword: '', filters, sort: { field: by, order: 'asc' }, columns: state.columns });
  };
  return {
    of: (record) => {
      if (within === undefined) return { why: t(`resource.sorting.hidden.${hidden}`), show: () => show({}) };
      const value = record[within] ?? null;
      const words = { group, title: getTitle(resource, record) };
      if (value === null) return { why: t('resource.sorting.hidden.only', words), show: null };
      return { why: t('resource.sorting.hidden.group', words), show: () => show({ [within]: [value] }) };
    },
  };
}
