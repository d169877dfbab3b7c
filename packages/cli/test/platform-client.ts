import { randomUUID } from 'node:crypto';
import { createServiceClient } from '@gantry/core';
import type { RunningServer } from '../../server/test/server-process.ts';

/** Creates a service client with all permissions. */
export async function platformClient(server: RunningServer, token: string) {
  const { data } = await server.insist('/service-client/create', { name: 'platform', scopes: ['all'] }, { token });
  return createServiceClient({
    baseUrl: server.url,
    transport: async ({ url, body, headers }) => {
      const answer = await fetch(url, { method: 'POST', body, headers });
      return { status: answer.status, body: await answer.text() };
    },
    credentials: data as { clientId: string; secret: string },
    newKey: randomUUID,
  });
}
