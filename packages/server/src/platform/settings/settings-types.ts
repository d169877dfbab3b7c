import type {
  aiSettings,
  dataSettings,
  distributionSettings,
  drawSettings,
  extensionSettings,
  Fields,
  frontSettings,
  keySettings,
  knowSettings,
  mindMapSettings,
  musicSettings,
  pdfSettings,
  recallSettings,
  SettingsDefinition,
  slideSettings,
  systemSettings,
  ValueOf,
  videoSettings,
  writeSettings,
} from '@gantry/core';

/** The settings pages that code reads by name. */
interface Pages extends CreationPages {
  readonly system: typeof systemSettings;
  readonly keyPool: typeof keySettings;
  readonly front: typeof frontSettings;
  readonly data: typeof dataSettings;
  readonly extensions: typeof extensionSettings;
  readonly ai: typeof aiSettings;
  readonly distribution: typeof distributionSettings;
  readonly know: typeof knowSettings;
  readonly pdf: typeof pdfSettings;
  readonly recall: typeof recallSettings;
}

export type PageName = keyof Pages;
export type GroupName<P extends PageName> = keyof Pages[P]['groups'] & string;

type Value<F> = F extends Fields[string]
  ? F extends { readonly required: true } | { readonly kind: 'boolean' }
    ? ValueOf<F>
    : ValueOf<F> | null
  : never;
type FieldsOf<G> = G extends { readonly fields: infer F } ? F : never;
/** The values of a group, typed by its definition. */
export type GroupValues<P extends PageName, G extends GroupName<P>> = {
  readonly [K in keyof FieldsOf<Pages[P]['groups'][G]>]: Value<FieldsOf<Pages[P]['groups'][G]>[K]>;
};

/** A group of a page, found by name. */
export interface FoundGroup {
  readonly page: SettingsDefinition;
  readonly group: string;
  readonly fields: Fields;
}

/** The settings pages of creations. */
interface CreationPages {
  readonly draw: typeof drawSettings;
  readonly slides: typeof slideSettings;
  readonly video: typeof videoSettings;
  readonly music: typeof musicSettings;
  readonly writing: typeof writeSettings;
  readonly mindMap: typeof mindMapSettings;
}
