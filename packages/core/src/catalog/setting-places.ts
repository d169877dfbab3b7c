import { kebab, type LocalizedText, type SettingsDefinition } from '../definition/index.ts';

/** A group of settings, or one setting of it, by what it is called and where it stands. */
export interface SettingPlace extends Pick<SettingsDefinition, 'path' | 'roles'> {
  /** As the API and a script call it: `mail`, or `mail.host`. */
  readonly name: string;
  readonly label: LocalizedText;
  /** What it stands in: the page, and for a setting its group. */
  readonly within: readonly LocalizedText[];
  /** A route of the product, with the tab and the setting. */
  readonly to: string;
}

/** The parameter of an address that names a setting. */
export const settingParameter = 'setting';

/** Every group of the settings pages and every setting of it, in their order. */
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
