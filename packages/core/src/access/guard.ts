import type { ScreenDefinition } from '../definition/index.ts';
import { getRights, type Requester } from './actor.ts';
import { canOpen } from './can.ts';

/** What the guard knows: the token's presence, who it is (an empty role until loaded) and the routes that exist. */
export interface GuardState {
  readonly hasToken: boolean;
  readonly role: Requester;
  readonly screens: readonly ScreenDefinition[];
}

export type Destination =
  | { readonly go: 'on' }
  | { readonly go: 'login'; readonly redirect: string | null }
  | { readonly go: 'loadInfo' }
  | { readonly go: 'screen'; readonly path: string }
  | { readonly go: 'notFound' };

export const homeName = 'Workplace';

/** The first route, in menu order, that somebody may open. */
function firstPermitted(screens: readonly ScreenDefinition[], role: Requester): ScreenDefinition | null {
  return screens.find((screen) => !screen.hidden && canOpen(role, screen)) ?? null;
}

/** Where a visitor of a route goes. Pure: a face performs it. */
export function getDestination(target: ScreenDefinition | null, state: GuardState): Destination {
  if (!state.hasToken) return { go: 'login', redirect: target && target.name !== homeName ? target.name : null };
  if (getRights(state.role).role === '') return { go: 'loadInfo' };
  if (!target) return { go: 'notFound' };
  if (canOpen(state.role, target)) return { go: 'on' };
  const first = firstPermitted(state.screens, state.role);
  return first ? { go: 'screen', path: first.path } : { go: 'notFound' };
}

/** Where sign-in leads: the named route if the role may open it, else home. Anything that is not a route name is ignored. */
export function getDestinationAfterSignIn(redirect: string | null, state: GuardState): string {
  const wanted = state.screens.find((screen) => screen.name === redirect && canOpen(state.role, screen));
  const home = state.screens.find((screen) => screen.name === homeName && canOpen(state.role, screen));
  return (wanted ?? home ?? firstPermitted(state.screens, state.role))?.path ?? '/workplace';
}
