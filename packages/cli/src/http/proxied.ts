import { type Dispatcher, EnvHttpProxyAgent } from 'undici';

/** A dispatcher that goes through the proxy of the environment. In a file of its own: few need it. */
export function proxyDispatcher(limits: EnvHttpProxyAgent.Options): Dispatcher {
  return new EnvHttpProxyAgent(limits);
}
