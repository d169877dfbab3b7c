import { kebab, type LocalizedText, type SettingsDefinition } from '../definition/index.ts';

/** A settings group or a single setting, with its labels and its location. */
export interface SettingPlace extends Pick<SettingsDefinition, 'path' | 'roles'> {
  /** Name in the API and in scripts: `mail` or `mail.host`. */
  readonly name: string;
  readonly label: LocalizedText;
  /** Labels of the enclosing page and, for a setting, of its group. */
  readonly within: readonly LocalizedText[];
  /** URL path in the console, with the tab and the setting. */
  readonly to: string;
}

/** The URL parameter that names a setting. */
export const settingParameter = 'setting';

/** Returns all groups and settings of the settings pages in their order. */
export function listSettings({ settings }: { readonly settings: readonly SettingsDefinition[] }): SettingPlace[] {
  return settings.flatMap(({ name: page, path, roles, label: pageLabel, groups }) =>
    Object.entries(groups).flatMap(([group, { label, fields }]) => {
      const place = (name: string, words: LocalizedText, within: readonly LocalizedText[]): SettingPlace => ({
        ...{ path, roles, name, within },
        label: { zh: words.zh, en: words.en },
        to: `${path}?tab=${kebab(page)}&${settingParameter}=${name}`,
      });
      const inside = Object.entries(fields).map(([key, field]) =>
        place(`${group}.${key}`, field.label, [pageLabel, label]),
      );
      return [place(group, label, [pageLabel]), ...inside];
    }),
  );
}
