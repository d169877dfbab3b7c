import {
  findResource,
  getResourcePath,
  type ListAnswer,
  listTitleColumns,
  localize,
  type ReferenceField,
} from '@gantry/core';
import { escapeControls } from '../../output/wrap-text.ts';
import { getMenuHeight, Menu } from '../parts/menu.tsx';
import type { Tui } from '../parts/tui-context.ts';

/** A record that a reference field can be set to. */
export interface ReferenceOption {
  readonly id: number;
  readonly label: string;
}

/** Finds the record for typed text; resolves to null when none was found or chosen. */
export type ChooseReference = (
  field: ReferenceField,
  query: string,
  tui: Tui,
  signal: AbortSignal,
) => Promise<ReferenceOption | null>;

const maxOptions = 9;

/** Searches for records by their title columns. */
async function searchRecords(
  field: ReferenceField,
  query: string,
  tui: Tui,
  signal: AbortSignal,
): Promise<readonly ReferenceOption[]> {
  const resource = findResource(tui.catalogue, field.to);
  if (!resource) return [];
  const body = {
    pageSize: maxOptions,
    columns: listTitleColumns(resource, tui.role),
    filters: field.only ?? {},
    ...(query === '' ? {} : { keyword: query }),
  };
  const { items } = await tui.client.call<ListAnswer>(getResourcePath(field.to, 'list'), body, { signal });
  return items.map((record) => {
    const title = record[resource.title];
    return { id: Number(record.id), label: escapeControls(typeof title === 'string' ? title : '') };
  });
}

/**
 * Searches for records and lets the user choose one; a single match is chosen without asking.
 * @param signal aborted when the caller no longer waits; null is returned then
 */
export const chooseReference: ChooseReference = async (field, query, tui, signal) => {
  // The failure has been reported by the client.
  const records = await searchRecords(field, query, tui, signal).catch(() => null);
  if (records === null || signal.aborted) return null;
  const [only] = records;
  if (only === undefined) tui.notify(tui.t('list.nothing'), 'info');
  if (only === undefined || (records.length === 1 && query !== '')) return only ?? null;
  const items = records.map(({ id, label }) => ({ value: id, label: label || `#${id}`, note: `#${id}` }));
  const id = await tui.open<number | null>(getMenuHeight(items), (close) => (
    <Menu title={localize(field.label, tui.locale)} items={items} onDone={close} />
  ));
  return records.find((one) => one.id === id) ?? null;
};

/** The key in `memory` for the label of a record that was chosen for a filter. */
const getLabelKey = (to: string, id: number) => `label:${to}:${id}`;

export function getChosenLabel({ to }: ReferenceField, id: unknown, { memory }: Tui): string | null {
  const label = memory.get(getLabelKey(to, Number(id)));
  return typeof label === 'string' && label !== '' ? label : null;
}

/**
 * Resolves a comma-separated list of IDs and names to record IDs. When a name matches several records, the user chooses from a
 * list; `?` lists all records. Returns null when a record was not found or not chosen.
 */
export async function chooseReferences(field: ReferenceField, typed: string, tui: Tui): Promise<number[] | null> {
  const ids: number[] = [];
  for (const part of typed.split(/[,，]/).map((one) => one.trim())) {
    if (part === '') continue;
    const number = /^#?(\d+)$/.exec(part)?.[1];
    if (number !== undefined) {
      ids.push(Number(number));
      continue;
    }
    const findRecords = await chooseReference(field, part === '?' ? '' : part, tui, new AbortController().signal);
    if (!findRecords) return null;
    tui.memory.set(getLabelKey(field.to, findRecords.id), findRecords.label);
    ids.push(findRecords.id);
  }
  return ids;
}

/**
 * Returns the only record that matches, or the only one with exactly this name; null when there are several or none. Never asks
 * the user.
 */
export const chooseOnlyReference: ChooseReference = async (field, query, tui, signal) => {
  const records = await searchRecords(field, query, tui, signal).catch(() => []);
  const exact = records.filter(({ label }) => label.toLowerCase() === query.toLowerCase());
  const [only] = exact.length > 0 ? exact : records;
  return !signal.aborted && only && (exact.length === 1 || records.length === 1) ? only : null;
};
