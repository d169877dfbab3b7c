import { catalogue, kebab, type LocalizedText } from '@gantry/core';

/** What help says of an entity. */
export interface EntityOutline {
  /** Its command. */
  readonly command: string;
  readonly help: LocalizedText;
  /** The screen that it stands on, under whose name help lists it. */
  readonly screen: LocalizedText | null;
}

/** Every entity as help lists it; loaded only where they are listed. */
export const outline: readonly EntityOutline[] = catalogue.resources.map(({ name, label, help = label, path }) => ({
  command: kebab(name),
  help,
  screen: catalogue.screens.find((screen) => screen.path === path)?.label ?? null,
}));
