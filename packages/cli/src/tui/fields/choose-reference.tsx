import {
  findResource,
  getResourcePath,
  type ListAnswer,
  localize,
  type ReferenceField,
  titleColumns,
} from '@gantry/core';
import { escapeControls } from '../../output/wrap-text.ts';
import { getMenuHeight, Menu } from '../parts/menu.tsx';
import type { Tui } from '../parts/tui-context.ts';

/** A record that a field may refer to. */
export interface Found {
  readonly id: number;
  readonly label: string;
}

/** How one comes from words to a record. */
export type ChooseReference = (
  field: ReferenceField,
  words: string,
  tui: Tui,
  signal: AbortSignal,
) => Promise<Found | null>;

const atMost = 9;

/** Records that the words find, by what they are called. */
async function found(field: ReferenceField, words: string, tui: Tui, signal: AbortSignal): Promise<readonly Found[]> {
  const resource = findResource(tui.catalogue, field.to);
  if (!resource) return [];
  const body = {
    pageSize: atMost,
    columns: titleColumns(resource, tui.role),
    filters: field.only ?? {},
    ...(words === '' ? {} : { keyword: words }),
  };
  const { items } = await tui.client.call<ListAnswer>(getResourcePath(field.to, 'list'), body, { signal });
  return items.map((record) => {
    const title = record[resource.title];
    return { id: Number(record.id), label: escapeControls(typeof title === 'string' ? title : '') };
  });
}

/**
 * Looks for what was typed and lets one be chosen; null when nothing was. The only one that fits is taken at once.
 * @param signal aborted by whoever waits no longer: nothing is chosen then
 */
export const chooseReference: ChooseReference = async (field, words, tui, signal) => {
  // Why it was not answered has been said.
  const records = await found(field, words, tui, signal).catch(() => null);
  if (records === null || signal.aborted) return null;
  const [only] = records;
  if (only === undefined) tui.notify(tui.t('list.nothing'), 'info');
  if (only === undefined || (records.length === 1 && words !== '')) return only ?? null;
  const items = records.map(({ id, label }) => ({ value: id, label: label || `#${id}`, note: `#${id}` }));
  const id = await tui.open<number | null>(getMenuHeight(items), (close) => (
    <Menu title={localize(field.label, tui.locale)} items={items} onDone={close} />
  ));
  return records.find((one) => one.id === id) ?? null;
};

/** Where the label of a record that was chosen for a filter is remembered during the session. */
const labelKey = (to: string, id: number) => `label:${to}:${id}`;

export function getChosenLabel({ to }: ReferenceField, id: unknown, { memory }: Tui): string | null {
  const label = memory.get(labelKey(to, Number(id)));
  return typeof label === 'string' && label !== '' ? label : null;
}

/**
 * The IDs of the records in a comma-separated list of IDs and names. A name of several records is chosen from a list; `?` lists all
 * records. Null when a record was not found or not chosen.
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
    const found = await chooseReference(field, part === '?' ? '' : part, tui, new AbortController().signal);
    if (!found) return null;
    tui.memory.set(labelKey(field.to, found.id), found.label);
    ids.push(found.id);
  }
  return ids;
}

/** The only record that fits what was typed, or the only one that is called so; null when there are more, or none. Asks nothing. */
export const chooseOnlyReference: ChooseReference = async (field, words, tui, signal) => {
  const records = await found(field, words, tui, signal).catch(() => []);
  const called = records.filter(({ label }) => label.toLowerCase() === words.toLowerCase());
  const [only] = called.length > 0 ? called : records;
  return !signal.aborted && only && (called.length === 1 || records.length === 1) ? only : null;
};
