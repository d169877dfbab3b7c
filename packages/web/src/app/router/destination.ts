import {
  getDestination,
  getDestinationAfterSignIn,
  presentScreens,
  type Requester,
  type ScreenDefinition,
} from '@gantry/core';
import type { RuntimeConfig } from '../api/index.ts';
import { outline } from '../catalogue/outline.ts';
import { loginAddress } from './place.ts';

/** The screens of this server: those that something is bound to, under its flags. */
export function listScreens(config: RuntimeConfig): ScreenDefinition[] {
  return presentScreens(outline, { CRAFT: config.CRAFT });
}

/** The screen at a path of the address bar. */
export function findScreen(screens: readonly ScreenDefinition[], path: string): ScreenDefinition | null {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return screens.find((screen) => screen.path === plain) ?? null;
}

/** Sign-in, remembering which screen was wanted, and how. */
export function loginFor(path: string, search: string, config: RuntimeConfig): string {
  const screens = listScreens(config);
  const to = getDestination(findScreen(screens, path), { hasToken: false, role: null, screens });
  return loginAddress(to.go === 'login' ? to.redirect : null, search);
}

/** Where sign-in leads: the requested route, if the user may open it, with its query. */
export function getHome(search: string, role: Requester, config: RuntimeConfig): string {
  const screens = listScreens(config);
  const requested = new URLSearchParams(search);
  const redirect = requested.get('redirect');
  const path = getDestinationAfterSignIn(redirect, { hasToken: true, role, screens });
  requested.delete('redirect');
  const isWanted = screens.some((screen) => screen.name === redirect && screen.path === path);
  return isWanted && requested.size > 0 ? `${path}?${requested}` : path;
}
