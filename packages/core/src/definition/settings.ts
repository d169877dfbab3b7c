import type { Fields } from './field.ts';
import type { Roles } from './resource.ts';
import type { LocalizedText } from './words.ts';

/** A test of the saved settings of a group, such as a test mail or a test query. It changes no setting. */
export interface SettingsAction {
  readonly label: LocalizedText;
  readonly help?: LocalizedText;
  /** Fields that the caller fills in before the test runs. */
  readonly input?: Fields;
  /** Fields of the response, for formatting. The boolean `ok` tells whether the test succeeded. */
  readonly output: Fields;
}

export interface SettingsGroup {
  readonly label: LocalizedText;
  readonly help?: LocalizedText;
  /** Marks all fields of the group as sensitive. */
  readonly sensitive?: true;
  readonly fields: Fields;
  readonly actions?: Readonly<Record<string, SettingsAction>>;
}

/** Whether changing a setting needs a recent identity confirmation. */
export function isSensitive({ sensitive, fields }: SettingsGroup, name: string): boolean {
  return sensitive === true || fields[name]?.sensitive === true;
}

/** A page of typed settings. Its groups are saved separately, and each has a history. */
export interface SettingsDefinition {
  readonly name: string;
  readonly path: string;
  readonly label: LocalizedText;
  readonly roles: Roles;
  /** Shows the settings before the lists of the same route, because the lists depend on them. */
  readonly first?: true;
  /** The settings are a draft: `publish` is the action of the resource that makes it the active version. */
  readonly draftOf?: { readonly resource: string; readonly publish: string };
  readonly groups: Readonly<Record<string, SettingsGroup>>;
}

export function defineSettings<const S extends SettingsDefinition>(settings: S): S {
  return settings;
}
