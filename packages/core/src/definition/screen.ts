import type { Roles } from './resource.ts';
import type { LocalizedText } from './words.ts';

/** A menu area of the console, in the order of the spec. */
export interface Area {
  readonly name: string;
  /** What the paths of its routes start with. */
  readonly root: string;
  readonly label: LocalizedText;
  readonly order: number;
  readonly icon: string;
}

/** A route of the product. What it shows is found by path: resources, settings, or a custom screen bound by each face. */
export interface ScreenDefinition {
  /** PascalCase; the login redirect carries it. */
  readonly name: string;
  readonly path: string;
  readonly area: string;
  /** A second level inside the area: `ai_draw`, `ai_pdf_list`... */
  readonly group?: LocalizedText;
  readonly label: LocalizedText;
  readonly roles: Roles;
  /** Present only when this flag of the server configuration equals the string `true`. */
  readonly flag?: 'CRAFT';
  /** Bound by hand in the clients, in addition to what resources and settings give. */
  readonly custom?: boolean;
  /** A page of the signed-in person: not in the menu, and open whatever else they may see. */
  readonly hidden?: boolean;
}

export function defineScreens<const S extends readonly ScreenDefinition[]>(screens: S): S {
  return screens;
}
