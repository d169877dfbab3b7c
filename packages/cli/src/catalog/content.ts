import { type Content, catalogue, kebab, type LocalizedText, listContent, listTargets } from '@gantry/core';

/** An entity that moves between servers as content, without its definition. */
export interface ContentPlace extends Pick<Content, 'key' | 'isUnique' | 'staying'> {
  readonly name: string;
  readonly command: string;
  readonly label: LocalizedText;
  /** What is moved of a record. */
  readonly fields: readonly string[];
  /** Names of what its records refer to. */
  readonly targets: readonly string[];
}

/** Content, targets of references first; loaded only by what moves it. */
export const content: readonly ContentPlace[] = listContent(catalogue.resources).map((one) => ({
  name: one.resource.name,
  command: kebab(one.resource.name),
  label: one.resource.label,
  key: one.key,
  isUnique: one.isUnique,
  staying: one.staying,
  fields: Object.keys(one.fields),
  targets: Object.values(one.fields).flatMap(listTargets),
}));
