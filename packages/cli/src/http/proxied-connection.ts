import { EnvHttpProxyAgent, request } from 'undici';
import type { Connection, ConnectionLimits } from './connection.ts';

/** Through the proxy that the environment names, save for what its NO_PROXY leaves out. */
export function createProxiedConnection({ silenceMs, connectMs }: ConnectionLimits): Connection {
  const limits = { headersTimeout: silenceMs, bodyTimeout: silenceMs, connect: { timeout: connectMs } };
  const dispatcher = new EnvHttpProxyAgent(limits);
  return {
    close: () => dispatcher.close(),
    async get(url, signal) {
      const answer = await request(url, { dispatcher, ...(signal ? { signal } : {}) });
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    },
    async post({ url, body, headers, signal }) {
      const answer = await request(url, { method: 'POST', body, headers, dispatcher, ...(signal ? { signal } : {}) });
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    },
  };
}
