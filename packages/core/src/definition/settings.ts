import type { Fields } from './field.ts';
import type { Roles } from './resource.ts';
import type { Words } from './words.ts';

export interface SettingsGroup {
  readonly label: Words;
  readonly help?: Words;
  readonly fields: Fields;
}

/** One record in groups: typed settings with history, saved a group at a time. */
export interface SettingsDefinition {
  readonly name: string;
  readonly path: string;
  readonly label: Words;
  readonly roles: Roles;
  readonly groups: Readonly<Record<string, SettingsGroup>>;
}

export function defineSettings<const S extends SettingsDefinition>(settings: S): S {
  return settings;
}
