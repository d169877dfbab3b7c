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

/** Sign-in, remembering which screen was wanted. */
export function loginFor(path: string, config: RuntimeConfig): string {
  const screens = screensOf(config);
  const to = whereTo(screenAt(screens, path), { hasToken: false, role: '', screens });
  return loginAddress(to.go === 'login' ? to.redirect : null);
}

/** Where sign-in leads somebody: the route that was wanted by name, if it may be opened. */
export function homeFor(redirect: string | null, role: Asker, config: RuntimeConfig): string {
  return afterSignIn(redirect, { hasToken: true, role, screens: screensOf(config) });
}
