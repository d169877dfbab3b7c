import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MaliciousPage {
  /** URL of another site than the console's: another host name and port. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves an attacker's page that tries to act in the name of the user who opens it. */
export async function serveMaliciousPage(html: string): Promise<MaliciousPage> {
  const server = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    answer.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
