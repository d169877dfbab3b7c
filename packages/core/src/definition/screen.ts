import type { Roles } from './resource.ts';
import type { LocalizedText } from './words.ts';

/** A top-level menu area of the console. */
export interface Area {
  readonly name: string;
  /** Common path prefix of its routes. */
  readonly root: string;
  readonly label: LocalizedText;
  readonly order: number;
  readonly icon: string;
}

/**
 * A route of the console and the TUI. Its content is found by path: resources, settings, or a screen that each client implements.
 */
export interface ScreenDefinition {
  /** PascalCase. The sign-in redirect refers to the route by this name. */
  readonly name: string;
  readonly path: string;
  readonly area: string;
  /** Submenu inside the area, such as `ai_draw` or `ai_pdf_list`. */
  readonly group?: LocalizedText;
  readonly label: LocalizedText;
  readonly roles: Roles;
  /** The route exists only when this flag of the server configuration is the string `true`. */
  readonly flag?: 'CRAFT';
  /** The clients implement a screen for the route, in addition to its resources and settings. */
  readonly custom?: boolean;
  /** A page about the signed-in admin. It is not in the menu, and every admin can open it. */
  readonly hidden?: boolean;
}

export function defineScreens<const S extends readonly ScreenDefinition[]>(screens: S): S {
  return screens;
}
