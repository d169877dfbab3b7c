import {
  type Client,
  changeWarnings,
  getGivenFields,
  getWaitingText,
  type SettingsChange,
  type SettingsDefinition,
  type SettingsHistoryAnswer,
  settingsCalls,
} from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { exitCodes } from '../../context/exit.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import { formatSetting } from './config-history.ts';

export type Values = Record<string, unknown>;
interface GroupAnswer {
  readonly version: number;
  readonly values: Values;
}
export interface PageAnswer {
  readonly groups: Readonly<Record<string, GroupAnswer>>;
}

/** Reads a page of settings; each group has a version. */
export const readPage = (client: Client, page: string) => client.call<PageAnswer>('/settings/get', { page });

/** Saves the given values of a group and leaves the others. Rejected when the group has a newer version. */
export async function saveGroup(
  client: Client,
  page: string,
  group: string,
  version: number,
  values: Values,
): Promise<unknown> {
  return client.call('/settings/save', { page, group, version, values }, { idempotencyKey: crypto.randomUUID() });
}

/** Reports that a change waits for the approval of another admin. Returns whether it does. */
export function reportWaiting(saved: unknown, context: Context): boolean {
  const waits = getWaitingText(saved);
  if (waits === null) return false;
  context.note(waits);
  context.setStatus(exitCodes.partly);
  return true;
}

/** Picks the values that can be set: fields of the group that are not read-only. */
export function pickKnown(values: Values, page: SettingsDefinition, group: string): Values {
  const fields = getGivenFields(page.groups[group]?.fields ?? {});
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields[name] !== undefined));
}

/** A change of a group of settings, with the page that the group is on. */
export interface SettingChange extends SettingsChange {
  readonly page: SettingsDefinition;
}

/** Where to list changes. */
interface ChangeQuery {
  readonly page: SettingsDefinition;
  readonly group?: string;
  /** Only changes older than this one. */
  readonly before?: number;
}

/** Yields changes one by one, newest first; pages are read as the caller iterates. */
export async function* listSettingChanges(
  client: Client,
  { page, group, before }: ChangeQuery,
): AsyncGenerator<SettingChange> {
  let next: number | null | undefined = before;
  do {
    const body = {
      page: page.name,
      ...(group ? { group } : {}),
      ...(typeof next === 'number' ? { before: next } : {}),
    };
    const answer: SettingsHistoryAnswer = await client.call(settingsCalls.settingsHistory.path, body);
    for (const change of answer.items) yield { ...change, page };
    next = answer.next;
  } while (next !== null);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Prints the warnings that the definition has for a change of the group. */
export function noteWarnings(
  { page, group }: Pick<SettingChange, 'page' | 'group'>,
  before: Readonly<Values>,
  wanted: Readonly<Values>,
  { locale, note }: Context,
): void {
  for (const warning of changeWarnings(page.groups[group]?.fields ?? {}, before, wanted, locale)) note(warning);
}

/** One line for each setting that would change, with the old and new value. Unchanged secrets are not listed. */
export function diffSettings(
  place: Pick<SettingChange, 'page' | 'group'>,
  now: Readonly<Values>,
  wanted: Readonly<Values>,
  context: Context,
): string[] {
  const { page, group } = place;
  const fields = page.groups[group]?.fields ?? {};
  const formatChangedValue = (name: string, value: unknown) =>
    escapeControls(formatSetting(place, name, value, context));
  return Object.keys(wanted)
    .filter((name) => fields[name] && fields[name].kind !== 'secret' && !isSame(now[name], wanted[name]))
    .map(
      (name) =>
        `  ${page.name}.${group}.${name}: ${formatChangedValue(name, now[name])} -> ${formatChangedValue(name, wanted[name])}`,
    );
}
