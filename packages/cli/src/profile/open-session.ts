import { createSession, type Session } from '@gantry/core';
import type { Context } from '../context.ts';

/** The session of the profile, which signs in and out and says who one is; most commands need none. */
export async function openSession(context: Context): Promise<Session> {
  const profiles = await context.profiles();
  return createSession(await context.client(), profiles.tokenStore(context.options().profile));
}
