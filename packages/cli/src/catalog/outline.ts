import { areas, catalogue, getArea, kebab, type LocalizedText } from '@gantry/core';

/** What help says of an entity. */
export interface EntityOutline {
  /** Its command. */
  readonly command: string;
  readonly help: LocalizedText;
  /** The area of the menu under whose name help lists it. */
  readonly area: LocalizedText | null;
}

/** Every entity as help lists it; loaded only where they are listed. */
export const outline: readonly EntityOutline[] = catalogue.resources.map(({ name, label, help = label, path }) => ({
  command: kebab(name),
  help,
  area: areas.find(({ name }) => name === getArea(path))?.label ?? null,
}));
