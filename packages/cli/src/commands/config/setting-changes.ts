import {
  type Client,
  type SettingsChange,
  type SettingsDefinition,
  type SettingsHistoryAnswer,
  settingsCalls,
} from '@gantry/core';

/** A change of a group of settings, with the page that the group is on. */
export interface SettingChange extends SettingsChange {
  readonly page: SettingsDefinition;
}

/** Where to look for changes, and how far back. */
interface Looked {
  readonly page: SettingsDefinition;
  readonly group?: string;
  /** Only changes older than this one. */
  readonly before?: number;
}

/** Changes one by one, newest first, read a page at a time for as long as somebody asks. */
export async function* listSettingChanges(
  client: Client,
  { page, group, before }: Looked,
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
