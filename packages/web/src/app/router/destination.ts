import {
  getDestination,
  getDestinationAfterSignIn,
  presentScreens,
  type Requester,
  type ScreenDefinition,
} from '@gantry/core';
import type { RuntimeConfig } from '../api/index.ts';
import { outline } from '../catalog/outline.ts';
import { createLoginPath } from './place.ts';

/** Lists the screens of this server: those with a bound service whose flags are enabled. */
export function listScreens(config: RuntimeConfig): ScreenDefinition[] {
  return presentScreens(outline, { CRAFT: config.CRAFT });
}

/** Finds the screen at a path of the URL. */
export function findScreen(screens: readonly ScreenDefinition[], path: string): ScreenDefinition | null {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return screens.find((screen) => screen.path === plain) ?? null;
}

/** Returns the sign-in URL that remembers the requested screen and its query. */
export function getLoginPath(path: string, search: string, config: RuntimeConfig): string {
  const screens = listScreens(config);
  const to = getDestination(findScreen(screens, path), { hasToken: false, role: null, screens });
  return createLoginPath(to.go === 'login' ? to.redirect : null, search);
}

/** Returns the destination after sign-in: the requested route with its query if the user may open it, else the home page. */
export function getHome(search: string, role: Requester, config: RuntimeConfig): string {
  const screens = listScreens(config);
  const requested = new URLSearchParams(search);
  const redirect = requested.get('redirect');
  const path = getDestinationAfterSignIn(redirect, { hasToken: true, role, screens });
  requested.delete('redirect');
  const isWanted = screens.some((screen) => screen.name === redirect && screen.path === path);
  return isWanted && requested.size > 0 ? `${path}?${requested}` : path;
}
