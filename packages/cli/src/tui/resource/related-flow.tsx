import { type AnyResource, can, relatedFilters, relatedLabel, relatedOf } from '@gantry/core';
import { Menu, menuRoom } from '../parts/menu.tsx';
import type { Tui } from '../parts/tui-context.ts';
import type { DataRecord } from './list-columns.ts';
import { recordName } from './resource-words.ts';

/** Asks which of the lists that refer to a record is wanted; gives a link to it, narrowed to the record. */
export async function chooseRelated(resource: AnyResource, record: DataRecord, tui: Tui): Promise<string | null> {
  const all = relatedOf(tui.catalogue, resource).filter((one) => can(tui.rights, one.resource, 'list'));
  if (all.length === 0) {
    tui.say(tui.t('tui.noRelated'), 'info');
    return null;
  }
  const items = all.map((one) => ({ label: relatedLabel(one, tui.locale), value: one.key }));
  const key = await tui.open<string | null>(menuRoom(items), (close) => (
    <Menu title={recordName(resource, record, tui)} items={items} onDone={close} />
  ));
  const chosen = all.find((one) => one.key === key);
  if (!chosen) return null;
  const filters = JSON.stringify(relatedFilters(chosen, record.id));
  return `${chosen.resource.path}?${new URLSearchParams({ tab: chosen.resource.name, f: filters })}`;
}
