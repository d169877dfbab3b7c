import type { ScreenDefinition } from '../definition/index.ts';
import { allows } from './actor.ts';

/** What the guard knows: the token's presence, the role (empty until loaded) and the routes that exist. */
export interface GuardState {
  readonly hasToken: boolean;
  readonly role: string;
  readonly screens: readonly ScreenDefinition[];
}

export type Destination =
  | { readonly go: 'on' }
  | { readonly go: 'login'; readonly redirect: string | null }
  | { readonly go: 'loadInfo' }
  | { readonly go: 'screen'; readonly path: string }
  | { readonly go: 'notFound' };

export const homeName = 'Workplace';

/** The first route, in menu order, that a role may open. */
function firstPermitted(screens: readonly ScreenDefinition[], role: string): ScreenDefinition | null {
  return screens.find((screen) => !screen.hidden && allows(screen.roles, role)) ?? null;
}

/** Where a visitor of a route goes. Pure: a face performs it. */
export function whereTo(target: ScreenDefinition | null, state: GuardState): Destination {
  if (!state.hasToken) return { go: 'login', redirect: target && target.name !== homeName ? target.name : null };
  if (state.role === '') return { go: 'loadInfo' };
  if (!target) return { go: 'notFound' };
  if (allows(target.roles, state.role)) return { go: 'on' };
  const first = firstPermitted(state.screens, state.role);
  return first ? { go: 'screen', path: first.path } : { go: 'notFound' };
}

/** Where sign-in leads: the named route if the role may open it, else home. Anything that is not a route name is ignored. */
export function afterSignIn(redirect: string | null, state: GuardState): string {
  const wanted = state.screens.find((screen) => screen.name === redirect && allows(screen.roles, state.role));
  const home = state.screens.find((screen) => screen.name === homeName && allows(screen.roles, state.role));
  return (wanted ?? home ?? firstPermitted(state.screens, state.role))?.path ?? '/workplace';
}
