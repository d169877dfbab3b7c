import { type AnyResource, can, createRelatedFilters, getRelatedLabel, listRelated } from '@gantry/core';
import { useMemo } from 'react';
import { getMenuHeight, Menu } from '../../parts/menu.tsx';
import { type Tui, useTui } from '../../parts/tui-context.ts';
import type { DataRecord } from '../list/list-columns.ts';
import { getRecordName } from '../resource-text.ts';

/** The resources that refer to a resource and that the user may list. */
function listRelatedResources(resource: AnyResource, { catalogue, rights }: Pick<Tui, 'catalogue' | 'rights'>) {
  return listRelated(catalogue, resource).filter((one) => can(rights, one.resource, 'list'));
}

/** Whether any resource that the user may list refers to a resource. */
export function useHasRelated(resource: AnyResource): boolean {
  const { catalogue, rights } = useTui();
  return useMemo(() => listRelatedResources(resource, { catalogue, rights }).length > 0, [resource, catalogue, rights]);
}

/** Lets the user choose a resource that refers to a record. Returns a link to its list, filtered by the record; null for none. */
export async function chooseRelated(resource: AnyResource, record: DataRecord, tui: Tui): Promise<string | null> {
  const all = listRelatedResources(resource, tui);
  const items = all.map((one) => ({ label: getRelatedLabel(one, tui.locale), value: one.key }));
  const key = await tui.open<string | null>(getMenuHeight(items), (close) => (
    <Menu title={getRecordName(resource, record, tui)} items={items} onDone={close} />
  ));
  const chosen = all.find((one) => one.key === key);
  if (!chosen) return null;
  const filters = JSON.stringify(createRelatedFilters(chosen, record.id));
  return `${chosen.resource.path}?${new URLSearchParams({ tab: chosen.resource.name, f: filters })}`;
}
