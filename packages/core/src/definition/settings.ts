import type { Fields } from './field.ts';
import type { Roles } from './resource.ts';
import type { LocalizedText } from './words.ts';

/** Tries out what a group says, as it is saved: a test mail, a test query. It changes no setting. */
export interface SettingsAction {
  readonly label: LocalizedText;
  readonly help?: LocalizedText;
  /** What is asked for before it runs. */
  readonly input?: Fields;
  /** What its answer holds, so that people read it in words; `ok` says whether it went well. */
  readonly output: Fields;
}

export interface SettingsGroup {
  readonly label: LocalizedText;
  readonly help?: LocalizedText;
  /** All of its fields are. */
  readonly sensitive?: true;
  readonly fields: Fields;
  readonly actions?: Readonly<Record<string, SettingsAction>>;
}

/** Whether changing a setting needs a recent identity confirmation. */
export function isSensitive({ sensitive, fields }: SettingsGroup, name: string): boolean {
  return sensitive === true || fields[name]?.sensitive === true;
}

/** One record in groups: typed settings with history, saved a group at a time. */
export interface SettingsDefinition {
  readonly name: string;
  readonly path: string;
  readonly label: LocalizedText;
  readonly roles: Roles;
  /** They stand before the lists of their route: what those hold comes of them. */
  readonly leads?: true;
  readonly groups: Readonly<Record<string, SettingsGroup>>;
}

export function defineSettings<const S extends SettingsDefinition>(settings: S): S {
  return settings;
}
