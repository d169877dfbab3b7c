import { EnvHttpProxyAgent, request } from 'undici';
import type { Connection, ConnectionLimits } from './connection.ts';

/** Connects through the proxy that the environment names, except to hosts in NO_PROXY. */
export function createProxiedConnection({ silenceMs, connectMs }: ConnectionLimits): Connection {
  const limits = { headersTimeout: silenceMs, bodyTimeout: silenceMs, connect: { timeout: connectMs } };
  const dispatcher = new EnvHttpProxyAgent(limits);
  return {
    close: () => dispatcher.close(),
    async get(url, signal) {
      const response = await request(url, { dispatcher, ...(signal ? { signal } : {}) });
      return { status: response.statusCode, headers: response.headers, body: response.body };
    },
    async post({ url, body, headers, signal }) {
      const response = await request(url, { method: 'POST', body, headers, dispatcher, ...(signal ? { signal } : {}) });
      return { status: response.statusCode, headers: response.headers, body: response.body };
    },
  };
}
