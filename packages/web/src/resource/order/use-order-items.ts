import { type FieldRecord, useWords } from '../../fields/index.ts';
import type { MenuItem } from '../../ui/index.ts';
import { useRowOrders } from './order-scope.ts';

/** The steps up and down of a row in sight; where the list shows another order, the way to the one by hand. */
export function useOrderItems(record: FieldRecord, index: number | null): MenuItem[] {
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
