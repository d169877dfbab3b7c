import type { Client, ResponseError } from '@gantry/core';
import { createContext, type ReactNode, use } from 'react';
import type { Channel } from './channel.ts';
import type { RuntimeConfig } from './runtime-config.ts';

/** A failed call that the frame still has to react to, for example with a message. */
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

/** Returns the API client of the console. A failure is shown for five seconds unless the call is `quiet`. */
export function useClient(): Client {
  return useApi().client;
}

export function useConfig(): RuntimeConfig {
  return useApi().config;
}

/** Returns a function that resolves the URL of an image. A path such as `/files/a.png` belongs to the API server. */
export function usePictureUrl(): (picture: string) => string {
  const { apiBaseUrl } = useConfig();
  return (picture) => (picture.startsWith('/') ? apiBaseUrl + picture : picture);
}

export function useFailures(): Channel<Failure> {
  return useApi().failures;
}
