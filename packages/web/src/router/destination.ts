import { type Asker, afterSignIn, presentScreens, type ScreenDefinition, whereTo } from '@gantry/core';
import type { RuntimeConfig } from '../api/index.ts';
import { outline } from '../catalogue/outline.ts';
import { loginAddress } from './place.ts';

/** The screens of this server: those that something is bound to, under its flags. */
export function screensOf(config: RuntimeConfig): ScreenDefinition[] {
  return presentScreens(outline, { CRAFT: config.CRAFT });
}

/** The screen at a path of the address bar. */
export function screenAt(screens: readonly ScreenDefinition[], path: string): ScreenDefinition | null {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return screens.find((screen) => screen.path === plain) ?? null;
}

/** Sign-in, remembering which screen was wanted, and how. */
export function loginFor(path: string, search: string, config: RuntimeConfig): string {
  const screens = screensOf(config);
  const to = whereTo(screenAt(screens, path), { hasToken: false, role: '', screens });
  return loginAddress(to.go === 'login' ? to.redirect : null, search);
}

/** Where sign-in leads somebody: the route that was wanted by name, if it may be opened, with what was asked of it. */
export function homeFor(search: string, role: Asker, config: RuntimeConfig): string {
  const screens = screensOf(config);
  const asked = new URLSearchParams(search);
  const redirect = asked.get('redirect');
  const path = afterSignIn(redirect, { hasToken: true, role, screens });
  asked.delete('redirect');
  const isWanted = screens.some((screen) => screen.name === redirect && screen.path === path);
  return isWanted && asked.size > 0 ? `${path}?${asked}` : path;
}
