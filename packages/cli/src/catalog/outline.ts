import { areas, catalogue, getArea, kebab, type LocalizedText } from '@gantry/core';

/** What help shows for an entity. */
export interface EntityOutline {
  /** The command of the entity. */
  readonly command: string;
  readonly help: LocalizedText;
  /** The area of the menu that help lists it under. */
  readonly area: LocalizedText | null;
}

/** Every entity in the list of help; loaded only for that list. */
export const outline: readonly EntityOutline[] = catalogue.resources.map(({ name, label, help = label, path }) => ({
  command: kebab(name),
  help,
  area: areas.find(({ name }) => name === getArea(path))?.label ?? null,
}));
