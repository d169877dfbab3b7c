// Only what the command line calls of undici: its door brings fetch, caches and web sockets, which every start would pay for.
import type { Dispatcher, request as fullRequest } from 'undici';
import api from 'undici/lib/api/index.js';
import DeepAgent from 'undici/lib/dispatcher/agent.js';

export type { Dispatcher } from 'undici';
export const Agent = DeepAgent;

type Options = NonNullable<Parameters<typeof fullRequest>[1]> & { readonly dispatcher: Dispatcher };

/** As undici's, with a dispatcher always named. */
export function request(url: string, { dispatcher, ...options }: Options): ReturnType<typeof fullRequest> {
  const { origin, pathname, search } = new URL(url);
  return api.request.call(dispatcher, { ...options, origin, path: pathname + search });
}
