import { type Content, catalogue, kebab, type LocalizedText, listContent, listTargets } from '@gantry/core';

/** An entity that can be moved between servers as content, without its definition. */
export interface ContentPlace extends Pick<Content, 'key' | 'isUnique' | 'excludedReferences'> {
  readonly name: string;
  readonly command: string;
  readonly label: LocalizedText;
  /** The fields of a record that are moved. */
  readonly fields: readonly string[];
  /** The entities that its records refer to. */
  readonly targets: readonly string[];
}

/** Content entities, referenced ones first; loaded only by the commands that move content. */
export const content: readonly ContentPlace[] = listContent(catalogue.resources).map((one) => ({
  name: one.resource.name,
  command: kebab(one.resource.name),
  label: one.resource.label,
  key: one.key,
  isUnique: one.isUnique,
  excludedReferences: one.excludedReferences,
  fields: Object.keys(one.fields),
  targets: Object.values(one.fields).flatMap(listTargets),
}));
