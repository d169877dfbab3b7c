import { type AnyResource, can, createRelatedFilters, getRelatedLabel, listRelated } from '@gantry/core';
import { useMemo } from 'react';
import { getMenuHeight, Menu } from '../../parts/menu.tsx';
import { type Tui, useTui } from '../../parts/tui-context.ts';
import type { DataRecord } from '../list/list-columns.ts';
import { recordName } from '../resource-words.ts';

/** The lists that refer to records of a kind, and that one may see. */
function relatedLists(resource: AnyResource, { catalogue, rights }: Pick<Tui, 'catalogue' | 'rights'>) {
  return listRelated(catalogue, resource).filter((one) => can(rights, one.resource, 'list'));
}

/** Whether anything refers to records of a kind. */
export function useHasRelated(resource: AnyResource): boolean {
  const { catalogue, rights } = useTui();
  return useMemo(() => relatedLists(resource, { catalogue, rights }).length > 0, [resource, catalogue, rights]);
}

/** Asks which of the lists that refer to a record is wanted; gives a link to it, narrowed to the record. */
export async function chooseRelated(resource: AnyResource, record: DataRecord, tui: Tui): Promise<string | null> {
  const all = relatedLists(resource, tui);
  const items = all.map((one) => ({ label: getRelatedLabel(one, tui.locale), value: one.key }));
  const key = await tui.open<string | null>(getMenuHeight(items), (close) => (
    <Menu title={recordName(resource, record, tui)} items={items} onDone={close} />
  ));
  const chosen = all.find((one) => one.key === key);
  if (!chosen) return null;
  const filters = JSON.stringify(createRelatedFilters(chosen, record.id));
  return `${chosen.resource.path}?${new URLSearchParams({ tab: chosen.resource.name, f: filters })}`;
}
