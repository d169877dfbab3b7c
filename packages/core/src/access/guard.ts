import type { ScreenDefinition } from '../definition/index.ts';
import { type Asker, rightsOf } from './actor.ts';
import { mayOpen } from './can.ts';

/** What the guard knows: the token's presence, who it is (an empty role until loaded) and the routes that exist. */
export interface GuardState {
  readonly hasToken: boolean;
  readonly role: Asker;
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
function firstPermitted(screens: readonly ScreenDefinition[], role: Asker): ScreenDefinition | null {
  return screens.find((screen) => !screen.hidden && mayOpen(role, screen)) ?? null;
}

/** Where a visitor of a route goes. Pure: a face performs it. */
export function whereTo(target: ScreenDefinition | null, state: GuardState): Destination {
  if (!state.hasToken) return { go: 'login', redirect: target && target.name !== homeName ? target.name : null };
  if (rightsOf(state.role).role === '') return { go: 'loadInfo' };
  if (!target) return { go: 'notFound' };
  if (mayOpen(state.role, target)) return { go: 'on' };
  const first = firstPermitted(state.screens, state.role);
  return first ? { go: 'screen', path: first.path } : { go: 'notFound' };
}

/** Where sign-in leads: the named route if the role may open it, else home. Anything that is not a route name is ignored. */
export function afterSignIn(redirect: string | null, state: GuardState): string {
  const wanted = state.screens.find((screen) => screen.name === redirect && mayOpen(state.role, screen));
  const home = state.screens.find((screen) => screen.name === homeName && mayOpen(state.role, screen));
  return (wanted ?? home ?? firstPermitted(state.screens, state.role))?.path ?? '/workplace';
}
