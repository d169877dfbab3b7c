import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An HTTP server on the loopback with scripted responses that records the requests. */
export interface JsonHost {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** `127.0.0.1:<port>`, the form of the outbound setting. */
  readonly host: string;
  readonly requested: readonly ReceivedRequest[];
  stop(): Promise<void>;
}

export interface SentAnswer {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function jsonHost(answer: (requested: ReceivedRequest) => SentAnswer): Promise<JsonHost> {
  const requested: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: Buffer.concat(pieces) };
    requested.push(one);
    const { status = 200, body, headers: reported = {} } = answer(one);
    response.writeHead(status, { 'content-type': 'application/json', ...reported });
    response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}`, host, requested, stop: () => new Promise((done) => server.close(() => done())) };
}
