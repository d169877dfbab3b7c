import type { Client, ResponseError } from '@gantry/core';
import { createContext, type ReactNode, use } from 'react';
import type { Channel } from './channel.ts';
import type { RuntimeConfig } from './runtime-config.ts';

/** A call that failed and whose reaction is still to be performed. */
export interface Failure {
  readonly error: ResponseError;
  readonly path: string;
}

export interface Api {
  readonly client: Client;
  readonly config: RuntimeConfig;
  readonly failures: Channel<Failure>;
}

const ApiContext = createContext<Api | null>(null);

export function ApiProvider({ api, children }: { readonly api: Api; readonly children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

function useApi(): Api {
  const api = use(ApiContext);
  if (!api) throw new Error('calls are made outside of ApiProvider');
  return api;
}

/** The client of the console: a failure is shown for five seconds unless the call is `quiet`. */
export function useClient(): Client {
  return useApi().client;
}

export function useConfig(): RuntimeConfig {
  return useApi().config;
}

/** Gives the URL of a picture; a path such as `/files/a.png` is one of the server's own. */
export function usePictureUrl(): (picture: string) => string {
  const { apiBaseUrl } = useConfig();
  return (picture) => (picture.startsWith('/') ? apiBaseUrl + picture : picture);
}

export function useFailures(): Channel<Failure> {
  return useApi().failures;
}
