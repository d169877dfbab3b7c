import { randomUUID } from 'node:crypto';
import { createServiceClient } from '@gantry/core';
import type { RunningServer } from '../../server/test/server-process.ts';

/** The service API of a server, as a platform that may do everything there. */
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
